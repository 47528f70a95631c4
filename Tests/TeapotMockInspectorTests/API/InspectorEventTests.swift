import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockInspector
import TeapotMockServer
import TeapotTestSupport
import Testing

extension InspectorSuites {
    /// Tests of the events that notify the inspector's pages of changes.
    @Suite struct `The inspector's events` {
        private func request(_ server: Server) -> String {
            """
            GET /__teapot/api/events HTTP/1.1\r\nHost: 127.0.0.1:\(server.port ?? 0)\r\n\
            Authorization: Bearer \(server.inspectorToken ?? "")\r\n\r\n
            """
        }

        /// Opens the stream, and reads up to its first event.
        private func opened(_ server: Server) throws -> RawClient {
            let client = try RawClient(port: server.port ?? 0)
            try client.send(request(server))
            let head = try client.stream.readHead()
            #expect(head.headers["Content-Type"] == "text/event-stream")
            #expect(head.headers["Content-Security-Policy"] != nil)
            try read("hello", from: client)
            return client
        }

        /// Reads up to an event with a name.
        private func read(_ name: String, from client: RawClient) throws {
            while try client.stream.readLine() != Data("event: \(name)\n".utf8) {}
        }

        @Test func `report requests as they arrive and end, and changes of the switchboard`() async throws {
            try await InspectedServer.run { inspected in
                let server = inspected.server
                let client = try await onOwnThread { try opened(server) }
                inspected.switchboard.isOn = false
                try await onOwnThread { try read("state", from: client) }
                inspected.switchboard.isOn = true
                try await onOwnThread { try read("state", from: client) }
                let answer = try await inspected.holding { id in
                    try await onOwnThread {
                        try read("journal", from: client)
                    }
                    try await inspected.change(
                        "POST", "held/\(id)", #"{"decision": "mock", "mock": "products/success_emptyList.json"}"#)
                }
                #expect(answer.status == 200)
                // The end of the request.
                try await onOwnThread { try read("journal", from: client) }
                client.stream.close()
            }
        }

        @Test func `reach many pages, and keep nothing for closed ones`() async throws {
            try await InspectedServer.run { inspected in
                let server = inspected.server
                let descriptors = openDescriptorCount()
                let clients = try await onOwnThread { try (0..<200).map { _ in try opened(server) } }
                inspected.switchboard.undecided = .unanswered
                try await onOwnThread { for client in clients { try read("state", from: client) } }
                for client in clients { client.stream.close() }
                #expect(await eventually(within: .seconds(60)) { openDescriptorCount() <= descriptors + 100 })
            }
        }

        @Test func `don't keep a server from stopping`() async throws {
            let server = Server(inspecting: Router())
            try server.start()
            let clients = try await onOwnThread { try (0..<5).map { _ in try opened(server) } }
            // This would take as long if it waited for the streams.
            try await server.stop(within: 1_000)
            #expect(server.port == nil)
            let rests = try await onOwnThread { try clients.map { try $0.stream.readToEnd() } }
            #expect(rests.count == 5)
        }
    }
}
