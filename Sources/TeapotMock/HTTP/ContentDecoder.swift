import Foundation
import Teapot

/// The content codings of a body that clients on a socket decode: gzip and deflate (RFC 9110 §8.4).
struct ContentDecoder: Sendable {
    private let count: Int

    /// Creates a decoder, or returns `nil` if the body has no coding, or one that isn't known.
    ///
    /// - Parameter headerFields: The header fields of the response.
    init?(_ headerFields: Teapot.HeaderFields) {
        guard let value = headerFields["Content-Encoding"] else { return nil }
        let codings = value.lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0 != "identity" }
        guard !codings.isEmpty, codings.allSatisfy(["gzip", "x-gzip", "deflate"].contains) else { return nil }
        count = codings.count
    }

    /// Returns a decoded body, and the error of a client that can't decode it.
    func decode(_ body: Data) -> (Data, URLError?) {
        var body = body
        do throws(Inflater.InvalidBytes) { for _ in 0..<count { body = try Inflater.decode(body) } } catch {
            return (error.output, URLError(Self.errorCode))
        }
        return (body, nil)
    }

    // The error codes that Foundation reports for a socket.
    #if canImport(Darwin)
        private static let errorCode = URLError.Code.cannotDecodeRawData
    #else
        private static let errorCode = URLError.Code.unknown
    #endif
}
