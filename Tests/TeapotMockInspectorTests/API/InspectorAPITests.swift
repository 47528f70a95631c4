import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockInspector
import TeapotMockServer
import TeapotTestSupport
import Testing

extension InspectorSuites {
    /// Tests of the inspector's API.
    @Suite struct `The inspector's API` {
        @Test func `returns the state, and changes it`() async throws {
            try await InspectedServer.run { inspected in
                let staging = try #require(URL(string: "https://staging.test/v1"))
                let dev = try #require(URL(string: "https://ada:secret@dev.test"))
                inspected.switchboard.environments = [.init("Staging", baseURL: staging), .init("Dev", baseURL: dev)]
                var state = try await inspected.members("state")
                #expect(state["isOn"] as? Bool == true)
                #expect(state["undecided"] as? String == "hold")
                #expect(state["environment"] as? String == "Staging")
                #expect(state.list("environments").compactMap { $0["baseURL"] as? String }.count == 2)
                #expect(!"\(state)".contains("secret"))
                #expect(state.object("server")["url"] as? String == "http://127.0.0.1:\(inspected.port)")
                try await inspected.change(
                    "PATCH", "state", #"{"isOn": false, "undecided": "firstMock", "environment": "Dev"}"#)
                #expect(!inspected.switchboard.isOn)
                #expect(inspected.switchboard.undecided == .firstMock)
                state = try await inspected.members("state")
                #expect(state["environment"] as? String == "Dev")
                #expect(state["live"] as? String == "Dev")
                inspected.switchboard.environments = []
                #expect(try await inspected.members("state")["live"] == nil)
            }
        }

        @Test func `lists the folder's mocks and problems`() async throws {
            try await InspectedServer.run { inspected in
                let mocks = try await inspected.members("mocks")
                #expect(mocks["count"] as? Int == 6)
                #expect(
                    mocks.list("folders").compactMap { $0["folder"] as? String } == [
                        "/General", "/payments", "/products",
                    ])
                let products = try #require(mocks.list("folders").last)
                #expect(products["requestPath"] as? String == "/v1/staging/products")
                #expect(products["first"] as? String == "products/success_emptyList.json")
                #expect(
                    products.list("mocks").compactMap { $0["path"] as? String } == [
                        "products/error_404_notFound.json", "products/success_emptyList.json",
                        "products/success_productList.json", "products/success_unfinished.json",
                    ])
                let problem = try #require(mocks.list("problems").first)
                #expect(problem["file"] as? String == "products/success_unfinished.json")
                #expect(problem["line"] as? Int == 2)
            }
        }

        @Test func `returns one mock with its body`() async throws {
            try await InspectedServer.run { inspected in
                let mock = try await inspected.members("mocks/products/error_404_notFound.json")
                #expect(mock["status"] as? Int == 404)
                #expect(mock["summary"] as? String == "404")
                #expect(mock["isBody"] as? Bool == true)
                #expect(mock["isSuccess"] as? Bool == false)
                #expect(mock.list("headers").compactMap { $0["name"] as? String } == ["X-Why", "Content-Type"])
                #expect(mock.object("body")["text"] as? String == #"{"error": "There is none."}"#)
                #expect(mock.object("body")["length"] as? Int == 27)
            }
        }

        @Test func `sets the response for a path`() async throws {
            try await InspectedServer.run { inspected in
                try await inspected.change(
                    "PUT", "settings",
                    #"{"path": "/v1/staging/products", "setting": {"kind": "mock", "mock": "products/success_emptyList.json"}}"#
                )
                #expect(try await inspected.send("GET", "/v1/staging/products").text == #"{"products": []}"#)
                let products = try #require(try await inspected.members("mocks").list("folders").last)
                let setting = products.object("settings").object("any method")
                #expect(setting["mock"] as? String == "products/success_emptyList.json")
                for kind in ["live", "unanswered", "hold"] {
                    try await inspected.change("PUT", "settings", #"{"path": "/a", "setting": {"kind": "\#(kind)"}}"#)
                }
                #expect(inspected.switchboard.setting(for: "/a") == .hold)
                try await inspected.change("PUT", "settings", #"{"path": "/a", "setting": null}"#)
                #expect(inspected.switchboard.setting(for: "/a") == nil)
            }
        }

        @Test func `lists a setting whose method is no token`() async throws {
            try await InspectedServer.run { inspected in
                for method in [nil, "any method"] as [Teapot.Method?] {
                    inspected.switchboard.set(.hold, for: "/v1/staging/products", method: method)
                }
                let products = try #require(try await inspected.members("mocks").list("folders").last)
                #expect(products.object("settings").keys.sorted() == ["any method"])
            }
        }

        @Test func `sets the responses for two methods of a path`() async throws {
            try await InspectedServer.run { inspected in
                let path = "/v1/staging/products"
                for (method, file) in [("GET", "success_emptyList"), ("POST", "error_404_notFound")] {
                    let setting = #"{"kind": "mock", "mock": "products/\#(file).json"}"#
                    try await inspected.change(
                        "PUT", "settings", #"{"path": "\#(path)", "method": "\#(method)", "setting": \#(setting)}"#)
                }
                #expect(try await inspected.send("GET", path).text == #"{"products": []}"#)
                #expect(try await inspected.send("POST", path).status == 404)
                let products = try #require(try await inspected.members("mocks").list("folders").last)
                #expect(products.object("settings").keys.sorted() == ["GET", "POST"])
                #expect(products.object("answering")["GET"] as? String == "products/success_emptyList.json")
                let undo = #"{"path": "\#(path)", "method": "POST", "setting": null}"#
                try await inspected.change("PUT", "settings", undo)
                #expect(inspected.switchboard.setting(for: path, method: .post) == nil)
                let setting = inspected.switchboard.setting(for: path, method: .head)
                #expect(setting == .mock("products/success_emptyList.json"))
            }
        }

        @Test func `lists scenarios, and activates and deactivates them`() async throws {
            try await InspectedServer.run { inspected in
                let scenarios = try await inspected.members("scenarios").list("scenarios")
                #expect(scenarios.compactMap { $0["name"] as? String } == ["New user", "Payment"])
                #expect(scenarios.first?["when"] as? String == "header X-User: new")
                let mocks = scenarios.last?.list("steps").map { $0.object("mock") } ?? []
                #expect(mocks.compactMap { $0["name"] as? String } == ["productList", "validatedPayment"])
                #expect(mocks.compactMap { $0["delay"] as? Double } == [0, 0.02])
                #expect(
                    scenarios.first?.list("steps").first?["expects"] as? String
                        == "method GET, path that ends with /products, query page=1")
                try await inspected.change("PUT", "scenarios/Payment", #"{"isActive": true}"#)
                try await inspected.change("PUT", "scenarios/New%20user", #"{"isActive": true}"#)
                try await inspected.change("PUT", "scenarios/New%20user", #"{"isActive": false}"#)
                #expect(try await inspected.send("GET", "/v1/staging/products").status == 200)
                let active = try await inspected.members("state").list("activeScenarios")
                #expect(active.count == 1)
                #expect(active.first?["step"] as? Int == 1)
                #expect(active.first?["stepCount"] as? Int == 2)
                #expect(active.first?["next"] as? String == "payments/success_200_20ms_validatedPayment.json")
                #expect(try await inspected.send("GET", "/payments").text == #"{"state": "valid"}"#)
                #expect(try await inspected.members("state").list("activeScenarios").isEmpty)
            }
        }

        @Test func `lists a held request, and answers it with a mock`() async throws {
            try await InspectedServer.run { inspected in
                let answer = try await inspected.holding { id in
                    let listed = try await inspected.members("state").list("held")
                    #expect(listed.first?["target"] as? String == "/v1/staging/products")
                    #expect(listed.first?["mock"] as? String == "emptyList")
                    let held = try await inspected.members("held/\(id)")
                    #expect(held["requestPath"] as? String == "/v1/staging/products")
                    #expect(held["live"] == nil)
                    let broken = held.list("mocks").first { $0["isBroken"] as? Bool == true }
                    #expect((broken?["problem"] as? String)?.isEmpty == false)
                    #expect(held.list("mocks").last?["path"] as? String == "General/error_503_maintenance.json")
                    let wrong = try await inspected.api(
                        "POST", "held/\(id)", body: #"{"decision": "mock", "mock": "products/succes_emptyList.json"}"#)
                    #expect(wrong.status == 409)
                    #expect(wrong.error?.contains("Did you mean “products/success_emptyList.json”?") == true)
                    try await inspected.change(
                        "POST", "held/\(id)", #"{"decision": "mock", "mock": "products/error_404_notFound.json"}"#)
                    let gone = try await inspected.api("POST", "held/\(id)", body: #"{"decision": "live"}"#)
                    #expect(gone.status == 404)
                    #expect(
                        gone.error
                            == "Request \(id) isn’t held: it was answered, cancelled or sent before a restart."
                    )
                }
                #expect(answer.status == 404)
                #expect(answer.headers["X-Why"] == "nothing")
            }
        }

        @Test func `answers a held request with a written response`() async throws {
            try await InspectedServer.run { inspected in
                let answer = try await inspected.holding { id in
                    try await inspected.change(
                        "POST", "held/\(id)",
                        """
                        {"decision": "response", "response": {"status": 418, "delay": 0.01, "body": "{\\"id\\": 7}",
                         "headers": [{"name": "Content-Type", "value": "application/json"}, {"name": "X-A", "value": "b"}]}}
                        """)
                }
                #expect(answer.status == 418)
                #expect(answer.headers["X-A"] == "b")
                #expect(answer.text == #"{"id": 7}"#)
                let bytes = try await inspected.holding { id in
                    try await inspected.change(
                        "POST", "held/\(id)", #"{"decision": "response", "response": {"bodyBase64": "AAH/"}}"#)
                }
                #expect(bytes.body == Data([0, 1, 255]))
            }
        }

        @Test func `sends a held request to the live server`() async throws {
            let live = Router()
            live.get("/v1/staging/products") { _ -> Response in ["from": "the live server"] }
            try await Clients.serving(live) { port in
                try await InspectedServer.run { inspected in
                    let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
                    inspected.switchboard.environments = [.init("Dev", baseURL: url)]
                    let answer = try await inspected.holding { id in
                        #expect(try await inspected.members("held/\(id)")["live"] as? String == "Dev")
                        try await inspected.change("POST", "held/\(id)", #"{"decision": "live"}"#)
                    }
                    #expect(answer.text == #"{"from":"the live server"}"#)
                    // A live response arrives in pieces, and its beginning is kept.
                    let entry = try await inspected.members("journal/1")
                    #expect(
                        entry.object("response").object("body")["text"] as? String == #"{"from":"the live server"}"#)
                    #expect(entry["outcome"] as? String == "passedThrough")
                }
            }
        }

        @Test func `cancels a held request`() async throws {
            try await InspectedServer.run { inspected in
                await #expect(throws: WireError.self) {
                    try await inspected.holding { id in
                        try await inspected.change("POST", "held/\(id)", #"{"decision": "cancel"}"#)
                    }
                }
                #expect(inspected.switchboard.held.isEmpty)
            }
        }

        @Test(arguments: [
            ("PATCH", "state", "[]", 400, "The body must be a JSON object."),
            ("PATCH", "state", "{", 400, "The body is not JSON: line 1, column 2: "),
            ("PATCH", "state", #"{"isOn": "yes"}"#, 400, "“isOn” must be true or false."),
            ("PATCH", "state", #"{"on": true}"#, 400, "“on” can’t be changed"),
            ("PATCH", "state", #"{"undecided": "x"}"#, 400, "“undecided” must be one of “hold”, “firstMock”, "),
            (
                "PATCH", "state", #"{"environment": "x"}"#, 400,
                "There is no environment called “x”. There are no environments."
            ),
            ("PUT", "settings", #"{"path": "a"}"#, 400, "“path” must be the path of requests"),
            ("PUT", "settings", #"{"path": "/a", "method": 1, "setting": null}"#, 400, "“method” must be a method"),
            (
                "PUT", "settings", #"{"path": "/a", "method": "any method", "setting": {"kind": "hold"}}"#, 400,
                "“method” must be a method, such as “GET”."
            ),
            ("PUT", "settings", #"{"path": "/a"}"#, 400, "“setting” must be null, or have a “kind”"),
            (
                "PUT", "settings", #"{"path": "/a", "setting": {"kind": "x"}}"#, 400,
                "“setting” must be null, or have a “kind”"
            ),
            ("PUT", "scenarios/x", #"{"isActive": true}"#, 404, "There is no scenario called “x”."),
            ("PUT", "scenarios/x", "{}", 400, "“isActive” must be true or false."),
            ("POST", "held/9", "{}", 404, "Request 9 isn’t held"),
            ("GET", "held/x", "", 404, "Request x isn’t held"),
            ("GET", "journal/9", "", 404, "Request 9 is from before the server was restarted, or never arrived."),
            ("GET", "journal/9/curl", "", 404, "Request 9 is from before the server was restarted, or never arrived."),
            ("GET", "journal?after=x", "", 400, "“after” must be a number, not “x”."),
            ("GET", "nothing", "", 404, "The API has no such path"),
            ("GET", "", "", 404, "The API has no such path"),
            ("DELETE", "state", "", 405, "Only GET and PATCH are allowed here."),
            ("PATCH", "journal", "{}", 405, "Only GET and DELETE are allowed here."),
        ])
        func `explains an invalid request`(
            _ method: String, _ path: String, _ body: String, _ status: Int, _ text: String
        ) async throws {
            try await InspectedServer.run { inspected in
                let message = try await inspected.api(method, path, body: body)
                #expect(message.status == status)
                #expect(message.error?.hasPrefix(text) == true, "\(message.text)")
                if status == 405 { #expect(message.headers["Allow"]?.hasPrefix("GET, ") == true) }
            }
        }

        @Test(arguments: [
            (#"{"decision": "maybe"}"#, "“decision” must be “mock”, “document”, “response”, “live” or “cancel”."),
            (#"{"decision": "mock"}"#, "“mock” must be a path."),
            (#"{"decision": "response"}"#, "“response” must be an object with “status”, “headers” and “body”."),
            (#"{"decision": "response", "response": {"status": 99}}"#, "“status” must be a number from 200 to 599."),
            (
                #"{"decision": "response", "response": {"delay": -1}}"#,
                "“delay” must be a number of seconds, at most 3600."
            ),
            (#"{"decision": "response", "response": {"body": 1}}"#, "Either “body” or “bodyBase64” must be a string."),
            (#"{"decision": "response", "response": {"bodyBase64": "!"}}"#, "“bodyBase64” is not base64."),
            (
                #"{"decision": "response", "response": {"headers": [1]}}"#,
                "“headers” must be a list of objects with “name” and “value”."
            ),
            (
                #"{"decision": "response", "response": {"headers": {"A": "b"}}}"#,
                "“headers” must be a list of objects with “name” and “value”."
            ),
        ])
        func `explains an invalid decision`(_ body: String, _ text: String) async throws {
            try await InspectedServer.run { inspected in
                _ = try await inspected.holding { id in
                    let message = try await inspected.api("POST", "held/\(id)", body: body)
                    #expect(message.status == 400)
                    #expect(message.error == text)
                    let split =
                        #"{"decision": "response", "response": {"headers": [{"name": "A", "value": "b\r\nC: d"}]}}"#
                    #expect(try await inspected.api("POST", "held/\(id)", body: split).status == 400)
                    try await inspected.change(
                        "POST", "held/\(id)", #"{"decision": "mock", "mock": "products/success_emptyList.json"}"#)
                }
            }
        }

        @Test func `saves a response as a mock`() async throws {
            try await InspectedServer.run { inspected async throws in
                let folder = try #require(inspected.switchboard.folder)
                inspected.router.cors = .permissive
                inspected.router.get("/teas/:id") { request -> Response in
                    .json(["id": request["id"]], headers: ["X-Tea": "1"]).acceptingRanges()
                }
                inspected.router.get("/long", with: .data(Data(count: 600_000)))
                try await inspected.send("GET", "/teas/7", ["Origin: http://a.test"])
                let saved = try await inspected.api("POST", "journal/1/mock", body: "{}")
                #expect(saved.status == 201)
                let files = try JSON(parsing: saved.body).dictionary?["files"] as? [any Sendable]
                #expect(
                    files as? [String] == [
                        "teas/7/mocks.index.json", "teas/7/success_200_GET_7.headers.json",
                        "teas/7/success_200_GET_7.json",
                    ])
                let mock = try #require(folder.mock(at: "teas/7/success_200_GET_7.json"))
                let response = try mock.response()
                #expect(response.body == Data("{\n  \"id\": \"7\"\n}\n".utf8))
                #expect(response.headers["X-Tea"] == "1")
                for name in ["Access-Control-Allow-Origin", "ETag", "Accept-Ranges"] {
                    #expect(response.headers[name] == nil)
                }
                // An existing file is never changed.
                try Data("[]".utf8).write(to: mock.url)
                let again = try await inspected.api("POST", "journal/1/mock", body: "{}")
                #expect(again.status == 409)
                #expect(again.error?.contains("a mock “success_200_GET_7.json”. Create another") == true)
                #expect(try Data(contentsOf: mock.url) == Data("[]".utf8))
                try await inspected.send("GET", "/long")
                #expect(try await inspected.api("POST", "journal/2/mock", body: "{}").status == 409)
                #expect(try await inspected.api("POST", "journal/9/mock", body: "{}").status == 404)
                inspected.router.switchboard = nil
                #expect(try await inspected.api("POST", "journal/1/mock", body: "{}").status == 409)
            }
        }

        @Test func `makes a mock from a written response where nothing answered`() async throws {
            try await InspectedServer.run { inspected async throws in
                let folder = try #require(inspected.switchboard.folder)
                inspected.switchboard.undecided = .firstMock
                for target in ["/nothing/7?page=2", "/v1/staging/products?unfinished"] {
                    try await inspected.send("GET", target)
                }
                inspected.switchboard.set(.mock("products/success_unfinished.json"), for: "/v1/staging/products")
                try await inspected.send("GET", "/v1/staging/products")
                // The server's own explanations don't become mocks: they name files on this machine.
                for (number, reason) in [(1, "Nothing answered request 1"), (3, "Nothing answered request 3")] {
                    let refused = try await inspected.api("POST", "journal/\(number)/mock", body: "{}")
                    #expect(refused.status == 409)
                    #expect(refused.error == "\(reason); send the mock’s “response”.")
                }
                let bad = try await inspected.api("POST", "journal/1/mock", body: #"{"response": {"status": 99}}"#)
                #expect(bad.status == 400)
                let fields = #"[{"name": "Content-Type", "value": "application/json"}]"#
                let response = #"{"status": 201, "headers": \#(fields), "body": "{\"a\": 1}"}"#
                let made = try await inspected.api("POST", "journal/1/mock", body: #"{"response": \#(response)}"#)
                #expect(made.status == 201, "\(made.text)")
                let file = "nothing/7/success_201_GET_7-page-2.json"
                let files = try JSON(parsing: made.body).dictionary?["files"] as? [any Sendable]
                #expect(files as? [String] == ["nothing/7/mocks.index.json", file])
                #expect(folder.mock(at: file) != nil)
                let answer = try await inspected.send("GET", "/nothing/7?page=2")
                #expect(answer.status == 201)
                #expect(try JSON(parsing: answer.body) == ["a": 1])
                let entries = try await inspected.members("journal").list("entries")
                #expect(entries.map { $0["hasOwnResponse"] as? Bool } == [false, true, false, true])
            }
        }

        @Test func `saves nothing outside the folder`() async throws {
            try await InspectedServer.run { inspected async throws in
                let folder = try #require(inspected.switchboard.folder)
                inspected.router.any("/**", with: .json(["a": 1]))
                let paths = ["/../../out", "/%2e%2e/%2e%2e/out", "/..%2F..%2Fout", "/a/./../../out", "/%5C..%5Cout"]
                for (index, path) in paths.enumerated() {
                    try await inspected.send("GET", path)
                    _ = try await inspected.api("POST", "journal/\(index + 1)/mock", body: "{}")
                }
                for path in ["../../out", "/..", "%2e%2e/out", "a/../../../out"] {
                    let body = #"{"path": "\#(path)", "name": "../out"}"#
                    _ = try await inspected.api("POST", "journal/1/mock", body: body)
                }
                let parent = folder.directory.deletingLastPathComponent()
                let names = try FileManager.default.contentsOfDirectory(atPath: parent.path).sorted()
                #expect(names == ["Mocks", "Scenarios"])
                let above = parent.deletingLastPathComponent().appendingPathComponent("out").path
                #expect(!FileManager.default.fileExists(atPath: above))
            }
        }

        @Test func `works without a switchboard`() async throws {
            let server = Server(inspecting: Router())
            server.router.get("/a") { _ -> Response in ["id": 1] }
            let port = try server.start()
            let inspected = InspectedServer(
                server: server, port: port, switchboard: Switchboard())
            #expect(try await inspected.members("state")["hasSwitchboard"] as? Bool == false)
            #expect(try await inspected.members("mocks")["count"] as? Int == 0)
            #expect(try await inspected.members("scenarios").list("scenarios").isEmpty)
            let message = try await inspected.api("PATCH", "state", body: #"{"isOn": false}"#)
            #expect(message.status == 409)
            #expect(message.error == "The router has no switchboard: it answers only from routes.")
            try await server.stop(within: 0)
        }
    }
}
