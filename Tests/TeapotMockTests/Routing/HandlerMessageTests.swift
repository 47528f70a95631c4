import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

/// What the error of a call, or of a test, says about the handler that answered.
@Suite(.inTurn) struct `An error says that a handler` {
    private struct Tea: Codable { var name: String }
    private struct Spilled: Error { var cups: Int }

    private let router = Router("https://api.test")

    private func error(_ path: String = "teas/1") async -> String {
        let error = await #expect(throws: TeapotError.self) {
            try await MockTeapot(router: router).get(path, as: Tea.self)
        }
        return "\(error.map { "\($0)" } ?? "")"
    }

    @Test func `returned nil`() async {
        let line = #line + 1
        router.get("/teas/:id") { _ -> Tea? in nil }
        let text = "-> 404: from GET /teas/:id, at \(#fileID):\(line), whose handler returned nil"
        #expect(await error().hasSuffix(text))
    }

    @Test func `returned nil after a wait`() async {
        router.get("/teas/:id") { _ async -> Tea? in
            await Task.yield()
            return nil
        }
        #expect(await error().hasSuffix(", whose handler returned nil"))
    }

    @Test func `returned no value`() async {
        router.get("/teas/:id") { _ in }
        let text = await error()
        #expect(text.hasSuffix(", whose handler returned no Encodable value"), "\(text)")
    }

    @Test(
        arguments: [
            .json(#"{"name": "Assam"}"#), .json(#"[{"name": "Assam"}]"#), .json("teas.json"), .json(["{}"].joined()),
        ] as [Response])
    func `returned JSON or the name of a file as a String`(response: Response) async {
        router.get("/teas/:id") { _ in response }
        let text = await error()
        #expect(text.contains(", whose String is sent in quotes; for JSON text, write .data("), "\(text)")
        #expect(text.hasSuffix(#", for a file .file("name.json")"#), "\(text)")
    }

    @Test func `returned a String of JSON from a variable`() async {
        router.get("/teas/:id") { _ in #"{"name": "Assam"}"# as String }
        let text = await error()
        #expect(text.contains(", whose String is sent in quotes; "), "\(text)")
    }

    @Test func `returned a status as a number`() async {
        router.get("/teas/:id") { _ in 404 }
        let text = await error()
        #expect(text.hasSuffix(", whose number is sent as JSON; for a status, write .status(404)"), "\(text)")
        router.get("/teas/:id") { _ in 7 }
        #expect(await !error().contains("whose number"))
    }

    @Test func `returned a text in quotes`() async {
        router.get("/teas/:id", with: .json("json"))
        let text = await error()
        #expect(!text.contains("whose String"), "\(text)")
    }

    @Test func `returned a dictionary with a value that isn't Encodable`() async {
        let line = #line + 1
        router.get("/teas/:id", with: .json(["name": NSObject()] as [String: Any]))
        #expect(await error().contains("name: NSObject isn't Encodable"))
        #expect(router.violations.first?.place.map(\.description) == "\(#fileID):\(line)")
    }

    @Test func `returned a dictionary of any values`() async throws {
        let values: [String: Any] = ["name": "Assam", "cups": 2]
        router.get("/teas/:id", with: .json(values, status: 201))
        router.get("/teas") { _ in .json(["name": "Assam", "cups": [2, "3"]] as [String: Any]) }
        router.get("/cups") { _ in .json(["name": "Assam", "cups": [2, "3"]]) }
        for path in ["teas/1", "teas", "cups"] {
            #expect(try await MockTeapot(router: router).get(path, as: Tea.self).name == "Assam")
        }
        #expect(router.journal.entries.map(\.status) == [201, 200, 200])
    }

    @Test(arguments: [Response.status(404), .error(.timedOut), .file("tea")])
    func `returned a response as JSON`(response: Response) async {
        router.get("/teas/:id", with: .json(response))
        #expect(await error().contains("`.json` takes a value, not another response"))
        #expect(router.violations.map(\.kind) == [.failedHandler])
    }

    @Test func `failed a request at once`() async {
        router.time = .skipped
        let line = #line + 1
        router.get("/teas/:id", with: .error(.timedOut))
        #expect(await error().hasSuffix(": timed out; from GET /teas/:id, at \(#fileID):\(line)"))
    }

    @Test func `looked up a variable that the route doesn't have`() async {
        router.get("/teas/:id") { request -> Tea? in request["tea"].map { Tea(name: $0) } }
        let text = await error()
        #expect(text.hasSuffix(", whose handler returned nil; the route has no variable “tea”, only “id”"), "\(text)")
    }

    @Test func `looked up a variable of a route without variables`() async {
        router.get("/teas") { request in request["id"] == nil ? .status(404) : .status(200) }
        let text = await error("teas")
        #expect(text.hasSuffix("; the route has no variable “id”"), "\(text)")
    }

    @Test func `looked up a variable and threw`() async {
        router.get("/teas/:id") { request -> Tea in
            guard let name = request["tea"] else { throw CancellationError() }
            return Tea(name: name)
        }
        #expect(await error().contains("CancellationError(); the route has no variable “tea”, only “id”"))
        let message = router.violations.first?.message ?? ""
        #expect(message.contains("; the route has no variable “tea”, only “id”\nTo send an error"), "\(message)")
    }

    @Test func `has only variables that exist`() async {
        router.get("/teas/:id/**") { request -> Tea? in
            _ = (request["id"], request["**"])
            return nil
        }
        #expect(await error("teas/1/a").hasSuffix(", whose handler returned nil"))
    }

    @Test func `looked up a variable for another request`() async {
        router.get("/teas/:id") { request -> Tea? in request[request["id"] == "1" ? "tea" : "id"].flatMap { _ in nil } }
        let client = MockTeapot(router: router)
        let first = await #expect(throws: TeapotError.self) { try await client.get("teas/1", as: Tea.self) }
        #expect(await error("teas/2").hasSuffix(", whose handler returned nil"))
        let text = first.map { "\($0)" } ?? ""
        #expect(text.hasSuffix("; the route has no variable “tea”, only “id”"), "\(text)")
    }

    @Test func `threw an error of a private type`() async {
        router.get("/teas") { _ -> Tea in throw Spilled(cups: 2) }
        await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("teas") }
        let message = router.violations.first?.message ?? ""
        #expect(message.contains("threw for GET /teas: ") && message.contains("Spilled(cups: 2)"), "\(message)")
        #expect(!message.contains("unknown context"), "\(message)")
    }

    @Test func `could not decode something other than the body`() async throws {
        router.post("/teas") { request -> Tea in
            if request.body.isEmpty { return try JSONDecoder().decode(Tea.self, from: Data("{}".utf8)) }
            return (try? request.decode(Tea.self)) ?? Tea(name: "")
        }
        let client = MockTeapot(router: router)
        try await client.post("teas", parameters: .data(Data("[]".utf8)))
        await #expect(throws: TeapotError.self) { try await client.post("teas") }
        let message = router.violations.first?.message ?? ""
        #expect(message.contains("threw") && !message.contains("from the body"), "\(message)")
    }

    @Test(arguments: [
        (#"{"nme":"Assam"}"#, #"the body {"nme":"Assam"}"#), ("[]", "the body []"), ("", "a request without a body"),
    ])
    func `could not decode the body`(body: String, shown: String) async {
        router.post("/teas") { try $0.decode(Tea.self) }
        let error = await #expect(throws: TeapotError.self) {
            try await MockTeapot(router: router).post("teas", parameters: .data(Data(body.utf8)))
        }
        let text = "; decoding Tea from \(shown)"
        #expect(error?.response?.text?.hasSuffix("\(text)\n") == true, "\(error.map { "\($0)" } ?? "")")
        let message = router.violations.first?.message ?? ""
        #expect(message.hasPrefix("The handler of POST /teas threw for POST /teas: "), "\(message)")
        #expect(message.hasSuffix(text), "\(message)")
    }

    @Test(arguments: [(90, "waits 90 s"), (.infinity, "never answers")] as [(Double, String)])
    func `waits longer than the timeout`(delay: Double, words: String) async {
        router.time = .skipped
        let line = #line + 1
        router.get("/teas/:id", delay: delay) { _ in Tea(name: "Assam") }
        let text = await error()
        let place = "GET /teas/:id, at \(#fileID):\(line)"
        #expect(text == "GET https://api.test/teas/1: timed out after 60 s; from \(place), \(words)")
    }

    @Test func `sleeps longer than the timeout`() async {
        router.time = .skipped
        let clock = router.clock
        router.get("/teas/:id", delay: 10) { _ -> Tea in
            try await clock.sleep(for: .seconds(80))
            return Tea(name: "Assam")
        }
        #expect(await error().hasSuffix(", waits 80 s"))
    }
}
