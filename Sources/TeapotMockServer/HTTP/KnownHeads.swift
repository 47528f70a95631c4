import Teapot
import TeapotMock

/// A cache of recently written heads, so each is checked and written only once.
///
/// Headers are in the cache if the words of their strings in memory are the same. In that case, the contents are the
/// same, too, because Swift never changes a string in place if it's also referenced elsewhere. Headers with the same
/// text in other memory are written again, so the cache never changes a response.
final class KnownHeads {
    private struct Head {
        let status: Int
        let fields: [Teapot.HeaderFields.Field]
        /// The bytes from ``ResponseSerializer/beginning(_:_:)``.
        let bytes: [UInt8]
    }

    /// The number of slots, a power of two.
    private static let placeCount = 64
    /// The maximum length of a cached head, in bytes.
    private static let greatestLength = 1024

    @exclusivity(unchecked) private var heads = [Head?](repeating: nil, count: placeCount)

    /// Writes the head of a response with a body of known length and no trailers to an HTTP/1.1 client.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - length: The length of the body, in bytes.
    ///   - closes: Whether the connection ends with the response.
    ///   - date: The value of the `Date` header.
    ///   - output: The output to write to.
    /// - Returns: `true` if the head was written, or `false` if it isn't in the usual form or can't be sent.
    func write(
        _ response: borrowing Response, length: Int, closes: Bool, date: [UInt8], to output: inout Output
    ) -> Bool {
        let (status, fields) = (response.status, response.headers.fields)
        let place = Self.hash(of: status.rawValue, fields) & (Self.placeCount - 1)
        let bytes: [UInt8]
        if let head = heads[place], head.status == status.rawValue, Self.areIdentical(head.fields, fields) {
            bytes = head.bytes
        } else {
            guard let beginning = ResponseSerializer.beginning(status, fields) else { return false }
            bytes = beginning
            if bytes.count <= Self.greatestLength {
                heads[place] = Head(status: status.rawValue, fields: fields, bytes: bytes)
            }
        }
        output.append(bytes)
        output.append(date)
        output.append("\r\nContent-Length: ")
        output.append(length)
        output.append(closes ? "\r\nConnection: close\r\n\r\n" : "\r\n\r\n")
        return true
    }

    private static func hash(of status: Int, _ fields: [Teapot.HeaderFields.Field]) -> Int {
        fields.withUnsafeBytes { bytes in
            var hash = UInt64(truncatingIfNeeded: status)
            for offset in stride(from: 0, to: bytes.count, by: 8) {
                hash = (hash ^ bytes.load(fromByteOffset: offset, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
            }
            return Int(truncatingIfNeeded: hash >> 32)
        }
    }

    private static func areIdentical(
        _ left: [Teapot.HeaderFields.Field], _ right: [Teapot.HeaderFields.Field]
    ) -> Bool {
        left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                guard left.count == right.count else { return false }
                for offset in stride(from: 0, to: left.count, by: 8)
                where left.load(fromByteOffset: offset, as: UInt64.self)
                    != right.load(fromByteOffset: offset, as: UInt64.self)
                {
                    return false
                }
                return true
            }
        }
    }
}
