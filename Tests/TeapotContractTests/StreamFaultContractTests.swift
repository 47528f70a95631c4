import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of streams that a fault breaks off after a number of bytes, with each transport to a router.
@Suite(.inTurn, .timeLimit(.minutes(2))) struct `A stream breaks off at its fault` {
    private static let pieces = ["abc", "def", "", "ghi"].map { Data($0.utf8) }

    @Test(arguments: Transport.allCases, 0...9) func `after each byte`(transport: Transport, count: Int) async throws {
        let router = Router()
        router.get("/x", with: .stream(Self.pieces).failing(.cutShort(after: count)))
        let error = try await transport.withClient(of: router) { client in
            await #expect(throws: TeapotError.self) { try await client.get("x") }
        }
        #expect(error?.type == .incompleteResponse)
        #expect(error?.response?.body == Data("abcdefghi".utf8.prefix(count)))
        #expect(await eventually { router.journal.entries.map(\.ending) == [.failed] })
    }

    @Test(arguments: Transport.allCases, [0, 3, 4, 9])
    func `with a reset, too`(transport: Transport, count: Int) async throws {
        let router = Router()
        router.get("/x", with: .stream(Self.pieces).failing(.reset(after: count)))
        let error = try await transport.withClient(of: router) { client in
            await #expect(throws: TeapotError.self) { try await client.get("x") }
        }
        #expect((error?.underlyingError as? URLError)?.code == .networkConnectionLost)
        let body = error?.response?.body ?? Data()
        let expected = Data("abcdefghi".utf8.prefix(count))
        // A reset may overtake the sent bytes.
        #expect(transport == .socket ? expected.starts(with: body) : body == expected)
    }

    @Test(arguments: Transport.allCases) func `without the later bytes`(transport: Transport) async throws {
        let router = Router()
        let isCancelled = Locked(false)
        let (never, continuation) = AsyncStream<Void>.makeStream()
        let stream = Response.Stream { send in
            send(Data("abc".utf8))
            for await _ in never {}
            isCancelled.withLock { $0 = Task.isCancelled }
        }
        router.get("/x", with: .stream(stream).failing(.cutShort(after: 3)))
        let error = try await transport.withClient(of: router) { client in
            await #expect(throws: TeapotError.self) { try await client.get("x") }
        }
        #expect(error?.response?.body == Data("abc".utf8))
        #expect(await eventually { isCancelled.withLock { $0 } })
        continuation.finish()
    }

    @Test(arguments: Transport.allCases) func `but not after its end`(transport: Transport) async throws {
        let router = Router()
        let stream = Response.stream(Self.pieces)
        let told = Response.stream(Self.pieces, headers: ["Content-Length": "9"])
        router.get(
            "/x", with: stream.failing(.reset(after: 10)), told.failing(.reset(after: 9)),
            told.failing(.cutShort(after: 10)))
        try await transport.withClient(of: router) { client async throws in
            for _ in 0..<3 { #expect(try await client.get("x").body == Data("abcdefghi".utf8)) }
        }
        #expect(await eventually { router.journal.entries.allSatisfy { $0.ending == .responded(200) } })
    }

    @Test(arguments: Transport.allCases, [3, 9, 12])
    func `a declared length applies to a stream, too`(transport: Transport, length: Int) async throws {
        let router = Router()
        router.get("/x", with: .stream(Self.pieces).failing(.contentLength(length)))
        let (body, found) = try await transport.withClient(of: router) { client async throws in
            do throws(TeapotError) { return (try await client.get("x").body, TeapotError.ErrorType?.none) } catch {
                return (error.response?.body ?? Data(), error.type)
            }
        }
        #expect(found == (length > 9 ? .incompleteResponse : nil))
        #expect(body == Data("abcdefghi".utf8.prefix(length)))
    }
}
