import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension ServingSuites {
    @Suite struct `teapot serve` {
        private static let files = [
            "Mocks/teas/success_list.json": #"["Assam"]"#,
            "Mocks/teas/success_soldOut.json": "[]",
            "Mocks/teas/error_503_broken.json": #"{"error":"broken"}"#,
            "Scenarios/closing.json": #"{"steps":[{"folder":"/teas","responseFileName":"soldOut"}]}"#,
        ]

        private func get(_ teapot: RunningTeapot, _ path: String) async throws -> (status: Int, body: String) {
            let client = Teapot(baseURL: try #require(URL(string: teapot.url)), defaultDeliveryQueue: nil)
            do throws(TeapotError) {
                let response = try await client.get(path)
                return (response.status, String(decoding: response.body, as: UTF8.self))
            } catch {
                let response = try #require(error.response)
                return (response.status, String(decoding: response.body, as: UTF8.self))
            }
        }

        @Test(arguments: [SIGINT, SIGTERM])
        func `the sample is served without a folder until the command is stopped`(signal: Int32) async throws {
            let teapot = try await RunningTeapot(["serve"])
            #expect(
                teapot.greeting == [
                    "Serving 8 mocks from the sample at \(teapot.url)",
                    "  scenarios: flakyFilters, soldOut",
                    "  for a copy to edit: teapot init Shop",
                    "  try: teapot get \(teapot.url)/products",
                    "  inspector: \(teapot.inspector)",
                    "Press Ctrl-C to stop.",
                ])
            #expect(teapot.inspector.hasPrefix("\(teapot.url)/__teapot/?token="))
            let page = try await get(teapot, String(teapot.inspector.dropFirst(teapot.url.count)))
            #expect(page.status == 200)
            #expect(page.body.contains("<html"))
            let answer = try await get(teapot, "/products")
            #expect(answer.status == 200)
            #expect(answer.body.contains("Assam"))
            let created = try await Built.run(["post", teapot.url + "/products", "name=Darjeeling", "-i"])
            #expect(created.output.hasPrefix("HTTP 201 Created\n"))
            let line = try await teapot.nextLine()
            #expect(line.hasPrefix("GET /products 200 "))
            #expect(line.hasSuffix(" ms  products/success_allProducts.json, first match"))
            let (status, errors) = try await teapot.end(signal)
            #expect(status == 0)
            #expect(errors == "Stopped after 2 requests.\n")
        }

        @Test func `the folder “Mocks” is served without a path`() async throws {
            let folder = try TemporaryFolder(["Mocks/teas/success_list.json": "[1]"])
            let teapot = try await RunningTeapot(["serve"], prologue: "cd '\(folder.place)'")
            #expect(teapot.greeting.first == "Serving 1 mock from \(folder.place)/Mocks at \(teapot.url)")
            #expect(teapot.greeting.contains { $0.contains("teapot init") } == false)
            #expect(try await get(teapot, "/teas").status == 200)
            _ = try await teapot.end()
        }

        @Test func `the address of the inspector's page is the same after a restart`() async throws {
            let cache = try TemporaryFolder()
            let prologue = "export XDG_CACHE_HOME='\(cache.place)'"
            var addresses: [String] = []
            for _ in 0..<2 {
                let teapot = try await RunningTeapot(["serve"], prologue: prologue)
                addresses.append(String(teapot.inspector.dropFirst(teapot.url.count)))
                _ = try await teapot.source()
                _ = try await teapot.end()
            }
            #expect(addresses[0].hasPrefix("/__teapot/?token="))
            #expect(addresses[0] == addresses[1])
            let other = try await RunningTeapot(["serve"])
            #expect(!other.inspector.hasSuffix(addresses[0]))
            _ = try await other.end()
            // Without the page, there's no token.
            let folder = try TemporaryFolder()
            let plain = try await RunningTeapot(
                ["serve", "--no-inspector"], prologue: "export XDG_CACHE_HOME='\(folder.place)'")
            _ = try await plain.end()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.place) == [])
        }

        @Test(
            arguments: [
                (["a/success_201_POST_x.json", "b/success_x.json"], "{}", "/b"),
                (["a/success_x.json"], #"{"success_x.json": {"query": {"p": "2", "a b": "&"}}}"#, "/a?a%20b=%26&p=2"),
                (["a/success_x.json"], #"{"success_x.json": {"exactPath": "/v1/a", "exactQuery": {}}}"#, "/v1/a"),
                (["a/success_x.json"], #"{"success_x.json": {"headers": {"X-A": "b"}}}"#, nil),
                (["a/{id}/success_x.json"], "{}", "/a/1"),
            ] as [([String], String, String?)])
        func `the suggested request is one that a mock answers`(mocks: [String], index: String, path: String?)
            async throws
        {
            var files = Dictionary(uniqueKeysWithValues: mocks.map { ($0, "{}") })
            files["a/mocks.index.json"] = index
            // A broken mock isn't suggested, nor another one for its path.
            (files["0/success_a.json"], files["0/success_b.json"]) = ("{", "{}")
            let folder = try TemporaryFolder(files)
            let teapot = try await RunningTeapot(["serve", folder.place])
            let quoted = path.map { $0.contains("?") ? "'\(teapot.url)\($0)'" : "\(teapot.url)\($0)" }
            #expect(teapot.greeting.first { $0.hasPrefix("  try:") } == quoted.map { "  try: teapot get \($0)" })
            if let path { #expect(try await get(teapot, path).status == 200) }
            _ = try await teapot.end(SIGTERM)
        }

        @Test func `the problems of many mocks are reported, the first ones before it listens`() async throws {
            var files = ["bad name/success_999_x.json": "{}", "first/success_0.json": "{"]
            for number in 0..<300 { files["many/success_mock\(number).json"] = "{}" }
            files["many/success_z.json"] = "{]"
            let folder = try TemporaryFolder(files)
            let teapot = try await RunningTeapot(["serve", folder.place])
            // When the service ends, it would cancel the check of the other folders.
            #expect(await eventually(within: .seconds(60)) { teapot.errorsSoFar.contains("success_z.json") })
            let (status, errors) = try await teapot.end()
            #expect(status == 0)
            let lines = errors.split(separator: "\n").map { $0.split(separator: ":").prefix(2).joined(separator: ":") }
            #expect(
                lines.sorted() == [
                    "Stopped.", "warning: \(folder.place)/bad name/success_999_x.json",
                    "warning: \(folder.place)/first/success_0.json", "warning: \(folder.place)/many/success_z.json",
                ])
        }

        @Test func `an edit that makes an index file wrong is reported once, with the next request`() async throws {
            let folder = try TemporaryFolder(["teas/success_a.json": "[]", "teas/mocks.index.json": "{}"])
            let teapot = try await RunningTeapot(["serve", folder.place])
            #expect(try await get(teapot, "/teas").status == 200)
            let index = folder.path("teas/mocks.index.json")
            try Data(#"{"success_b.json": {}}"#.utf8).write(to: index)
            // A file that was saved within the last two seconds may still be incomplete.
            let date = Date(timeIntervalSinceNow: -10)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: index.path)
            let warning = "warning: \(folder.place)/teas/mocks.index.json:"
            #expect(try await get(teapot, "/teas").status == 200)
            #expect(await eventually(within: .seconds(60)) { teapot.errorsSoFar.contains(warning) })
            #expect(try await get(teapot, "/teas").status == 200)
            let (_, errors) = try await teapot.end()
            #expect(errors.components(separatedBy: warning).count == 2)
            #expect(errors.contains("success_b.json"))
        }

        @Test func `a network is simulated and named in the greeting`() async throws {
            let folder = try TemporaryFolder(Self.files)
            for name in ["wifi", "offline"] {
                let teapot = try await RunningTeapot(["serve", folder.place, "--network", name])
                #expect(teapot.greeting.contains("  network: \(name)"))
                let client = Teapot(baseURL: try #require(URL(string: teapot.url)), defaultDeliveryQueue: nil)
                if name == "wifi" {
                    #expect(try await client.get("teas").json == ["Assam"])
                } else {
                    let error = await #expect(throws: TeapotError.self) { try await client.get("teas") }
                    #expect((error?.underlyingError as? URLError)?.code == .networkConnectionLost)
                }
                _ = try await teapot.end(SIGTERM)
            }
        }

        @Test func `a network slows a JSON file and a WireMock root, too`() async throws {
            let folder = try TemporaryFolder([
                "data.json": #"{"teas": []}"#, "root/mappings/tea.json": #"{"request": {"url": "/tea"}}"#,
            ])
            for place in ["data.json", "root"] {
                let teapot = try await RunningTeapot(
                    ["serve", folder.path(place).path, "--network", "3g", "--latency", "0"])
                #expect(teapot.greeting.contains("  network: 3g"))
                let source = try await teapot.source()
                let title = place == "root" ? "1 stub" : "1 resource"
                #expect(source["title"] as? String == "Serving \(title) from \(folder.path(place).path)")
                #expect((source["lines"] as? [String])?.contains("  network: 3g") == true)
                _ = try await teapot.end(SIGTERM)
            }
        }

        @Test func `the log says which requests were not answered`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(["serve", folder.place])
            #expect(try await get(teapot, "/nowhere").status == 404)
            let line = try await teapot.nextLine()
            #expect(line.contains(" ms  has no mock in “"), "\(line)")
            _ = try await teapot.end(SIGTERM)
        }

        @Test func `pages of other origins may use the server on request`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(["serve", folder.place, "--cors"])
            let client = Teapot(baseURL: try #require(URL(string: teapot.url)), defaultDeliveryQueue: nil)
            let fields = ["Origin": "http://localhost:3000"]
            let response = try await client.get("teas", headerFields: fields)
            #expect(response.headers["Access-Control-Allow-Origin"] == "http://localhost:3000")
            let preflight = try await client.request(
                "OPTIONS", "teas", headerFields: fields.merging(["Access-Control-Request-Method": "PUT"]) { $1 })
            #expect(preflight.status == 204)
            #expect(preflight.headers["Access-Control-Allow-Methods"] == "PUT")
            _ = try await teapot.nextLine()
            let line = try await teapot.nextLine()
            #expect(line.hasPrefix("OPTIONS /teas 204 "))
            #expect(line.hasSuffix("a preflight request, for the router's CORS policy"))
            _ = try await teapot.end()
        }

        @Test func `an origin may be given with its default port`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot([
                "serve", folder.place, "--cors=http://LOCALHOST:80", "--cors=https://a.test:443/", "--cors=:81",
            ])
            let client = Teapot(baseURL: try #require(URL(string: teapot.url)), defaultDeliveryQueue: nil)
            for (origin, isAllowed) in [
                ("http://localhost", true), ("https://a.test", true), ("http://localhost:81", true),
                ("https://localhost", false), ("http://a.test", false), ("http://localhost:8", false),
            ] {
                let response = try await client.get("teas", headerFields: ["Origin": origin])
                let allowed = response.headers["Access-Control-Allow-Origin"]
                #expect(allowed == (isAllowed ? origin : nil), "\(origin)")
            }
            _ = try await teapot.end()
        }

        @Test func `bodies are compressed on request`() async throws {
            let list = "[" + (0..<200).map { #"{"id":\#($0)}"# }.joined(separator: ",") + "]"
            let folder = try TemporaryFolder(["Mocks/teas/success_list.json": list])
            for arguments in [[], ["--gzip"]] {
                let teapot = try await RunningTeapot(["serve", folder.place] + arguments)
                let client = Teapot(baseURL: try #require(URL(string: teapot.url)), defaultDeliveryQueue: nil)
                let response = try await client.get("teas", headerFields: ["Accept-Encoding": "gzip"])
                #expect(String(decoding: response.body, as: UTF8.self) == list)
                #expect(response.headers["Vary"] == (arguments.isEmpty ? nil : "Accept-Encoding"))
                #expect(response.headers["ETag"]?.hasPrefix("W/") == !arguments.isEmpty)
                let line = try await teapot.nextLine()
                #expect(line.hasPrefix("GET /teas 200 "))
                _ = try await teapot.end()
            }
        }

        @Test func `the inspector can be disabled, and the greeting has the address for other machines`() async throws {
            let teapot = try await RunningTeapot(["serve", "--all", "--no-inspector"])
            #expect(teapot.inspector.isEmpty)
            let line = try #require(teapot.greeting.first { $0.hasPrefix("  other machines can connect, too") })
            let port = try #require(teapot.url.split(separator: ":").last)
            for address in line.split(separator: " ").filter({ $0.hasPrefix("http") }) {
                #expect(address.contains(":\(port)") && !address.contains("127.0.0.1"))
            }
            #expect(try await get(teapot, "/__teapot/").status == 404)
            #expect(try await get(teapot, "/products").status == 200)
            _ = try await teapot.end()
        }

        @Test func `another host name and the journal's size can be given`() async throws {
            let live = Server { _ in .text("live") }
            let place = "http://127.0.0.1:\(try live.start())"
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(
                ["serve", folder.place, "--live", place, "--allow-host", "tea.test", "--journal", "1"])
            let port = try #require(URL(string: teapot.url)?.port.flatMap { UInt16(exactly: $0) })
            let token = try #require(teapot.inspector.split(separator: "=").last)
            func send(_ method: String, _ target: String, host: String, count: Int = 0) async throws -> WireMessage {
                let fields = "Host: \(host)\r\nAuthorization: Bearer \(token)\r\nContent-Length: \(count)\r\n"
                let body = String(repeating: "x", count: count)
                return try await RawClient.talking(to: port) {
                    try $0.exchange("\(method) \(target) HTTP/1.1\r\n\(fields)\r\n\(body)")
                }
            }
            #expect(try await send("GET", "/nothing", host: "tea.test").text == "live")
            #expect(try await send("GET", "/nothing", host: "other.test").status == 403)
            // The live server's name is its URL.
            let state = try await send("GET", "/__teapot/api/state", host: "tea.test")
            #expect(state.status == 200 && state.text.contains(place.dropFirst("http://".count)))
            #expect(try await send("GET", "/__teapot/api/state", host: "other.test").status == 403)
            for _ in 0..<2 { _ = try await send("POST", "/nothing", host: "tea.test", count: 600_000) }
            for (number, isDropped) in [(3, true), (4, false)] {
                let entry = try await send("GET", "/__teapot/api/journal/\(number)", host: "tea.test").text
                #expect(entry.contains(#""isDropped":true"#) == isDropped)
            }
            _ = try await teapot.end()
            try await live.stop(within: 0)
        }

        @Test func `only the live server gets its credentials`() async throws {
            let live = Server { request in .text(request.headers["Authorization"] ?? "none") }
            let port = try live.start()
            let folder = try TemporaryFolder(Self.files)
            let url = "http://ada:s%3Acret@127.0.0.1:\(port)/base"
            let teapot = try await RunningTeapot(["serve", folder.place, "--live", url, "--cors"])
            #expect(teapot.greeting.contains("  live: http://127.0.0.1:\(port)/base"))
            let answer = try await get(teapot, "/nothing")
            #expect(answer.body == "Basic " + Data("ada:s:cret".utf8).base64EncodedString())
            #expect(live.router.journal.requests.first?.path == "/base/nothing")
            let line = try await teapot.nextLine()
            #expect(line.contains("passed through to http://127.0.0.1:\(port)/base"))
            let errors = try await teapot.end().errors
            #expect(errors.contains("with “--cors”, every site can read the live server's responses"))
            #expect(!(teapot.greeting + [line, errors]).joined().contains("cret"))
            try await live.stop(within: 0)
        }

        @Test func `no page can read a response that needs the live server's credentials`() async throws {
            let live = Server { _ in .text("private", headers: ["Access-Control-Allow-Origin": "*"]) }
            let url = "http://ada:secret@127.0.0.1:\(try live.start())"
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(["serve", folder.place, "--live", url])
            let client = Teapot(baseURL: try #require(URL(string: teapot.url)), defaultDeliveryQueue: nil)
            let evil = ["Origin": "https://evil.test", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"]
            let refused = await #expect(throws: TeapotError.self) {
                try await client.get("nothing", headerFields: evil)
            }
            #expect(refused?.responseStatus == 403)
            #expect(live.router.journal.requests.isEmpty)
            let sameSite = ["Origin": "http://127.0.0.1:3000", "Sec-Fetch-Site": "same-site"]
            let response = try await client.get("nothing", headerFields: sameSite)
            #expect(String(decoding: response.body, as: UTF8.self) == "private")
            #expect(response.headers["Access-Control-Allow-Origin"] == nil)
            _ = try await teapot.end()
            try await live.stop(within: 0)
        }

        @Test(arguments: ["data.json", "."], [[], ["--cors=http://localhost:3000"], ["--cors"]])
        func `every source of responses warns that all sites can read the live server's responses`(
            source: String, words: [String]
        ) async throws {
            let folder = try TemporaryFolder([
                "data.json": #"{"teas": []}"#, "mappings/a.json": #"{"request": {"url": "/a"}, "response": {}}"#,
            ])
            let live = ["--live", "http://ada:secret@127.0.0.1:1"]
            let teapot = try await RunningTeapot(["serve", folder.place + "/" + source] + live + words)
            let errors = try await teapot.end().errors
            #expect(errors.contains("with “--cors”, every site can read") == (words == ["--cors"]))
        }

        @Test func `a second Ctrl-C doesn't wait for requests in progress`() async throws {
            let live = Server { _ in
                try await Task.sleep(nanoseconds: 600_000_000_000)
                return .status(200)
            }
            let port = try live.start()
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(["serve", folder.place, "--live", "http://127.0.0.1:\(port)"])
            let client = Teapot(baseURL: try #require(URL(string: teapot.url)), defaultDeliveryQueue: nil)
            let task = Task { try await client.get("nothing") }
            _ = try await live.router.journal.waitForRequest(timeout: 60)
            teapot.send(SIGINT)
            let status = try await teapot.end(SIGINT).status
            // The system decides whether the second signal arrives while the first is being handled.
            #expect([0, 130].contains(status))
            await #expect(throws: TeapotError.self) { try await task.value }
            try await live.stop(within: 0)
        }

        @Test func `the program needs no other files`() async throws {
            let folder = try TemporaryFolder()
            let copy = folder.path("teapot")
            // Copied by another process: a child of another test could keep the copy open, and then it can't be run.
            _ = try await Program.run("/bin/cp", [try #require(Built.teapot), copy.path])
            try await RunningTeapot.with(["serve"], path: copy.path) { teapot async throws in
                #expect(try await get(teapot, "/products").status == 200)
            }
            let run = try await Built.run(["get", ":1"], program: copy.path)
            #expect(run.errors.contains("nothing is listening at http://localhost:1"))
        }

        @Test(arguments: ["", "/Mocks"])
        func `Mocks and Scenarios are found in the folder that contains them`(path: String) async throws {
            let folder = try TemporaryFolder(Self.files)
            try await RunningTeapot.with(["serve", folder.place + path, "--scenario", "closing"]) {
                teapot async throws in
                #expect(teapot.greeting.first?.hasPrefix("Serving 3 mocks from \(folder.place)/Mocks at http") == true)
                #expect(teapot.greeting.contains("  scenarios: closing (active)"))
                #expect(try await get(teapot, "/any/teas").body == "[]")
                #expect(
                    try await teapot.nextLine().hasSuffix(
                        "teas/success_soldOut.json, step 1 of 1 of the scenario “closing”"))
                #expect(try await get(teapot, "/any/teas").body == #"["Assam"]"#)
            }
        }

        @Test func `a new file counts at the next request`() async throws {
            let folder = try TemporaryFolder(Self.files)
            try await RunningTeapot.with(["serve", folder.place]) { teapot async throws in
                #expect(try await get(teapot, "/pots").status == 404)
                try folder.write("[1]", to: "Mocks/pots/success_all.json")
                #expect(try await get(teapot, "/pots").body == "[1]")
            }
        }

        @Test func `problems in the folders are reported, and everything else is served`() async throws {
            var files = Self.files
            files["Mocks/teas/success_bad.json"] = "{\n  \"a\" 1}"
            files["Scenarios/odd.json"] = "[]"
            let folder = try TemporaryFolder(files)
            let teapot = try await RunningTeapot(["serve", folder.place])
            let (_, errors) = try await teapot.end()
            #expect(errors.contains("/Mocks/teas/success_bad.json:2:7: expected \":\" but found \"1\"\n"))
            #expect(errors.contains("/Scenarios/odd.json:1:1: expected an object"))
        }

        @Test func `problems that only the command check reports are counted`() async throws {
            var files = Self.files
            files["Mocks/teas/success_2000_a.json"] = "{}"
            files["Mocks/teas/success_200_UPDATE_b.json"] = "{}"
            let folder = try TemporaryFolder(files)
            let (_, errors) = try await RunningTeapot(["serve", folder.place]).end()
            let line = "warning: “teapot check \(folder.place)” finds 2 more problems."
            #expect(errors == "\(line)\nStopped.\n")
            let clean = try TemporaryFolder(Self.files)
            let (_, none) = try await RunningTeapot(["serve", clean.place]).end()
            #expect(none == "Stopped.\n")
        }

        @Test func `requests without a mock go live`() async throws {
            let live = Server { _ in .json(["from": "live"]) }
            let port = try live.start()
            let folder = try TemporaryFolder(Self.files)
            try await RunningTeapot.with(["serve", folder.place, "--live", "http://127.0.0.1:\(port)"]) {
                teapot async throws in
                #expect(teapot.greeting.contains("  live: http://127.0.0.1:\(port)/"))
                #expect(try await get(teapot, "/pots").body == #"{"from":"live"}"#)
                #expect(try await teapot.nextLine().contains("passed through to http://127.0.0.1:\(port)"))
                #expect(try await get(teapot, "/teas").body == #"["Assam"]"#)
                #expect(try await teapot.nextLine().contains("teas/success_list.json"))
                try await live.stop()
                #expect(try await get(teapot, "/pots").status == 502)
                let line = try await teapot.nextLine()
                let reason = "nothing is listening at 127.0.0.1:\(port); start the server, or correct its URL"
                #expect(line.hasSuffix("passed through to http://127.0.0.1:\(port)/, but \(reason)"), "\(line)")
            }
        }

        @Test func `a held request is reported, and ends when the server stops`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(["serve", folder.place, "--hold"])
            let client = Teapot(baseURL: try #require(URL(string: teapot.url)), defaultDeliveryQueue: nil)
            let task = Task { try await client.get("teas") }
            let line = try await teapot.nextLine()
            #expect(
                line == "GET /teas held  teas/error_503_broken.json, teas/success_list.json, teas/success_soldOut.json")
            #expect(try await teapot.end(SIGINT).status == 0)
            await #expect(throws: TeapotError.self) { try await task.value }
        }

        @Test func `a port in use is reported`() async throws {
            let server = Server()
            let port = try server.start()
            let run = try await Built.run(["serve", "--port", "\(port)"])
            #expect(run.errors.hasPrefix("teapot: port \(port) is in use ("), "\(run.errors)")
            let advice = "). Stop the process that listens there, or use --port 0 for any free port.\n"
            #expect(run.errors.hasSuffix(advice), "\(run.errors)")
            #expect(run.status == 69)
            try await server.stop()
        }

        private static let none = "there is no file or folder"
        private static let kinds =
            "Use a folder of mocks, an OpenAPI document, a .json file of resources, or a WireMock root."

        @Test(
            arguments: [
                (["serve", "8080"], "\(none) “8080”. \(kinds) For a port, use --port 8080.", 66),
                (["serve", ":8080"], "\(none) “:8080”. \(kinds) For a port, use --port 8080.", 66),
                (["serve", "nowhere"], "there is no file or folder “nowhere”. \(kinds)", 66),
                (["serve", "./flie"], "there is no file or folder “./flie”; did you mean “./file”? \(kinds)", 66),
                (["serve", "data.jsn"], "\(none) “data.jsn”; did you mean “data.json”? \(kinds)", 66),
                (["serve", "./dri"], "there is no file or folder “./dri”; did you mean “./dir”? \(kinds)", 66),
                (["serve", "dri/"], "there is no file or folder “dri/”. \(kinds)", 66),
                (["serve", ""], "there is no file or folder “”. \(kinds)", 66),
                (["serve", "file"], "“file” can't be served. \(kinds)", 66),
                (
                    ["serve", "a.har"],
                    "“a.har” can't be served. \(kinds) For a HAR file, use “teapot replay a.har”.", 66
                ),
                (
                    ["serve", "nowhere", "--live", "http://127.0.0.1:9", "--record"],
                    "no folder “nowhere”; create it, or run “teapot record URL --into nowhere”.", 66
                ),
                (["serve", ".", "--scenarios", "nowhere"], "there is no folder “nowhere”.", 66),
            ] as [([String], String, Int32)])
        func `missing folders are reported`(words: [String], message: String, status: Int32) async throws {
            let folder = try TemporaryFolder(["file": "", "dir/success_x.json": "1", "data.json": "{}", "a.har": ""])
            let run = try await Built.run(words, in: folder.url)
            #expect(run.errors == "teapot: \(message)\n")
            #expect(run.output == "")
            #expect(run.status == status)
        }

        @Test(.enabled(if: geteuid() != 0, "root may read everything"))
        func `an unreadable folder is reported`() async throws {
            let folder = try TemporaryFolder(["locked/x.json": "1"])
            chmod(folder.place + "/locked", 0)
            let run = try await Built.run(["serve", "locked"], in: folder.url)
            chmod(folder.place + "/locked", 0o700)
            #expect(run.errors == "teapot: “locked” can't be read: permission denied.\n")
            #expect(run.status == 66)
        }
    }
}
