import Foundation
import Teapot
import TeapotMockLive
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMock
@testable import TeapotMockFolders

@Suite(.inTurn, .timeLimit(.minutes(2))) struct `A switchboard` {
    /// A stage that could answer each request.
    private struct Answering: Stage {
        static var places: [StagePlace] { [.insteadOfRoutes] }

        func couldAnswer(_ request: Request) -> Bool { true }
    }

    private func makeMock(_ switchboard: Switchboard) -> MockTeapot {
        let router = Router("http://api.test")
        router.switchboard = switchboard
        return MockTeapot(router: router)
    }

    @Test func `answers before the call returns if it decides at once`() throws {
        let files = try TemporaryFolder(["a/x.json": "[1]"])
        let switchboard = Switchboard(MockFolder(files.url))
        switchboard.undecided = .firstMock
        let count = Locked(0)
        let task = makeMock(switchboard).get("a") { result in
            if case .success(let json, _) = result { count.withLock { $0 = json?.array?.count ?? 0 } }
        }
        #expect(task != nil)
        #expect(count.withLock { $0 } == 1)
    }

    @Test(arguments: [(nil, "a/x.json"), (.mock("a/y:z.json"), "a/y:z.json")] as [(Switchboard.Setting?, String)])
    func `names the file of a mock that can't be used`(setting: Switchboard.Setting?, file: String) async throws {
        let files = try TemporaryFolder(["a/x.json": "{]"])
        let switchboard = Switchboard(MockFolder(files.url))
        switchboard.undecided = .firstMock
        switchboard.set(setting, for: "/a")
        let error = await #expect(throws: TeapotError.self) { try await makeMock(switchboard).get("a") }
        #expect(error?.description.contains("The mock file \(file) is invalid") == true, "\(error as Any)")
    }

    @Test func `forgets a request whose client leaves before it's asked`() throws {
        let router = Router("http://api.test")
        let switchboard = Switchboard()
        router.switchboard = switchboard
        let hold = router.hold("/a")
        let task = MockTeapot(router: router).get("a") { _ in }
        #expect(hold.requests.count == 1 && switchboard.held.count == 1)
        task?.cancel()
        #expect(hold.requests.isEmpty && switchboard.held.isEmpty)
        hold.release()
    }

    @Test func `reports changes, and combines unobserved ones`() async throws {
        let switchboard = Switchboard()
        var changes = switchboard.changes.makeAsyncIterator()
        switchboard.isOn = false
        switchboard.undecided = .live
        switchboard.set(.hold, for: "/a")
        #expect(await changes.next() != nil)
        let call = Task { await changes.next() }
        switchboard.activate(Scenario("s", steps: [.init(folder: "a", responseFileName: "b")]))
        #expect(await call.value != nil)
    }

    @Test func `releases its observers`() async {
        let switchboard = Switchboard()
        let watch = Task { for await _ in switchboard.changes {} }
        #expect(await eventually(within: .seconds(60)) { switchboard.state.withLock { $0.watchers.count } == 1 })
        watch.cancel()
        #expect(await eventually(within: .seconds(60)) { switchboard.state.withLock { $0.watchers.count == 0 } })
    }

    @Test func `holds many requests, and answers each as chosen`() async throws {
        let switchboard = Switchboard()
        let mock = makeMock(switchboard)
        let count = 200
        let seen = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<count {
                group.addTask { try await mock.get("\(number)").json?.dictionary?["path"] as? String == "/\(number)" }
            }
            for _ in 0..<count {
                let held = try await switchboard.nextHeld()
                try switchboard.answer(held.id, .response(.json(["path": held.request.path])))
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(seen == count)
        #expect(switchboard.held.isEmpty)
    }

    @Test func `refuses an unknown mock, and keeps holding`() async throws {
        let files = try TemporaryFolder(["a/success_x.json": "[1]"])
        let switchboard = Switchboard(MockFolder(files.url))
        let mock = makeMock(switchboard)
        let call = Task { try await mock.get("a") }
        let held = try await switchboard.nextHeld { $0.path == "/a" }
        func refusal(_ body: () throws -> Void) -> String? {
            do {
                try body()
                return nil
            } catch { return (error as? Switchboard.Refusal)?.description }
        }
        #expect(
            refusal { try switchboard.answer(held.id, .mock("a/succes_x.json")) }
                == "There is no mock called “a/succes_x.json”. Did you mean “a/success_x.json”?")
        #expect(
            refusal { try switchboard.answer(held.id, .mock("../../etc/passwd")) }
                == "There is no mock called “../../etc/passwd”. Available: “a/success_x.json”.")
        #expect(switchboard.held.count == 1)
        try switchboard.answer(held.id, .mock("a/success_x.json"))
        #expect(try await call.value.json?.array?.count == 1)
        #expect(
            refusal { try switchboard.answer(held.id, .live) }
                == "The request \(held.id) is not held: it was already answered, or its client disconnected.")
        #expect(
            refusal { try switchboard.activate("x") } == "There is no scenario called “x”. There are no scenarios.")
    }

    @Test func `leaves a session's requests to the network while it's off, and knows no live server`() throws {
        let switchboard = Switchboard()
        let router = Router("http://api.test")
        router.switchboard = switchboard
        let request = Request(method: "GET", origin: "http://api.test", path: "/a")
        #expect(router.couldAnswer(request))
        switchboard.isOn = false
        #expect(!router.couldAnswer(request))
        switchboard.environments = [.init("Dev", baseURL: try #require(URL(string: "http://127.0.0.1:1")))]
        #expect(router.couldAnswer(request))
        switchboard.isOn = true
        switchboard.environments = []
        switchboard.undecided = .firstMock
        #expect(!router.couldAnswer(request))
        switchboard.undecided = .unanswered
        #expect(!router.couldAnswer(request))
        switchboard.set(.hold, for: "/a")
        #expect(router.couldAnswer(request))
    }

    @Test func `reports that there's no live server`() async throws {
        let switchboard = Switchboard()
        switchboard.undecided = .live
        let router = Router()
        router.switchboard = switchboard
        let response = await router.serverAnswer(to: "/a")
        #expect(response.status == 502)
        let error = try JSON(parsing: response.body).dictionary?["error"] as? String
        #expect(
            error
                == "GET /a must go to the live server, but none is configured: give the switchboard `environments`, or"
                + " the router a `passthrough`.")
        #expect(router.journal.entries.last?.reason == "no live server: no other choice applies")
    }

    @Test func `leaves requests to the routes that answer them, and unwanted ones unanswered`() async throws {
        let switchboard = Switchboard()
        switchboard.undecided = .unanswered
        let router = Router("http://api.test")
        router.switchboard = switchboard
        router.get("a") { _ in ["route": true] }
        let mock = MockTeapot(router: router)
        #expect(try await mock.get("a").json?.dictionary?["route"] as? Bool == true)
        let error = await #expect(throws: TeapotError.self) { try await mock.get("b") }
        #expect(error?.type == .unansweredRequest)
        #expect(switchboard.held.isEmpty)
    }

    @Test(arguments: [
        (
            "GET", "/productz", "GET /productz has no mock in “Mocks”.",
            "Did you mean “/products”? Add a mock, such as “productz/success_name.json”."
        ),
        (
            "GET", "/user/7", "GET /user/7 has no mock in “Mocks”.",
            "Did you mean “/users/7”? Add a mock, such as “user/{id}/success_name.json”."
        ),
        (
            "GET", "/product", "GET /product has no mock in “Mocks”.",
            "Correct product/success_999_x.json: “999” is not a valid response status: use one from 200 to 599."
        ),
        (
            "GET", "/orders", "GET /orders has mocks in “Mocks”, but they answer only POST.",
            "Add one for GET, such as “orders/success_name.json”."
        ),
        (
            "POST", "/orders", "POST /orders has mocks in “Mocks”, but none is chosen.",
            "Choose a mock for its path, or let the first match answer all other requests."
        ),
        (
            "DELETE", "/orders", "DELETE /orders has mocks in “Mocks”, but they answer only POST.",
            "Add one for DELETE, such as “orders/success_DELETE_name.json”."
        ),
        (
            "PURGE", "/orders", "PURGE /orders has mocks in “Mocks”, but they answer only POST.",
            "Add one for PURGE, such as “success_name.json” with "
                + #"{"success_name.json": {"method": "PURGE", "exactPath": "/orders"}} in “mocks.index.json”."#
        ),
        (
            "GTE", "/products", "GTE /products has mocks in “Mocks”, but they answer only GET and HEAD.",
            "Did you mean GET? Add one for GTE, such as “success_name.json” with "
                + #"{"success_name.json": {"method": "GTE", "exactPath": "/products"}} in “mocks.index.json”."#
        ),
        (
            "PURGE", "/a\"b", "PURGE /a\"b has no mock in “Mocks”.",
            "Add a mock, such as “success_name.json” with "
                + #"{"success_name.json": {"method": "PURGE", "exactPath": "/a\"b"}} in “mocks.index.json”."#
        ),
        (
            "PURGE", "/" + String(repeating: "a", count: 300), "PURGE /aaa",
            "Add a mock, such as “success_name.json” with "
                + #"{"success_name.json": {"method": "PURGE", "exactPath": "/"#
                + String(repeating: "a", count: 119) + #"…"}} in “mocks.index.json”."#
        ),
        (
            "get", "/orders", "get /orders has a method in lowercase.", "Send GET: methods are case-sensitive."
        ),
        (
            "POST", "/General", "POST /General has no mock in “Mocks”.",
            "Add a mock, such as “success_name.json” with "
                + #"{"success_name.json": {"method": "POST", "exactPath": "/General"}} in “mocks.index.json”."#
        ),
        (
            "GET", "/.well-known/a", "GET /.well-known/a has no mock in “Mocks”.",
            "Add a mock, such as “success_name.json” with "
                + #"{"success_name.json": {"method": "GET", "exactPath": "/.well-known/a"}} in “mocks.index.json”."#
        ),
    ])
    func `explains why it leaves a request unanswered`(
        method: String, path: String, headline: String, suggestion: String
    ) async throws {
        let files = try TemporaryFolder([
            "Mocks/products/success_x.json": "[1]", "Mocks/orders/success_POST_x.json": "[1]",
            "Mocks/users/{id}/success_x.json": "{}", "Mocks/product/success_999_x.json": "{}",
        ])
        let switchboard = Switchboard(MockFolder(files.path("Mocks")))
        switchboard.undecided = .unanswered
        let router = Router()
        router.switchboard = switchboard
        _ = await router.serverAnswer(to: Request(method: method, path: path))
        guard case .unanswered(let diagnosis) = router.journal.entries.last?.outcome else {
            Issue.record("It was answered.")
            return
        }
        #expect(diagnosis.description.hasPrefix(headline))
        #expect(diagnosis.suggestion == suggestion)
    }

    @Test func `never lets General answer by itself`() async throws {
        let files = try TemporaryFolder(["General/success_x.json": "[1]", "a/error_x.json": "[]"])
        let switchboard = Switchboard(MockFolder(files.url))
        switchboard.undecided = .firstMock
        let mock = makeMock(switchboard)
        let unanswered = await #expect(throws: TeapotError.self) { try await mock.get("b") }
        #expect(unanswered?.type == .unansweredRequest)
        let refused = await #expect(throws: TeapotError.self) { try await mock.get("a") }
        #expect(refused?.responseStatus == 400)
        switchboard.set(.mock("General/success_x.json"), for: "/b")
        #expect(try await mock.get("b").json?.array?.count == 1)
    }

    @Test func `adds scenarios to the folder's, and replaces one with the same name`() throws {
        let files = try TemporaryFolder(["s.json": #"{"steps": [{"folder": "a", "responseFileName": "b"}]}"#])
        let switchboard = Switchboard(scenarios: ScenarioFolder(files.url))
        #expect(switchboard.scenarios.map(\.steps.count) == [1])
        let step = Scenario.Step(folder: "a", responseFileName: "b")
        switchboard.add(Scenario("s", steps: [step, step]))
        #expect(switchboard.scenarios.map(\.steps.count) == [2])
        try switchboard.activate("s")
        #expect(switchboard.activeScenarios.first?.nextMock == nil)
        switchboard.deactivate("s")
        #expect(switchboard.activeScenarios.isEmpty)
    }

    @Test func `notifies a waiting client that no response was chosen`() async throws {
        let files = try TemporaryFolder(["a/x.json": "[1]"])
        let text =
            "The switchboard held it, and no response was chosen: choose one with `answer(_:_:)`, or set "
            + "`undecided = .firstMock`."
        let nowhere = files.path("nowhere")
        for (folder, expected) in [
            (MockFolder(files.url), text), (nil, text + " The switchboard has no folder of mocks."),
            (MockFolder(nowhere), text + " No mock can respond: there is no such folder: “\(nowhere.path)”."),
        ] as [(MockFolder?, String)] {
            let router = Router("http://api.test")
            router.switchboard = Switchboard(folder)
            var error: TeapotError?
            // If the machine is so busy that the client times out first, a longer timeout shows the same.
            for interval in [0.4, 4, 40] where error?.type != .unansweredRequest {
                error = await #expect(throws: TeapotError.self) {
                    try await MockTeapot(router: router).get("a", timeout: interval)
                }
            }
            #expect(error?.type == .unansweredRequest)
            #expect(error?.description.contains(expected) == true, "\(error?.description ?? "none")")
            #expect(router.journal.entries.last?.reason == "held, but no response was chosen")
            #expect(router.switchboard?.held.isEmpty == true)
        }
    }

    @Test func `reports that its folder is missing`() async throws {
        let files = try TemporaryFolder()
        let switchboard = Switchboard(MockFolder(files.path("nowhere")))
        switchboard.undecided = .firstMock
        let error = await #expect(throws: TeapotError.self) { try await makeMock(switchboard).get("a") }
        #expect(error?.description.contains("there is no such folder: “\(files.path("nowhere").path)”") == true)
    }

    @Test(arguments: [
        ("/a", "GET, HEAD, OPTIONS"), ("/b", "OPTIONS, POST"), ("/v1/c", "GET, HEAD, OPTIONS, PUT"), ("/d", nil),
        ("/e", "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"), ("/z", nil),
    ])
    func `answers OPTIONS with the methods of the mocks for the path`(path: String, methods: String?) async throws {
        let files = try TemporaryFolder([
            "a/x.json": "[1]", "a/x-2.json": "[2]", "a/mocks.index.json": #"{"x-2.json": {"query": {"page": "2"}}}"#,
            "b/POST_x.json": "[1]", "c/x.json": "[1]", "c/PUT_y.json": "[1]", "d/success_299_OPTIONS_x.json": "[1]",
            "e/x.json": "[1]", "e/mocks.index.json": #"{"x.json": {"json": [1]}}"#,
        ])
        let router = Router.serving(files)
        router.switchboard?.activate(Scenario("s", steps: [.init(folder: "/a", responseFileName: "x.json")]))
        let request = Request(method: "OPTIONS", path: path)
        let response = await router.serverAnswer(to: request)
        #expect(response.headers["Allow"] == methods)
        #expect(response.status == (methods != nil ? 204 : path == "/d" ? 299 : 404))
        #expect(router.switchboard?.activeScenarios.first?.step == 0)
        // What else answers the path doesn't change that.
        router.setStage(Answering())
        #expect(await router.serverAnswer(to: request).headers["Allow"] == methods)
        router.setStage(nil as Answering?)
        // A live server is asked instead.
        router.passthrough = Passthrough(to: try #require(URL(string: "http://127.0.0.1:1")))
        if methods != nil { #expect(await router.serverAnswer(to: request).status == 502) }
    }

    @Test(arguments: [
        ("GET", "/a", true), ("HEAD", "/a", true), ("POST", "/a", false), ("DELETE", "/a", false),
        ("OPTIONS", "/a", false), ("POST", "/b", true), ("GET", "/b", false), ("HEAD", "/c", true), ("GET", "/c", true),
        ("PUT", "/d", true), ("POST", "/e", true), ("OPTIONS", "/e", false),
    ])
    func `answers GET and HEAD with a mock without a method`(method: String, path: String, isAnswered: Bool)
        async throws
    {
        let files = try TemporaryFolder([
            "a/x.json": "[1]", "b/POST_x.json": "[1]", "c/GET_x.json": "[1]", "d/x.json": "[1]", "e/x.json": "[1]",
            "d/mocks.index.json": #"{"x.json": {"method": "PUT"}}"#,
            "e/mocks.index.json": #"{"x.json": {"json": [1]}}"#,
        ])
        let router = Router.serving(files)
        let request = Request(method: method, path: path, body: Data("[1]".utf8))
        let isQuestion = method == "OPTIONS"
        #expect(await router.serverAnswer(to: request).status == (isAnswered ? 200 : isQuestion ? 204 : 404))
        // LetSee doesn't distinguish methods.
        try files.write(#"{"maps": [{"folder": "/a", "to": "/v1"}]}"#, to: ".ls.global.json")
        let isAnsweredInLetSee = method != "OPTIONS"
        if path == "/a" {
            let request = Request(method: method, path: "/v1/a")
            #expect(await router.serverAnswer(to: request).status == (isAnsweredInLetSee ? 200 : 204))
        }
        // A person can choose it for any method.
        router.switchboard?.set(.mock(String(path.dropFirst()) + "/x.json"), for: "/z")
        // It isn't the answer to a browser's preflight request for the path.
        if path == "/a" {
            let request = Request(method: method, path: "/z")
            #expect(await router.serverAnswer(to: request).status == (method == "OPTIONS" ? 404 : 200))
        }
    }

    @Test(arguments: [
        ("success_x.json", "GET", "x"), ("success_x.json", "HEAD", ""), ("success_x.json", "PUT", "x"),
        // Another mock names the method.
        ("success_x.json", "POST", "new"), ("success_GET_other.json", "GET", "other"),
        ("success_GET_other.json", "HEAD", ""), ("success_GET_other.json", "POST", "new"),
        ("success_POST_new.json", "POST", "new"), ("success_POST_new.json", "GET", "other"),
        ("error_x.json", "GET", "error"), ("error_x.json", "POST", "error"),
    ])
    func `answers with the mock that is set for a path, unless it or another one is for a method`(
        mock: String, method: String, body: String
    ) async throws {
        let files = try TemporaryFolder([
            "a/success_x.json": #""x""#, "a/success_GET_other.json": #""other""#, "a/success_POST_new.json": #""new""#,
            "a/error_x.json": #""error""#,
        ])
        let router = Router.serving(files)
        router.switchboard?.set(.mock("a/" + mock), for: "/a")
        let response = await router.serverAnswer(to: Request(method: method, path: "/a"))
        #expect(String(decoding: response.body, as: UTF8.self) == (body.isEmpty ? "" : "\"\(body)\""))
    }

    @Test func `keeps a step for the method that its mock names`() async throws {
        let files = try TemporaryFolder(["a/error_402_POST_declined.json": "{}", "a/success_list.json": "[]"])
        let switchboard = Switchboard(MockFolder(files.url))
        switchboard.undecided = .firstMock
        let steps = [
            Scenario.Step(folder: "/a", responseFileName: "declined"),
            Scenario.Step(folder: "/a", responseFileName: "declined", request: RequestCondition(path: "/a")),
        ]
        switchboard.activate(Scenario("s", steps: steps))
        let mock = makeMock(switchboard)
        #expect(try await mock.get("a").json?.array?.isEmpty == true)
        var error = await #expect(throws: TeapotError.self) { try await mock.post("a") }
        #expect(error?.statusCode == 402)
        // A step with its own condition needs no more.
        error = await #expect(throws: TeapotError.self) { try await mock.get("a") }
        #expect(error?.statusCode == 402 && switchboard.activeScenarios.isEmpty)
    }

    @Test func `says that no mock answers because of a setting`() async throws {
        let files = try TemporaryFolder(["a/success_list.json": "[]"])
        let switchboard = Switchboard(MockFolder(files.url))
        switchboard.undecided = .firstMock
        switchboard.set(.unanswered, for: "/a", method: .get)
        let error = await #expect(throws: TeapotError.self) { try await makeMock(switchboard).get("a") }
        let text = "/a has a setting for its path, so no mock answers."
        #expect(error?.description.contains(text) == true, "\(error as Any)")
    }

    @Test func `takes the step of a general mock for any path`() async throws {
        let files = try TemporaryFolder(["General/success_maintenance.json": "[1]", "a/x.json": "[2]"])
        let router = Router.serving(files)
        let step = Scenario.Step(folder: "/General", responseFileName: "maintenance")
        router.switchboard?.activate(Scenario("s", steps: [step]))
        #expect(await router.serverAnswer(to: "/a").body == Data("[1]".utf8))
        #expect(await router.serverAnswer(to: "/a").body == Data("[2]".utf8))
    }

    @Test func `takes a step without a mock only for the path to which its directory is mapped`() async throws {
        let files = try TemporaryFolder(["a/x.json": "[1]"])
        try files.write(#"{"maps": [{"folder": "/a", "to": "/v1"}]}"#, to: ".ls.global.json")
        let router = Router.serving(files)
        router.switchboard?.activate(Scenario("s", steps: [.init(folder: "/a", responseFileName: "nowhere")]))
        #expect(await router.serverAnswer(to: "/v2/a").status == 404)
        #expect(await router.serverAnswer(to: "/v1/a").status == 500)
        #expect(await router.serverAnswer(to: "/v1/a").status == 200)
    }
}
