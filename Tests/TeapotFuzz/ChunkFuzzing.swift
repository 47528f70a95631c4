import Teapot
import TeapotMock
import TeapotMockServer

/// A fuzz target for the decoder of chunks: the input is a chunked body, and bytes after it.
///
/// The decoded body is compared with that of a short model without pieces and limits.
enum ChunkFuzzing {
    private static let head = Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)

    static func check(_ input: FuzzInput) {
        let limits = Server.Limits(bodyBytes: input.wantsSmallLimits ? 16 : 1 << 20)
        let all = head + input.payload
        let steps = RequestFuzzing.steps(of: all[...], cut: [head[...]] + input.pieces, limits: limits)
        guard case .request(let incoming) = steps.first else { return }
        guard let expected = model(input.payload[...]) else {
            return expect(false, "a body that is none was read as \(incoming.request.body)")
        }
        expect(Array(incoming.request.body) == expected, "\(Array(incoming.request.body)) is not \(expected)")
        expect(expected.count <= limits.bodyBytes, "a body of \(expected.count) bytes")
    }

    /// Returns the chunks' data up to the last chunk; trailers are ignored.
    private static func model(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var (rest, body) = (bytes, [UInt8]())
        while let end = rest.firstIndex(of: 0x0A) {
            let digits = rest[..<end].prefix { Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }
            guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16) else { return nil }
            rest = rest[(end + 1)...]
            if size == 0 { return body }
            guard rest.count >= size + 2, rest.dropFirst(size).starts(with: [0x0D, 0x0A]) else { return nil }
            body += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
        }
        return nil
    }
}
