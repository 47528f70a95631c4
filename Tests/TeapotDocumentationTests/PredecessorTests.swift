import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockServer
import TeapotMockStore
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// The ported files, and the differences that the articles about the predecessors describe.
@Suite(.inTurn) struct `The predecessors` {
    @Test(arguments: [
        ("TeapotDocumentationTests/Documentation/Teapot2Port.swift", 2, 2),
        ("TeapotDocumentationTests/Documentation/KakapoPort.swift", 0, 2),
        ("TeapotMockServerTests/Documentation/PeasyPort.swift", 2, 1),
        ("TeapotDocumentationTests/Documentation/LetSeePort.swift", 2, 1),
    ])
    func `a ported file has at most two changed lines besides those for Swift 6`(
        file: String, changed: Int, sendable: Int
    ) {
        let lines = Repository.text(of: "Tests/" + file).split(separator: "\n")
        #expect(lines.count > 50)
        #expect(lines.filter { $0.contains("// was: ") }.count == changed)
        #expect(changed <= 2)
        #expect(lines.filter { $0.contains("// Swift 6, was: ") }.count == sendable)
    }

    // Teapot 2.

    @Test func `bytes are sent as bytes, and a DELETE has a body`() async throws {
        let mock = MockTeapot(fixture: .json(["a": 1]))
        let data = Data(#"{"a":1}"#.utf8)
        _ = try await mock.post("a", parameters: data)
        _ = try await mock.post("a", parameters: .data(data, contentType: "application/json"))
        _ = try await mock.delete("a", parameters: ["a": 1] as [String: Any])
        let types = mock.requests.map { $0.headers["Content-Type"] }
        #expect(types == ["application/octet-stream", "application/json", "application/json"])
        #expect(mock.requests.last?.body == data)
        #expect(Teapot.Options().timeout == 60)
    }

    // Kakapo.

    @Test func `a scalar, a nil and a list of optionals are serialized`() async {
        let router = Router()
        router.get("/some") { _ in Optional.some("none") }
        router.get("/none") { _ in Optional<String>.none }
        router.get("/list") { _ in ["a": [1, nil], "b": nil] as [String: [Int?]?] }
        let some = await router.answer(to: "/some")
        #expect(some.body == Data(#""none""#.utf8))
        #expect(await router.answer(to: "/none").status == .notFound)
        #expect(await router.answer(to: "/list").body == Data(#"{"a":[1,null],"b":null}"#.utf8))
        #expect(Optional.some("none").serialized() as? String == "none")
    }

    @Test func `a relation to nothing is serialized`() throws {
        struct Cup: JSONAPIEntity { let id: String }
        struct Tea: JSONAPIEntity {
            let id = "1"
            let cup: Cup?
            let pot: PropertyPolicy<Cup>
            let lid: PropertyPolicy<Cup>
        }
        let tea = try #require(
            JSONAPISerializer(Tea(cup: nil, pot: .null, lid: .none)).serialized() as? [String: any Sendable])
        let relations = JSON.dictionary(tea)["data", "relationships"] as? [String: any Sendable]
        #expect(relations?.keys.sorted() == ["cup", "pot"])
        #expect((relations?["cup"] as? [String: any Sendable])?["data"] is NSNull)
        #expect((relations?["pot"] as? [String: any Sendable])?["data"] is NSNull)
    }

    @Test func `a response has headers, and a path has components`() async throws {
        let router = Router("https://api.test")
        router.get("/teas/:name") { request in
            Response(statusCode: 201, body: ["name": request.components["name"]], headerFields: ["X-Cup": "1"])
        }
        let url = try #require(URL(string: "https://api.test/teas/Earl%20Grey%2F1"))
        let (data, response) = try await URLSession(answeredBy: router).data(from: url)
        #expect(try JSON(parsing: data) == ["name": "Earl Grey/1"])
        let fields = (response as? HTTPURLResponse)?.allHeaderFields as? [String: String]
        #expect(fields == ["Content-Type": "application/json", "Content-Length": "\(data.count)", "X-Cup": "1"])
    }

    // Peasy.

    @Test func `two rules for the path both contribute variables`() async {
        let router = Router()
        router.register(
            { .text("\($0["a"] ?? "-") \($0["b"] ?? "-") \($0["c"] ?? "-")") },
            when: .path(matches: "/:a/tea"), .path(matches: "/green/:b"))
        #expect(await router.answer(to: "/green/tea").body == Data("green tea -".utf8))
    }

    // LetSee.

    @Test func `an error mock is a response`() async throws {
        let folder = try TemporaryFolder(["teas/error_401_noCup.json": #"{"cup":false}"#, "cups/error_none.json": "{}"])
        let switchboard = Switchboard(MockFolder(folder.url))
        switchboard.undecided = .firstMock
        let router = Router("https://api.test")
        router.switchboard = switchboard
        let session = URLSession(answeredBy: router)
        for (path, status, body) in [("teas", 401, #"{"cup":false}"#), ("cups", 400, "{}")] {
            let (data, response) = try await session.data(from: try #require(URL(string: "https://api.test/" + path)))
            #expect((response as? HTTPURLResponse)?.statusCode == status)
            #expect(String(decoding: data, as: UTF8.self) == body)
        }
    }

    @Test func `a choice must be made within the session's timeout`() async throws {
        let folder = try TemporaryFolder(["teas/success_all.json": "[]"])
        let router = Router("https://api.test")
        router.switchboard = Switchboard(MockFolder(folder.url))
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 0.5
        let session = URLSession(configuration: configuration.answered(by: router))
        let url = try #require(URL(string: "https://api.test/teas"))
        await #expect(throws: (any Error).self) { try await session.data(from: url) }
    }
}
