import Foundation
import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

import TeapotMock
import TeapotMockGraphQL

@Suite(.inTurn) struct `A GraphQL route` {
    private let router = Router("https://api.test")
    private var api: GraphQL.Endpoint { router.graphql("/graphql") }

    /// Returns the status and the body of the response to a `POST`.
    private func answer(_ body: JSON) async throws -> (Teapot.StatusCode?, String) {
        let response = await router.serverAnswer(to: .operation(try body.data()))
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }

    @Test func `it is found by the name and the kind of the operation`() async throws {
        api.query("Teas", with: .graphql(data: ["teas": []]))
        api.mutation("AddTea", with: .graphql(data: ["addTea": ["id": 7]]))
        api.subscription("Brewing", with: .graphql(data: ["brewing": 1]))
        #expect(try await answer(["query": "query Teas { teas }"]) == (200, #"{"data":{"teas":[]}}"#))
        #expect(try await answer(["query": "mutation AddTea { id }"]) == (200, #"{"data":{"addTea":{"id":7}}}"#))
        #expect(try await answer(["query": "subscription Brewing { a }"]) == (200, #"{"data":{"brewing":1}}"#))
        #expect(try await answer(["query": "query AddTea { id }"]).0 == 404)
        #expect(try await answer(["query": "query Tea { id }"]).0 == 404)
    }

    @Test func `it answers any operation of its kind if it has no name`() async throws {
        api.operation(with: .graphql(data: ["by": "operation"]))
        api.query(with: .graphql(data: ["by": "query"]))
        #expect(try await answer(["query": "{ teas }"]).1 == #"{"data":{"by":"query"}}"#)
        #expect(try await answer(["query": "mutation { add }"]).1 == #"{"data":{"by":"operation"}}"#)
    }

    @Test func `it is found by the values of variables`() async throws {
        api.query("Tea", with: .graphql(data: ["tea": "any"]))
        api.query("Tea", variables: ["id": 7], with: .graphql(data: ["tea": "seventh"]))
        api.query("Tea", variables: ["by": ["origin": "Uji"]], with: .graphql(data: ["tea": "Gyokuro"]))
        func tea(_ variables: JSON?) async throws -> String {
            try await answer(["query": "query Tea($id: ID) { tea }", "variables": variables]).1
        }
        #expect(try await tea(["id": 7, "more": true]) == #"{"data":{"tea":"seventh"}}"#)
        #expect(try await tea(["id": 8]) == #"{"data":{"tea":"any"}}"#)
        #expect(try await tea(["by": ["origin": "Uji", "year": 2020]]) == #"{"data":{"tea":"Gyokuro"}}"#)
        #expect(try await tea(nil) == #"{"data":{"tea":"any"}}"#)
    }

    @Test(
        arguments: [
            ([], [], true), ([], [1, 2], false), ([1, 2], [1, 2], true), ([1, 2], [1, 9, 2], false),
            ([1, 2], [2, 1], false), ([1], [1, 2], false), ([["a": 1]], [["a": 1, "b": 2]], true),
            ([["a": [1]]], [["a": [1, 2]]], false),
        ] as [(JSON, JSON, Bool)])
    func `a list in a variable must have the same elements, wherever it is`(
        expected: JSON, sent: JSON, isAnswered: Bool
    ) async throws {
        api.query("Teas", variables: ["ids": expected], with: .graphql())
        api.query("Nested", variables: ["filter": ["ids": expected]], with: .graphql())
        let status: Teapot.StatusCode = isAnswered ? 200 : 404
        #expect(try await answer(["query": "query Teas { a }", "variables": ["ids": sent]]).0 == status)
        #expect(try await answer(["query": "query Nested { a }", "variables": ["filter": ["ids": sent]]]).0 == status)
    }

    @Test func `its handler receives the operation`() async throws {
        api.mutation("AddTea") { operation in
            let name = operation["name"] as? String
            return .graphql(data: [
                "name": operation.name, "kind": operation.kind?.rawValue, "tea": name, "all": operation.variables,
                "document": operation.document, "role": operation.request.headers["X-Role"],
            ])
        }
        let document = "mutation AddTea($name: String!) { addTea(name: $name) { id } }"
        let text = try await answer(["query": document, "variables": ["name": "Assam"]]).1
        let data = try JSON(parsing: Data(text.utf8)).dictionary?["data"] as? [String: any Sendable]
        #expect(
            data.map(JSON.dictionary) == [
                "name": "AddTea", "kind": "mutation", "tea": "Assam", "all": ["name": "Assam"], "document": document,
                "role": "guest",
            ])
    }

    @Test func `an asynchronous handler and a literal can answer it`() async throws {
        api.query("Teas") { operation async in
            await Task.yield()
            return ["data": ["name": operation.name]]
        }
        #expect(try await answer(["query": "query Teas { teas }"]).1 == #"{"data":{"name":"Teas"}}"#)
    }

    @Test func `errors accompany the data, and a thrown error replaces it`() async throws {
        api.query("Teas", with: .graphql(data: ["teas": [nil]], errors: ["Out of tea"], extensions: ["cost": 1]))
        api.mutation { _ in throw GraphQL.Error("No", path: ["add", 0], extensions: ["code": "NO"]) }
        api.subscription { _ async throws in throw GraphQL.Error("Never") }
        #expect(
            try await answer(["query": "query Teas { teas }"]).1
                == #"{"data":{"teas":[null]},"errors":[{"message":"Out of tea"}],"extensions":{"cost":1}}"#)
        #expect(
            try await answer(["query": "mutation { a }"]).1
                == #"{"errors":[{"extensions":{"code":"NO"},"message":"No","path":["add",0]}]}"#)
        #expect(try await answer(["query": "subscription { a }"]).1 == #"{"errors":[{"message":"Never"}]}"#)
        #expect(String(decoding: Response.graphql().body, as: UTF8.self) == #"{"data":null}"#)
    }

    @Test func `it answers with one response after another, up to a limit`() async throws {
        api.query("Teas", times: 2, with: .graphql(data: ["n": 1]), .graphql(data: ["n": 2]))
        #expect(try await answer(["query": "query Teas { teas }"]).1 == #"{"data":{"n":1}}"#)
        #expect(try await answer(["query": "query Teas { teas }"]).1 == #"{"data":{"n":2}}"#)
        #expect(try await answer(["query": "query Teas { teas }"]).0 == 404)
    }

    @Test func `further rules apply`() async throws {
        api.query("Teas", when: .headers(["X-Role": "admin"]), with: .graphql(data: ["teas": []]))
        #expect(try await answer(["query": "query Teas { teas }"]).0 == 404)
    }

    @Test func `a persisted query sent by its hash can be unknown to the server`() async throws {
        api.query("Teas", with: .graphql(data: ["teas": []]))
        let extensions: JSON = ["persistedQuery": ["version": 1, "sha256Hash": "ecf4ed"]]
        let short: JSON = ["operationName": "Teas", "extensions": extensions]
        #expect(try await answer(short).1 == #"{"data":{"teas":[]}}"#)
        api.persistedQuery("Teas", with: .persistedQueryNotFound)
        #expect(
            try await answer(short).1
                == #"{"errors":[{"extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"},"message":"PersistedQueryNotFound"}]}"#
        )
        #expect(
            try await answer(["query": "query Teas { teas }", "extensions": extensions]).1 == #"{"data":{"teas":[]}}"#)
        #expect(router.journal.graphql.map(\.persistedQueryHash) == ["ecf4ed", "ecf4ed", "ecf4ed"])
        #expect(router.journal.graphql.map { $0.document == nil } == [true, true, false])
    }

    @Test func `a hash without a document isn't an unnamed mutation`() async throws {
        api.query("Tea", with: .graphql(data: ["tea": nil]))
        api.mutation { _ in throw GraphQL.Error("not allowed") }
        let body: JSON = ["operationName": "Tea", "extensions": ["persistedQuery": ["sha256Hash": "a"]]]
        #expect(try await answer(body).1 == #"{"data":{"tea":null}}"#)
    }

    @Test func `a response has data or errors`() {
        #expect(Response.graphql().body == Data(#"{"data":null}"#.utf8))
        let extended = String(decoding: Response.graphql(extensions: ["cost": 1]).body, as: UTF8.self)
        #expect(extended.contains(#""data":null"#))
        #expect(extended.contains(#""extensions":{"cost":1}"#))
    }

    @Test(arguments: [
        ("query=query%20Teas%20%7B%20teas%20%7D", 200), ("query=query+Teas+%7B+teas+%7D", 200),
        (
            "operationName=Teas&query=query+Teas%7Ba%7D+query+B%7Bb%7D&variables=%7B%22id%22%3A7%7D&extensions=%7B%7D",
            200
        ),
        ("operationName=Teas&extensions=%7B%22persistedQuery%22%3A%7B%22sha256Hash%22%3A%22e%22%7D%7D", 200),
        ("query=mutation%20Teas%7Ba%7D", 404), ("query=query%20Teas%7Ba%7D&variables=%7B", 404),
        ("query=query%20Teas%7Ba%7D&variables=7", 404), ("operationName=Teas", 404), ("", 404),
    ])
    func `it answers GET`(query: String, status: Int) async throws {
        api.operation("Teas", with: .graphql(data: ["teas": []]))
        let url = try #require(URL(string: "https://api.test/graphql?" + query))
        #expect(await router.serverAnswer(to: try Request(Teapot.Request(method: .get, url: url))).statusCode == status)
    }

    @Test(arguments: [
        ("operations", #"{"query": "mutation AddTea($file: Upload!) { a }", "variables": {"file": null}}"#, 200),
        ("operations", "[]", 404), ("operations", "{", 404), ("operation", "{}", 404),
    ])
    func `it answers an upload`(name: String, text: String, status: Int) async throws {
        api.mutation("AddTea") { operation in
            let file = try operation.request.multipart().last.map { String(decoding: $0.data, as: UTF8.self) }
            return .graphql(data: ["file": file])
        }
        let fields = [(name, text), ("map", #"{"0": ["variables.file"]}"#), ("0", "leaf")]
        let parts = fields.map { "--b\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n" }
        let request = Request(
            method: "POST", origin: "https://api.test", path: "/graphql",
            headers: ["Content-Type": "Multipart/Form-Data; boundary=b"],
            body: Data((parts.joined() + "--b--\r\n").utf8))
        let response = await router.serverAnswer(to: request)
        #expect(response.statusCode == status)
        if status == 200 { #expect(String(decoding: response.body, as: UTF8.self) == #"{"data":{"file":"leaf"}}"#) }
    }

    @Test func `it does not replace the routes for the same path`() async throws {
        router.post("/graphql") { _ in .status(201) }
        api.query("Teas", with: .graphql(data: ["teas": []]))
        #expect(try await answer(["query": "query Teas { teas }"]).0 == 200)
        #expect(try await answer(["query": "query Coffees { coffees }"]).0 == 201)
    }

    @Test func `validation finds a route that another one hides`() {
        api.query("Tea", variables: ["id": 7], with: .graphql())
        api.query("Tea", variables: ["id": 8], with: .graphql())
        api.mutation("Tea", variables: ["id": 7], with: .graphql())
        #expect(router.problems.map(\.kind) == [])
        api.query("Tea", variables: ["id": 7.0], with: .graphql())
        #expect(router.problems.map(\.kind) == [.hiddenRoute])
    }
}

extension Request {
    /// Returns a `POST` to the GraphQL server of the tests.
    static func operation(_ body: Data) -> Request {
        Request(
            method: "POST", origin: "https://api.test", path: "/graphql",
            headers: ["Content-Type": "application/json", "X-Role": "guest"], body: body)
    }
}
