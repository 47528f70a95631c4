import Foundation
import Teapot

/// A decoder for the content codings that clients on a socket decode: gzip and deflate (RFC 9110 §8.4).
struct ContentDecoder: Sendable {
    private let count: Int

    /// Creates a decoder, or returns `nil` if the body has no coding or an unknown one.
    ///
    /// - Parameter headers: The headers of the response.
    init?(_ headers: Teapot.HeaderFields) {
        guard let value = headers["Content-Encoding"] else { return nil }
        let codings = value.lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0 != "identity" }
        guard !codings.isEmpty, codings.allSatisfy(["gzip", "x-gzip", "deflate"].contains) else { return nil }
        count = codings.count
    }

    /// Returns a decoded body, with the error that a client reports if the body can't be decoded.
    func decode(_ body: Data) -> (Data, URLError?) {
        var body = body
        do throws(Inflater.InvalidBytes) { for _ in 0..<count { body = try Inflater.decode(body) } } catch {
            return (error.output, URLError(Self.errorCode))
        }
        return (body, nil)
    }

    // Foundation reports these error codes when it reads from a socket.
    #if canImport(Darwin)
        private static let errorCode = URLError.Code.cannotDecodeRawData
    #else
        private static let errorCode = URLError.Code.unknown
    #endif
}
