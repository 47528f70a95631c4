import Foundation
import Teapot
import TeapotMock
import TeapotMockRecording
import TeapotMockFolders
import TeapotMockInspector
import TeapotMockServer
import TeapotTestSupport
import Testing

extension InspectorSuites {
    /// Tests of the inspector's view of the journal.
    @Suite struct `The inspector's journal` {
        /// Runs `body` after three requests.
        private func run(_ body: (InspectedServer) async throws -> Void) async throws {
            try await InspectedServer.run { inspected in
                inspected.switchboard.undecided = .firstMock
                try await inspected.send(
                    "GET", "/v1/staging/products?page=2", ["Authorization: Bearer abcdefghijklmnop"])
                try await inspected.send("POST", "/payments", body: #"{"amount": 12, "note": "Süß"}"#)
                try await inspected.send("GET", "/nowhere")
                #expect(
                    await eventually(within: .seconds(60)) {
                        inspected.router.journal.entries.allSatisfy { $0.ending != nil }
                    })
                try await body(inspected)
            }
        }

        private func numbers(_ inspected: InspectedServer, _ query: String = "") async throws -> [Int] {
            try await inspected.members("journal" + query).list("entries").compactMap { $0["number"] as? Int }
        }

        @Test func `lists the requests, with the source of each answer and the reason`() async throws {
            try await run { inspected in
                let entries = try await inspected.members("journal").list("entries")
                #expect(
                    entries.compactMap { $0["target"] as? String } == [
                        "/v1/staging/products?page=2", "/payments", "/nowhere",
                    ])
                #expect(entries.compactMap { $0["status"] as? Int } == [200, 200, 404])
                #expect(entries.compactMap { $0["outcome"] as? String } == ["switched", "switched", "unanswered"])
                #expect(
                    entries.first?["reason"] as? String
                        == "products/success_emptyList.json, first match")
                #expect(entries.allSatisfy { $0["isOver"] as? Bool == true && $0["duration"] != nil })
            }
        }

        @Test func `names the mock that answered, also if its name or the reason has commas and periods`() async throws
        {
            try await run { inspected in
                let folder = try #require(inspected.switchboard.folder).directory.appendingPathComponent("users")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let index = #"{"success_v1.2, a": {"query": {"email": "ada@shop.com", "v": "1.2"}}}"#
                let files = ["mocks.index.json": index, "success_v1.2, a.json": "{}"]
                for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
                try await inspected.send("GET", "/users?email=ada@shop.com&v=1.2")
                let entries = try await inspected.members("journal").list("entries")
                #expect(
                    entries.map { $0["mock"] as? String } == [
                        "products/success_emptyList.json", "payments/success_200_20ms_validatedPayment.json", nil,
                        "users/success_v1.2, a.json",
                    ])
            }
        }

        @Test func `says that requests are set to stay unanswered`() async throws {
            try await run { inspected in
                inspected.switchboard.undecided = .unanswered
                for path in ["/payments", "/nowhere"] { try await inspected.send("GET", path) }
                let entries = try await inspected.members("journal?after=3").list("entries")
                #expect(
                    entries.compactMap { $0["reason"] as? String } == [
                        "by default, requests get a 404", "no mock in “Mocks”",
                    ])
            }
        }

        @Test func `says that a live server couldn't be reached`() async throws {
            try await run { inspected in
                let live = try #require(URL(string: "http://127.0.0.1:9"))
                inspected.switchboard.environments = [.init("Staging", baseURL: live)]
                inspected.switchboard.undecided = .live
                #expect(try await inspected.send("GET", "/payments").status == 502)
                let entries = try await inspected.members("journal?after=3").list("entries")
                #expect(entries.first?["reason"] as? String == "http://127.0.0.1:9 couldn’t be reached")
            }
        }

        @Test func `has the choices for later requests, unless a route answered`() async throws {
            try await run { inspected in
                inspected.switchboard.set(.hold, for: "/payments")
                inspected.router.get("/hello", with: .text("tea"))
                try await inspected.send("GET", "/hello")
                #expect(try await inspected.members("journal/4")["requestPath"] == nil)
                let entry = try await inspected.members("journal/2")
                #expect(entry["requestPath"] as? String == "/payments")
                #expect(entry["first"] as? String == "payments/success_200_20ms_validatedPayment.json")
                #expect(entry.object("settings").object("any method")["kind"] as? String == "hold")
                let names = entry.list("mocks").compactMap { $0["name"] as? String }
                #expect(names == ["validatedPayment", "maintenance"])
            }
        }

        @Test func `notes that a body was sent in chunks, but not if its length was stated`() async throws {
            try await run { inspected in
                let pieces = [Data("tea".utf8)]
                inspected.router.get("/chunks", with: .stream(pieces))
                inspected.router.get("/pieces", with: .stream(pieces, headers: ["Content-Length": "3"]))
                for (number, path, note) in [(4, "/chunks", "Sent in chunks."), (5, "/pieces", nil)] {
                    try await inspected.send("GET", path)
                    let response = try await inspected.members("journal/\(number)").object("response")
                    #expect(response["note"] as? String == note)
                }
            }
        }

        @Test func `keeps responses after it's first opened`() async throws {
            let router = Router()
            router.get("/a", with: .json(["a": 1]))
            let server = Server(inspecting: router)
            let port = try server.start()
            let client = Teapot(baseURL: try #require(server.baseURL))
            _ = try await client.get("a")
            let fields = ["Authorization": "Bearer \(server.inspectorToken ?? "")"]
            let before = try await client.get("__teapot/api/journal/1", headerFields: fields).json?.dictionary
            #expect(before?["number"] as? Int == 1)
            #expect(before?["response"] == nil)
            _ = try await client.get("a")
            let after = try await client.get("__teapot/api/journal/2", headerFields: fields).json?.dictionary
            #expect(after?["response"] != nil)
            #expect(port == server.port)
            try await server.stop(within: 0)
        }

        @Test func `returns new entries, and older ones on request`() async throws {
            try await run { inspected in
                #expect(try await numbers(inspected, "?after=2") == [3])
                #expect(try await numbers(inspected, "?after=2&and=1,9") == [1, 3])
                let last = try await inspected.members("journal?limit=2")
                #expect(last.list("entries").compactMap { $0["number"] as? Int } == [2, 3])
                #expect(last["count"] as? Int == 3)
                #expect(last["first"] as? Int == 1)
            }
        }

        @Test(arguments: [
            ("products", [1]), ("PRODUCTS%20200", [1]), ("post", [2]), ("nowhere%20404", [3]), ("emptylist", [1]),
            ("s%C3%BC%C3%9F", [2]), ("state%20valid", [2]), ("nothing%20of%20this", []), ("", [1, 2, 3]),
        ])
        func `searches lines, fields and bodies`(_ search: String, _ expected: [Int]) async throws {
            try await run { inspected async throws in
                #expect(try await numbers(inspected, "?search=\(search)") == expected)
            }
        }

        @Test func `returns one whole request with shortened credentials`() async throws {
            try await run { inspected in
                let first = try await inspected.members("journal/1")
                let fields = first.object("request").list("headers")
                let secret = fields.first { $0["name"] as? String == "Authorization" }
                #expect(secret?["value"] as? String == "Bearer …op")
                #expect(first.object("response").object("body")["text"] as? String == #"{"products": []}"#)
                let second = try await inspected.members("journal/2")
                #expect(second.object("request").object("body")["text"] as? String == #"{"amount": 12, "note": "Süß"}"#)
                let third = try await inspected.members("journal/3")
                #expect(third.object("diagnosis")["stub"] as? String != nil)
            }
        }

        @Test func `returns a request as curl with shortened credentials`() async throws {
            try await run { inspected async throws in
                let text = try await inspected.api("GET", "journal/1/curl")
                #expect(text.headers["Content-Type"] == "text/plain; charset=utf-8")
                #expect(
                    text.text
                        == "curl -H 'Authorization: Bearer …op' 'http://127.0.0.1:\(inspected.port)/v1/staging/products?page=2'"
                )
                #expect(try await inspected.api("GET", "journal/2/curl").text.contains("--data-raw '{\"amount\": 12,"))
            }
        }

        @Test func `marks a body that the journal dropped, and returns no curl command without it`() async throws {
            try await run { inspected async throws in
                let length = inspected.router.journal.requests[1].body.count
                inspected.router.journal.bodyCapacity = 0
                let body = try await inspected.members("journal/2").object("request").object("body")
                #expect(body["isDropped"] as? Bool == true)
                #expect(body["length"] as? Int == length)
                let curl = try await inspected.api("GET", "journal/2/curl")
                #expect(curl.status == 410)
                #expect(curl.error == "The journal no longer keeps the request’s body of \(length) bytes.")
                #expect(try await inspected.api("GET", "journal/1/curl").status == 200)
            }
        }

        @Test func `exports a HAR file without secrets`() async throws {
            try await run { inspected async throws in
                let message = try await inspected.api("GET", "journal.har?search=products")
                #expect(message.headers["Content-Disposition"] == #"attachment; filename="teapot.har""#)
                #expect(!message.text.contains("abcdefghijklmnop"))
                let log = try #require(JSON(parsing: message.body).dictionary).object("log")
                #expect(log["version"] as? String == "1.2")
                let entry = try #require(log.list("entries").first)
                #expect(log.list("entries").count == 1)
                #expect(
                    entry.object("request")["url"] as? String
                        == "http://127.0.0.1:\(inspected.port)/v1/staging/products?page=2")
                let exchange = try #require(inspected.router.journal.entries.first)
                #expect(entry["startedDateTime"] as? String == HARDate.text(exchange.date))
                #expect(entry["time"] as? Double == (exchange.duration.map { ($0 * 1_000_000).rounded() / 1000 }))
                #expect(entry.object("response")["status"] as? Int == 200)
                #expect(entry.object("response").object("content")["text"] as? String == #"{"products": []}"#)
                // The HAR reader accepts this file.
                let har = try HAR(parsing: message.body)
                #expect(har.problems.isEmpty)
                #expect(har.entries.first?.request.path == "/v1/staging/products")
            }
        }

        /// The samples of secrets, in groups of less than the 256 responses that the inspector remembers.
        private static let groups = stride(from: 0, to: SecretSample.removed.count, by: 200).map {
            SecretSample.removed[$0...].prefix(200)
        }

        @Test(arguments: groups)
        func `exports a HAR file without secrets in any place, and names the omissions`(
            removed: ArraySlice<SecretSample>
        ) async throws {
            try await InspectedServer.run { inspected in
                let samples = removed + SecretSample.refused
                for (index, sample) in samples.enumerated() {
                    let (request, response) = sample.exchange(numbered: index)
                    let target = request.path + (request.queryText.isEmpty ? "" : "?" + request.queryText)
                    inspected.router.method(Teapot.Method(request.method))("/a/\(index)", with: response)
                    try await inspected.send(
                        request.method, target, request.headers.map { "\($0.name): \($0.value)" },
                        body: String(decoding: request.body, as: UTF8.self))
                }
                let message = try await inspected.api("GET", "journal.har")
                #expect(!SecretSample.isIn(message.body))
                let har = try HAR(parsing: message.body)
                #expect(har.entries.count == removed.count)
                for entry in har.entries {
                    #expect(!SecretSample.isIn(entry.request.body) && !SecretSample.isIn(entry.response.body))
                }
                let log = try #require(JSON(parsing: message.body).dictionary).object("log")
                let comment = try #require(log["comment"] as? String)
                #expect(comment.split(separator: "\n").count == SecretSample.refused.count)
            }
        }

        @Test(
            arguments: [
                ("status=4xx", [3, 4]), ("status=404", [3]), ("status=2xx,405", [1, 2, 4]), ("method=POST", [2, 4]),
                ("method=POST,GET&status=2xx", [1, 2]), ("unanswered=true", [3]), ("method=DELETE", []),
                ("search=tea&method=GET", [1, 3]), ("status=4xx&unanswered=true&method=GET", [3]), ("", [1, 2, 3, 4]),
            ] as [(String, [Int])])
        func `selects entries by method, status, and whether they were answered`(query: String, numbers: [Int])
            async throws
        {
            try await InspectedServer.run { inspected async throws in
                inspected.switchboard.undecided = .unanswered
                inspected.router.get("/tea", with: .json(["a": 1]))
                inspected.router.post("/tea", with: .status(201))
                inspected.router.post("/pot", with: .status(405))
                for (method, target) in [("GET", "/tea"), ("POST", "/tea"), ("GET", "/teas"), ("POST", "/pot")] {
                    try await inspected.send(method, target)
                }
                #expect(await eventually { inspected.router.journal.entries.allSatisfy { $0.ending != nil } })
                let entries = try await inspected.members("journal?\(query)").list("entries")
                #expect(entries.map { $0["number"] as? Int } == numbers)
            }
        }

        @Test func `shows the response that a client got for an unreadable mock`() async throws {
            try await InspectedServer.run { inspected in
                inspected.switchboard.set(.mock("products/success_unfinished.json"), for: "/v1/staging/products")
                let sent = try await inspected.send("GET", "/v1/staging/products")
                #expect(sent.status == 500)
                let entry = try await inspected.members("journal/1")
                #expect(entry["status"] as? Int == 500)
                #expect(entry.object("response").object("body")["text"] as? String == sent.text)
            }
        }

        @Test func `counts a request as unanswered if its mock can't be used, and says why`() async throws {
            try await InspectedServer.run { inspected in
                inspected.switchboard.set(.mock("products/success_unfinished.json"), for: "/v1/staging/products")
                try await inspected.send("GET", "/v1/staging/products")
                #expect(await eventually { inspected.router.journal.entries.first?.ending != nil })
                #expect(try await numbers(inspected, "?unanswered=true") == [1])
                let entry = try await inspected.members("journal/1")
                #expect(entry["outcome"] as? String == "unanswered")
                #expect(
                    entry["reason"] as? String == """
                        the mock can’t be used (always for /v1/staging/products): \
                        products/success_unfinished.json:2:16: expected a value or "]" but found "}"
                        """)
                #expect(entry["status"] as? Int == 500)
                #expect(entry["failure"] == nil)
            }
        }

        @Test(
            arguments: [
                (.timedOut, "timed out (simulated)"), (.garbage, "the response wasn’t HTTP"),
                (.empty, "the connection was closed"), (.cutShort(after: 1), "the connection was closed"),
            ] as [(Response.Fault, String)])
        func `says how a request failed`(_ fault: Response.Fault, _ failure: String) async throws {
            try await InspectedServer.run { inspected async throws in
                inspected.router.get("/tea", with: .text("tea").failing(fault))
                try await RawClient.talking(to: inspected.port) { client in
                    try client.send("GET /tea HTTP/1.1\r\nHost: a\r\n\r\n")
                }
                #expect(await eventually { inspected.router.journal.entries.first?.ending != nil })
                let entry = try await inspected.members("journal/1")
                #expect(entry["failure"] as? String == failure)
                #expect((entry["duration"] == nil) == (fault == .timedOut))
            }
        }

        @Test func `shows no body for HEAD`() async throws {
            try await InspectedServer.run { inspected in
                inspected.router.get("/tea", with: .text("never sent"))
                try await inspected.send("HEAD", "/tea")
                let response = try await inspected.members("journal/1").object("response")
                #expect(response.object("body")["length"] as? Int == 0)
            }
        }

        @Test func `lists the parts of a form`() async throws {
            try await InspectedServer.run { inspected in
                inspected.switchboard.undecided = .unanswered
                let head = "Content-Disposition: form-data; name="
                let file = "filename=\"tea.png\"\r\nContent-Type: image/png"
                let note = "--b\r\n\(head)\"note\"\r\n\r\ngreen\r\n"
                let body = note + "--b\r\n\(head)\"photo\"; \(file)\r\n\r\n\0\r\n--b--\r\n"
                try await inspected.send("POST", "/tea", ["Content-Type: multipart/form-data; boundary=b"], body: body)
                let parts = try await inspected.members("journal/1").object("request").object("body").list("parts")
                #expect(parts.map { $0["name"] as? String } == ["note", "photo"])
                #expect(parts.map { $0["text"] as? String } == ["green", nil])
                #expect(parts.map { $0["file"] as? String } == [nil, "tea.png"])
                #expect(parts.map { $0["type"] as? String } == [nil, "image/png"])
                #expect(parts.map { $0["length"] as? Int } == [5, 1])
            }
        }

        @Test func `says what to do about a chosen mock that's gone`() async throws {
            try await InspectedServer.run { inspected in
                let path = "products/success_emptyList.json"
                let mock = try #require(inspected.switchboard.folder?.mock(at: path))
                inspected.switchboard.set(.mock(path), for: "/v1/staging/products")
                try FileManager.default.removeItem(at: mock.url)
                #expect(try await inspected.send("GET", "/v1/staging/products").status == 500)
                let reason = try await inspected.members("journal/1")["reason"] as? String
                #expect(reason?.hasSuffix(": there is no mock “\(path)”. Choose another mock, or the default.") == true)
            }
        }

        @Test func `starts over`() async throws {
            try await run { inspected async throws in
                #expect(try await inspected.api("DELETE", "journal").status == 204)
                #expect(try await numbers(inspected) == [])
                #expect(try await inspected.members("journal")["first"] as? Int == 4)
            }
        }

        @Test func `keeps the beginning of a long body, and the last of many bodies`() async throws {
            try await InspectedServer.run { inspected in
                inspected.router.get(
                    "/long", with: .data(Data(repeating: 0x61, count: 600 * 1024), contentType: "text/plain"))
                inspected.router.get("/short", with: .data(Data("short".utf8), contentType: "text/plain"))
                try await inspected.send("GET", "/long")
                let body = try await inspected.members("journal/1").object("response").object("body")
                #expect(body["length"] as? Int == 600 * 1024)
                #expect((body["text"] as? String)?.utf8.count == 512 * 1024)
                #expect(body["isCut"] as? Bool == true)
                let short = "GET /short HTTP/1.1\r\nHost: a\r\n\r\n"
                try await RawClient.talking(to: inspected.port) { client in
                    for _ in 0..<256 { _ = try client.exchange(short) }
                }
                #expect(try await inspected.members("journal/1")["response"] == nil)
                let last = try await inspected.members("journal/257").object("response").object("body")
                #expect(last["text"] as? String == "short")
            }
        }
    }
}
