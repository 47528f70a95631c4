import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestTraits
import Testing

/// Tests of responses that a handler creates by hand, with each transport to a router.
@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A handmade response` {
    private static let text = Data("green tea, green tea".utf8)
    private static let compressed = Data(base64Encoded: "H4sIAAAAAAACA0svSk3NUyhJTdRRSIcxAW65l+gUAAAA")

    @Test(arguments: Transport.allCases) func `is decompressed by the client`(transport: Transport) async throws {
        let compressed = try #require(Self.compressed)
        let router = Router()
        router.get("/tea") { _ in
            Response(headers: ["Content-Encoding": "gzip", "Content-Type": "text/plain"], body: compressed)
        }
        let body = try await transport.withClient(of: router) { try await $0.get("tea").body }
        #expect(body == Self.text)
    }

    /// A response that can't be sent.
    enum Wrong: CaseIterable {
        case lineBreak, nameWithSpace
        case status100, status102, status103, status199

        var response: Response {
            switch self {
            case .lineBreak: Response(headers: ["X-Tea": "green\r\nX-Other: 1"], body: Data("tea".utf8))
            case .nameWithSpace: Response(headers: ["X Tea": "green"], body: Data("tea".utf8))
            case .status100: Response(status: 100)
            case .status102: Response(status: 102)
            case .status103: Response(status: 103)
            case .status199: Response(status: 199)
            }
        }
    }

    @Test(arguments: Transport.allCases, ["1", "9"])
    func `has the length of its body, whatever it declares`(transport: Transport, length: String) async throws {
        let router = Router()
        router.get("/tea") { _ in Response(headers: ["Content-Length": length], body: Data("tea".utf8)) }
        let response = try await transport.withClient(of: router) { try await $0.get("tea") }
        #expect(response.body == Data("tea".utf8))
        #expect(response.headers["Content-Length"] == "3")
    }

    @Test(arguments: Transport.allCases, Wrong.allCases)
    func `is a handler error if it can't be sent`(transport: Transport, wrong: Wrong) async throws {
        let router = Router()
        router.get("/tea") { _ in wrong.response }
        let status = try await transport.withClient(of: router) { client in
            do throws(TeapotError) {
                return try await client.get("tea", timeout: 10).statusCode
            } catch {
                return error.responseStatus ?? 0
            }
        }
        #expect(status == 500)
    }
}
