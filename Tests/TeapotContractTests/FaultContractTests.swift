import Teapot
import TeapotMock
import TeapotTestSupport
import Testing

/// What each fault of a mock looks like to a client, and what the same thing on a socket does.
@Suite struct `A fault is the error that a socket's would be` {
    private struct Failure: Equatable {
        var type: TeapotError.ErrorType?
        var code: URLError.Code?
        var status: Int?
        var body: Data?

        /// What a call of a client throws.
        init(of client: any TeapotClient, _ timeout: Double? = nil) async {
            do throws(TeapotError) {
                _ = try await client.get("x", timeoutInterval: timeout)
            } catch {
                type = error.type
                code = (error.underlyingError as? URLError)?.code
                status = error.responseStatus
                body = error.response?.data
            }
        }
    }

    /// A way to a router without a socket.
    enum InProcess: CaseIterable, Sendable {
        case twin, interception
    }

    /// What a mock's fault looks like; it is given instead of a response, or in the middle of one.
    private func mock(_ fault: Response.Fault, by way: InProcess) async throws -> Failure {
        let router = Router()
        router.get("x") { _ in .data(Data("0123456789".utf8)).failing(fault) }
        switch way {
        case .twin: return await Failure(of: MockTeapot(router: router))
        case .interception:
            let url = try #require(URL(string: "http://fault.test"))
            return await Failure(of: Teapot(baseURL: url, configuration: .answered(by: router)))
        }
    }

    private func socket(_ script: @escaping HostileServer.Script) async throws -> Failure {
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try script(connection)
        }
        let failure = await Failure(of: Teapot(baseURL: server.url), 1)
        server.stop()
        return failure
    }

    @Test(arguments: InProcess.allCases) func `refused`(way: InProcess) async throws {
        let server = try HostileServer { _ in }
        let url = server.url
        server.stop()
        let real = await Failure(of: Teapot(baseURL: url))
        #expect(real.type == .noResponse)
        #expect(try await mock(.refused, by: way) == real)
    }

    @Test(arguments: InProcess.allCases) func `timed out`(way: InProcess) async throws {
        let real = try await socket { try $0.waitForEnd() }
        #expect(real.code == .timedOut)
        #expect(try await mock(.timedOut, by: way) == real)
    }

    @Test(arguments: InProcess.allCases) func `reset`(way: InProcess) async throws {
        let real = try await socket { $0.reset() }
        #expect(real.type == .noResponse)
        #expect(try await mock(.reset, by: way) == real)
    }

    @Test(arguments: InProcess.allCases) func `garbage`(way: InProcess) async throws {
        let real = try await socket { try $0.send("garbage instead of HTTP\r\n\r\n") }
        #expect(real.type == .notHTTP)
        #expect(try await mock(.garbage, by: way) == real)
    }

    @Test(arguments: InProcess.allCases, [0, 1, 9])
    func `cut short`(way: InProcess, count: Int) async throws {
        let part = String("0123456789".prefix(count))
        let real = try await socket { connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n" + part)
            connection.close()
        }
        #expect(real.type == .incompleteResponse)
        #expect(real.status == 200)
        #expect(try await mock(.cutShort(after: count), by: way) == real)
    }

    @Test(arguments: InProcess.allCases)
    func `one that is cut short behind its end is whole`(way: InProcess) async throws {
        #expect(try await mock(.cutShort(after: 10), by: way).type == nil)
    }
}
