import Foundation
import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

@testable import TeapotMock
import TeapotMockGraphQL

@Suite(.inTurn) struct `A GraphQL batch` {
    private let router = Router("https://api.test")
    private var api: GraphQL.Endpoint { router.graphql("/graphql") }

    private func answer(_ body: JSON) async throws -> (Teapot.StatusCode?, String) {
        let response = await router.serverAnswer(to: .operation(try body.data()))
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }

    private let both: JSON = [
        ["query": "query Teas { teas }"], ["query": "mutation AddTea { a }", "variables": ["id": 7]],
    ]

    @Test func `each operation is answered by its own route, in order`() async throws {
        api.mutation("AddTea", variables: ["id": 7]) { operation in
            await Task.yield()
            return .graphql(data: ["id": operation["id"]])
        }
        api.query("Teas", with: .graphql(data: ["teas": []]), .graphql(data: ["teas": [1]]))
        #expect(try await answer(both) == (200, #"[{"data":{"teas":[]}},{"data":{"id":7}}]"#))
        #expect(try await answer([["query": "query Teas { a }"]]) == (200, #"[{"data":{"teas":[1]}}]"#))
        #expect(router.journal.entries.count == 2)
        #expect(router.journal.graphql.map(\.name) == ["Teas", "AddTea", "Teas"])
        #expect(router.journal.entries.first?.reason == "the routes for the 2 operations of the batch")
        #expect(router.journal.entries.first?.ending == .responded(200))
    }

    /// Returns an upload of two operations with a file each (GraphQL multipart request specification, "Batching").
    private func upload(_ operations: String) -> Request {
        let fields = [
            ("operations", operations), ("map", #"{"0": ["0.variables.file"], "1": ["1.variables.files.0"]}"#),
            ("0\"; filename=\"a.txt", "leaf"), ("1\"; filename=\"b.txt", "bud"),
        ]
        let parts = fields.map { "--b\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n" }
        return Request(
            method: "POST", origin: "https://api.test", path: "/graphql",
            headers: ["Content-Type": "multipart/form-data; boundary=b"],
            body: Data((parts.joined() + "--b--\r\n").utf8))
    }

    @Test func `the operations of an upload are answered by their own routes, with their own files`() async throws {
        @Sendable func names(_ operation: GraphQL.Operation) throws -> JSON {
            let parts = try operation.request.multipart()
            let map = try JSON(parsing: parts.first { $0.name == "map" }?.data ?? Data())
            let files = parts.filter { $0.filename != nil }
            let texts = files.map { "\($0.filename ?? "") \(String(decoding: $0.data, as: UTF8.self))" }
            return ["files": texts, "map": map]
        }
        api.mutation("Add") { .graphql(data: ["add": try names($0), "name": $0["name"]]) }
        api.mutation("AddAll") { .graphql(data: ["all": try names($0)]) }
        let request = upload(
            """
            [{"query": "mutation Add { a }", "variables": {"file": null, "name": "Uji"}},
             {"query": "mutation AddAll { a }", "variables": {"files": [null]}}]
            """)
        let response = await router.serverAnswer(to: request)
        #expect(response.status == 200)
        #expect(
            try JSON(parsing: response.body) == [
                ["data": ["add": ["files": ["a.txt leaf"], "map": ["0": ["variables.file"]]], "name": "Uji"]],
                ["data": ["all": ["files": ["b.txt bud"], "map": ["1": ["variables.files.0"]]]]],
            ])
        #expect(router.journal.graphql.map(\.name) == ["Add", "AddAll"])
        let missing = router.diagnose(
            upload(#"[{"query": "mutation Add { a }"}, {"query": "mutation AddNone { a }"}]"#))
        #expect(missing.suggestion == "Operation 2 of the 2 in the batch, mutation “AddNone”, has no route.")
        for operations in ["[]", "[7]", "[[]]", #"[{"query": "mutation Add { a }"}, null]"#] {
            #expect(await router.serverAnswer(to: upload(operations)).status == 404)
        }
    }

    @Test func `if an operation has no route, none is answered, and the diagnosis names it`() async throws {
        let teas = api.query("Teas", with: .graphql(data: ["teas": []]))
        api.mutation("AddTea", variables: ["id": 8], with: .graphql(data: [:]), fileID: "T/T.swift", line: 1)
        let diagnosis = router.diagnose(.operation(try both.data()))
        #expect(diagnosis.suggestion == "Operation 2 of the 2 in the batch, mutation “AddTea”, has no route.")
        #expect(
            diagnosis.nearest.first?.description == """
                mutation “AddTea” /graphql, at T/T.swift:1
                   ✓ path /graphql
                   ✓ mutation “AddTea”
                   ✗ variable id=8 – received 7
                """)
        #expect(diagnosis.request.body == (try both.data()))
        #expect(try await answer(both).0 == 404)
        #expect(router.journal.entries.count == 1)
        #expect(teas.answerCount == 0)
    }

    @Test func `a route answers no more of its operations than its limit`() async throws {
        let teas = api.query("Teas", times: 1, with: .graphql(data: ["teas": []]))
        let twice: JSON = [["query": "query Teas { a }"], ["query": "query Teas { b }"]]
        #expect(try await answer(twice).1.contains("Operation 2 of the 2 in the batch, query “Teas”, has no route."))
        #expect(teas.answerCount == 0)
        api.query("Teas", times: 1, with: .graphql(data: ["teas": [1]]))
        #expect(try await answer(twice) == (200, #"[{"data":{"teas":[1]}},{"data":{"teas":[]}}]"#))
    }

    @Test(arguments: ["[]", "[7]", "[{}]", #"[{"query": "{"}]"#, "[[]]", #"[{"query": "{ a }"}, null]"#])
    func `a list of anything else isn't answered`(body: String) async throws {
        api.operation(with: .graphql(data: [:]))
        #expect(await router.serverAnswer(to: .operation(Data(body.utf8))).status == 404)
    }

    @Test func `lists for other routes are left to those routes`() async throws {
        router.post("/graphql", when: .json(contains: [["id": 1]]), with: .status(201))
        api.query("Teas", with: .graphql(data: ["teas": []]))
        #expect(try await answer([["id": 1, "query": "query Teas { a }"]]).0 == 201)
        #expect(
            await router.serverAnswer(to: Request(method: "POST", path: "/teas", body: Data("[7]".utf8))).status == 404)
    }

    @Test func `a failure is the response to the whole batch`() async throws {
        api.query("Teas", with: .graphql(data: ["teas": []]))
        api.mutation("AddTea", with: .status(503))
        #expect(try await answer(both).0 == 503)
        api.mutation("AddTea") { _ in throw CancellationError() }
        #expect(try await answer(both).0 == 500)
        api.mutation("AddTea", with: .graphql(data: [:])).expecting(headers: ["X-Role": "admin"])
        #expect(try await answer(both).0 == 400)
    }

    @Test func `its handlers' delays add up, but only the longest of its responses' delays counts`() async throws {
        router.time = .skipped
        api.query("Teas", delay: 2, with: .graphql(data: ["teas": []], delay: 5))
        api.mutation("AddTea", delay: 3) { _ in .graphql(data: [:]) }
        let teapot = MockTeapot(router: router)
        let before = router.journal.lastNumber
        try await teapot.post("/graphql", parameters: both)
        let entry = try #require(router.journal.entries.last)
        #expect(entry.number == before + 1)
        #expect(entry.duration == 10)
    }

    @Test func `its virtual time grows with its length`() async throws {
        api.query("Teas", with: .graphql(data: ["teas": []]))
        let body =
            "[" + [String](repeating: #"{"query":"query Teas { a }"}"#, count: 5_000).joined(separator: ",") + "]"
        let response = await router.serverAnswer(to: .operation(Data(body.utf8)))
        #expect(try JSON(parsing: response.body).array?.count == 5_000)
    }
}
