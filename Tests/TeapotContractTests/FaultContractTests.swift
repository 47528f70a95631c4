import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests that a client gets the same error from a fault of a mock as from that fault on a socket.
@Suite(.inTurn) struct `A fault gives the same error as on a socket` {
    private struct Failure: Equatable {
        var type: TeapotError.ErrorType?
        var code: URLError.Code?
        var status: Int?
        var body: Data?

        /// Creates the failure of a call of a client.
        init(of client: any TeapotClient, _ timeout: Double? = nil) async {
            do throws(TeapotError) {
                _ = try await client.get("x", timeout: timeout)
            } catch {
                type = error.type
                code = (error.underlyingError as? URLError)?.code
                status = error.responseStatus
                body = error.response?.body
            }
        }
    }

    /// A transport to a router.
    enum Way: CaseIterable, Sendable {
        case mock, interception, server
    }

    /// Returns the failure for a mock's fault, which replaces or interrupts a response.
    private func mock(_ fault: Response.Fault, by way: Way, _ timeout: Double? = nil) async throws -> Failure {
        let router = Router()
        router.get("x") { _ in .data(Data("0123456789".utf8)).failing(fault) }
        switch way {
        case .mock: return await Failure(of: MockTeapot(router: router))
        case .interception:
            let url = try #require(URL(string: "http://fault.test"))
            return await Failure(of: Teapot(baseURL: url, configuration: .answered(by: router)))
        case .server:
            let server = Server(router: router)
            try server.start()
            let failure = await Failure(of: Teapot(baseURL: try #require(server.baseURL)), timeout)
            try await server.stop(within: 0)
            return failure
        }
    }

    private func socket(_ timeout: Double? = nil, _ script: @escaping HostileServer.Script) async throws -> Failure {
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try script(connection)
        }
        let failure = await Failure(of: Teapot(baseURL: server.url), timeout)
        server.stop()
        return failure
    }

    @Test(arguments: [Way.mock, .interception]) func `refused`(way: Way) async throws {
        let server = try HostileServer { _ in }
        let url = server.url
        server.stop()
        let real = await Failure(of: Teapot(baseURL: url))
        #expect(real.type == .noResponse)
        #expect(try await mock(.refused, by: way) == real)
    }

    @Test(arguments: Way.allCases) func `a timeout`(way: Way) async throws {
        let real = try await socket(0.2) { try $0.waitForEnd() }
        #expect(real.code == .timedOut)
        #expect(try await mock(.timedOut, by: way, 0.2) == real)
    }

    @Test(arguments: Way.allCases) func `reset`(way: Way) async throws {
        let real = try await socket { $0.reset() }
        #expect(real.type == .noResponse)
        #expect(try await mock(.reset, by: way) == real)
    }

    @Test(arguments: Way.allCases) func `no response at all`(way: Way) async throws {
        let real = try await socket { $0.close() }
        #expect(real.type != nil)
        #expect(try await mock(.empty, by: way) == real)
    }

    @Test(arguments: Way.allCases) func `garbage`(way: Way) async throws {
        let real = try await socket { try $0.send("garbage instead of HTTP\r\n\r\n") }
        #expect(real.type == .notHTTP)
        #expect(try await mock(.garbage, by: way) == real)
    }

    @Test(arguments: Way.allCases, [0, 1, 9])
    func `a body cut short`(way: Way, count: Int) async throws {
        let part = String("0123456789".prefix(count))
        let real = try await socket { connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n" + part)
            connection.close()
        }
        #expect(real.type == .incompleteResponse)
        #expect(real.status == 200)
        #expect(try await mock(.cutShort(after: count), by: way) == real)
    }

    @Test(arguments: Way.allCases)
    func `a body cut after its end is complete`(way: Way) async throws {
        #expect(try await mock(.cutShort(after: 10), by: way).type == nil)
    }

    @Test(arguments: Way.allCases, [0, 5]) func `a reset in the body`(way: Way, count: Int) async throws {
        let part = String("0123456789".prefix(count))
        let real = try await socket { connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n" + part)
            connection.reset()
        }
        let mock = try await mock(.reset(after: count), by: way)
        // The system decides how much the client reads before it detects the reset.
        #expect((mock.type, mock.code, mock.status) == (real.type, real.code, real.status))
    }

    @Test(arguments: Way.allCases, [0, 5]) func `a malformed chunk`(way: Way, count: Int) async throws {
        let part = count > 0 ? "\(count)\r\n" + "0123456789".prefix(count) + "\r\n" : ""
        let real = try await socket { connection in
            try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + part + "no size\r\n")
            connection.close()
        }
        #expect(real.type == .incompleteResponse)
        #expect(try await mock(.malformedChunk(after: count), by: way) == real)
    }

    @Test(arguments: Way.allCases) func `a declared length that is too large`(way: Way) async throws {
        let real = try await socket { connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n0123456789")
            connection.close()
        }
        #expect(real.type == .incompleteResponse)
        #expect(try await mock(.contentLength(12), by: way) == real)
    }

    @Test(arguments: Way.allCases) func `a declared length that is too small`(way: Way) async throws {
        #expect(try await mock(.contentLength(4), by: way).type == nil)
    }

    @Test(arguments: [
        (Response.Fault.contentLength(12), true), (.contentLength(4), false), (.malformedChunk(after: 20), true),
        (.cutShort(after: 9), true), (.cutShort(after: 10), false), (.reset(after: 10), false), (.garbage, true),
    ])
    func `a router reports a fault as a client would see it`(fault: Response.Fault, isTold: Bool) async {
        let router = Router()
        router.get("x") { _ in .data(Data("0123456789".utf8)).failing(fault) }
        let response = await router.answer(to: "/x")
        #expect((response.error != nil) == isTold)
    }

    @Test func `a refused connection fails in the same way on a server and a mock`() async throws {
        let server = Server()
        try server.start()
        let url = try #require(server.baseURL)
        try await server.refuseConnections()
        let refused = await Failure(of: Teapot(baseURL: url))
        try await server.stop()
        let router = Router()
        router.get("x") { _ in Response().failing(.refused) }
        #expect(await Failure(of: MockTeapot(router: router)) == refused)
    }
}
