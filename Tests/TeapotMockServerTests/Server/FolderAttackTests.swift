import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockServer
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of a hostile client's requests to a server with a folder of mocks.
@Suite(.inTurn, .timeLimit(.minutes(2))) struct `A server for a folder of mocks` {
    private func serving<Result>(
        _ files: TemporaryFolder, limits: Server.Limits = Server.Limits(),
        _ body: (Server, Switchboard) async throws -> Result
    ) async throws -> Result {
        let switchboard = Switchboard(MockFolder(files.url.appendingPathComponent("Mocks")))
        switchboard.undecided = .firstMock
        let router = Router()
        router.switchboard = switchboard
        let server = Server(router: router, limits: limits)
        try server.start()
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body(server, switchboard)) } catch { result = .failure(error) }
        try await server.stop(within: 0)
        return try result.get()
    }

    @Test(arguments: [
        "/../secret", "/a/../../secret", "/%2e%2e/secret", "/..%2fsecret", "/a/..%2f..%2fsecret",
        "/a/%2e%2e/%2e%2e/secret",
        "/..%5csecret", "//secret", "/a/..;/secret", "/a/x.json%00/secret", "/secret.json", "/%252e%252e/secret",
        "/a/x.json", "/a/success_x.json", "/.ls.global.json", "/a/../.ls.global.json",
    ])
    func `reveals nothing outside the folder, and no file by its name`(target: String) async throws {
        let files = try TemporaryFolder([
            "secret/success_secret.json": #"{"secret": 42}"#, "secret.json": #"{"secret": 42}"#,
            "Mocks/a/success_x.json": "[1]",
            "Mocks/.ls.global.json": #"{"maps": [{"folder": "/a", "to": "/secret42"}]}"#,
        ])
        try await serving(files) { server, _ in
            let message = try await RawClient.talking(to: try #require(server.port)) {
                try $0.exchange("GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            }
            #expect([400, 404].contains(message.status))
            #expect(!String(decoding: message.body, as: UTF8.self).contains("42"))
        }
    }

    @Test func `sees each change at the next request, over many connections`() async throws {
        let files = try TemporaryFolder(["Mocks/a/success_x.json": "[0]"])
        try await serving(files) { server, _ in
            let port = try #require(server.port)
            try await RawClient.talking(to: port) { first in
                let second = try RawClient(port: port)
                defer { second.stream.close() }
                for round in 0..<200 {
                    try files.write("[\(round)]", to: "Mocks/a/success_x.json")
                    for client in [first, second] {
                        let message = try client.exchange("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        #expect(String(decoding: message.body, as: UTF8.self) == "[\(round)]")
                    }
                }
            }
        }
    }

    @Test func `refuses a gigabyte-long body before it arrives`() async throws {
        let files = try TemporaryFolder(["Mocks/a/success_x.json": "[1]"])
        try await serving(files) { server, switchboard in
            switchboard.undecided = .hold
            let message = try await RawClient.talking(to: try #require(server.port)) {
                try $0.exchange("POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1073741824\r\n\r\n")
            }
            #expect(message.status == 413)
            #expect(switchboard.held.isEmpty)
        }
    }

    @Test func `shows HTML in a path as text`() async throws {
        let files = try TemporaryFolder(["Mocks/a/success_x.json": "[1]"])
        try await serving(files) { server, _ in
            let message = try await RawClient.talking(to: try #require(server.port)) {
                try $0.exchange("GET /%3Cscript%3E HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            }
            #expect(message.headers["Content-Type"] == "application/problem+json")
            #expect(!String(decoding: message.body, as: UTF8.self).contains("<script>"))
        }
    }
}
