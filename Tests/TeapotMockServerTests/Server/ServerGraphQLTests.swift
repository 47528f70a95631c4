import Foundation
import Teapot
import TeapotMock
import TeapotMockGraphQL
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    @Suite struct `A server's GraphQL` {
        @Test func `operations are answered alone and in batches, by POST and by GET`() async throws {
            let server = Server()
            server.router.graphql("/graphql").query("Teas", with: .graphql(data: ["teas": []]))
            server.router.graphql("/graphql").mutation("AddTea") { operation async in
                .graphql(data: ["id": operation["id"]])
            }
            let port = try server.start()
            let bodies = try await RawClient.talking(to: port) { client in
                try [
                    post(#"{"query":"query Teas { teas }"}"#),
                    post(#"[{"query":"mutation AddTea { a }","variables":{"id":7}},{"query":"query Teas { a }"}]"#),
                    "GET /graphql?query=query+Teas+%7Bteas%7D HTTP/1.1\r\nHost: localhost\r\n\r\n",
                ].map { String(decoding: try client.exchange($0).body, as: UTF8.self) }
            }
            try await server.stop()
            #expect(
                bodies == [
                    #"{"data":{"teas":[]}}"#, #"[{"data":{"id":7}},{"data":{"teas":[]}}]"#, #"{"data":{"teas":[]}}"#,
                ])
            #expect(server.router.journal.graphql.map(\.name) == ["Teas", "AddTea", "Teas", "Teas"])
        }

        private func post(_ body: String) -> String {
            "POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
    }
}
