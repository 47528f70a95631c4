import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing
import TeapotMockGraphQL

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.inTurn) struct `GraphQL over each transport` {
    private func router() -> Router {
        let router = Router("https://api.test")
        router.graphql().query("Teas", with: .graphql(data: ["teas": ["Assam"]]))
        router.graphql().mutation("AddTea") { operation in .graphql(data: ["id": operation["id"]]) }
        return router
    }

    private let both: JSON = [
        ["query": "query Teas { teas }"], ["query": "mutation AddTea { a }", "variables": ["id": 7]],
    ]

    @Test func `a mock client`() async throws {
        let teapot = MockTeapot(router: router())
        func answer(_ body: JSON) async throws -> JSON? {
            try await teapot.post("/graphql", parameters: body).json
        }
        #expect(try await answer(["query": "query Teas { teas }"]) == ["data": ["teas": ["Assam"]]])
        #expect(try await answer(both) == [["data": ["teas": ["Assam"]]], ["data": ["id": 7]]])
        let error = await #expect(throws: TeapotError.self) { try await answer(["query": "query Coffees { a }"]) }
        #expect(error?.description.contains("✗ query “Teas” – received query “Coffees”") == true)
    }

    @Test func `an intercepted session`() async throws {
        let router = router()
        let session = URLSession(answeredBy: router)
        func answer(_ body: JSON) async throws -> String {
            var request = URLRequest(url: try #require(URL(string: "https://api.test/graphql")))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try body.data()
            return String(decoding: try await session.data(for: request).0, as: UTF8.self)
        }
        #expect(try await answer(["query": "query Teas { teas }"]) == #"{"data":{"teas":["Assam"]}}"#)
        #expect(try await answer(both) == #"[{"data":{"teas":["Assam"]}},{"data":{"id":7}}]"#)
        let url = try #require(URL(string: "https://api.test/graphql?query=query+Teas%7Ba%7D"))
        #expect(try await session.data(from: url).0 == Data(#"{"data":{"teas":["Assam"]}}"#.utf8))
        await #expect(throws: (any Error).self) { try await answer([["query": "query Coffees { a }"]]) }
        #expect(router.journal.graphql.map(\.name) == ["Teas", "Teas", "AddTea", "Teas", "Coffees"])
    }
}
