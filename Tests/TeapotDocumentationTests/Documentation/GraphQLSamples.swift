import Foundation
import Teapot
import TeapotMock
import TeapotMockGraphQL
import TeapotTestTraits
import Testing
import TeapotTestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// swift-format-ignore
/// The client in the article AnsweringGraphQL.
private enum Client {
    final class TeaClient: Sendable {
        private let session: URLSession

        init(configuration: URLSessionConfiguration = .default) {
            session = URLSession(configuration: configuration)
        }

        func send(_ document: String, _ variables: [String: String] = [:]) async throws -> String {
            var request = URLRequest(url: URL(string: "https://tea.test/graphql")!)
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            let body: JSON = ["query": document, "variables": variables]
            request.httpBody = try body.data()
            return String(decoding: try await session.data(for: request).0, as: UTF8.self)
        }
    }
}

/// The samples in the article AnsweringGraphQL, and in the comments about GraphQL.
@Suite(.inTurn) struct `The samples about GraphQL` {
    private typealias TeaClient = Client.TeaClient

    @Test func `a route for each operation`() async throws {
        let router = Router("https://tea.test")
        let api = router.graphql("/graphql")
        api.query("Teas", with: .graphql(data: ["teas": ["Assam", "Sencha"]]))
        api.mutation("AddTea") { operation in
            .graphql(data: ["addTea": ["name": operation["name"]]])
        }
        let client = TeaClient(configuration: .ephemeral.answered(by: router))
        #expect(try await client.send("query Teas { teas }") == #"{"data":{"teas":["Assam","Sencha"]}}"#)
        let document = "mutation AddTea($name: String!) { addTea(name: $name) { name } }"
        #expect(try await client.send(document, ["name": "Uji"]) == #"{"data":{"addTea":{"name":"Uji"}}}"#)
        #expect(router.journal.graphql.map(\.name) == ["Teas", "AddTea"])
        #expect(router.journal.graphql.last?["name"] as? String == "Uji")
    }

    @Test func `variables and errors`() async throws {
        let router = Router("https://tea.test")
        let api = router.graphql("/graphql")
        api.query("Tea", variables: ["id": "7"], with: .graphql(data: ["tea": ["name": "Uji"]]))
        api.query("Tea", variables: ["id": "8"], with: .graphql(data: ["tea": nil], errors: ["Out of tea"]))
        api.mutation { _ in throw GraphQL.Error("Not allowed", extensions: ["code": "FORBIDDEN"]) }

        let client = TeaClient(configuration: .ephemeral.answered(by: router))
        let document = "query Tea($id: ID!) { tea(id: $id) { name } }"
        #expect(try await client.send(document, ["id": "7"]) == #"{"data":{"tea":{"name":"Uji"}}}"#)
        #expect(
            try await client.send(document, ["id": "8"])
                == #"{"data":{"tea":null},"errors":[{"message":"Out of tea"}]}"#)
        #expect(
            try await client.send("mutation { removeAll }")
                == #"{"errors":[{"extensions":{"code":"FORBIDDEN"},"message":"Not allowed"}]}"#)
        let error = try #require(
            await #expect(throws: (any Error).self) { try await client.send(document, ["id": "9"]) })
        let lines = #"✓ query “Tea”"# + "\n   " + #"✗ variable id="7" – received "9""#
        #expect("\(error)".contains(lines) || error.localizedDescription.contains(lines))
    }

    @Test func `persisted queries`() async throws {
        let router = Router()
        let api = router.graphql("/graphql")
        api.query("Teas", with: .graphql(data: ["teas": []]))
        api.persistedQuery("Teas", with: .persistedQueryNotFound)

        let persisted = ["persistedQuery": ["sha256Hash": "ecf4ed"]]
        func answer(_ body: JSON) async throws -> Data {
            await router.answer(to: Request(method: "POST", path: "/graphql", body: try body.data())).body
        }
        #expect(
            try await answer(["operationName": "Teas", "extensions": persisted])
                == Response.persistedQueryNotFound.body)
        #expect(
            try await answer(["query": "query Teas { teas }", "extensions": persisted])
                == Data(#"{"data":{"teas":[]}}"#.utf8))
    }

    @Test func `the comments`() async throws {
        let router = Router()
        let api = router.graphql("/graphql")
        api.query("Teas", with: .graphql(data: ["teas": ["Assam", "Sencha"]]))
        api.mutation("AddTea", variables: ["id": 7]) { operation in
            .graphql(data: ["addTea": ["id": operation["id"]]])
        }
        let teapot = MockTeapot(router: router)
        for body: JSON in [
            ["query": "query Teas { teas }"], ["query": "mutation AddTea { addTea { id } }", "variables": ["id": 7]],
        ] { try await teapot.post("/graphql", parameters: body) }
        #expect(router.journal.graphql.map(\.name) == ["Teas", "AddTea"])
    }
}
