import Teapot
import TeapotMock

extension RequestParser {
    /// The result of a step through a chunked body.
    enum ChunkStep {
        case needsMore
        case again
        case finished
    }

    /// The maximum total size of a body's chunk extensions, in bytes (RFC 9112 §7.1.1 recommends a limit).
    private static var extensionLimit: Int { 16 * 1024 }

    /// Reads the next part of a chunked body (RFC 9112 §7.1).
    mutating func advanceChunks() throws(Rejection) -> ChunkStep {
        switch state {
        case .chunkSize:
            let limit = Self.extensionLimit
            guard
                let line = try takeLine(
                    within: limit - extensionBytes,
                    orElse: Rejection("The chunk extensions have more than \(limit) bytes.")
                )
            else { return .needsMore }
            let size = try chunkSize(line)
            // Count the extensions of all size lines, so a body in tiny chunks costs no more than its bytes.
            guard size <= limits.bodyBytes - body.count else { throw bodyTooLarge }
            state = size == 0 ? .trailers : .chunkData(remaining: size)
            return .again
        case .chunkData(let remaining):
            let bytes = buffer.take(upTo: remaining)
            body.append(contentsOf: bytes)
            state = bytes.count == remaining ? .chunkEnd : .chunkData(remaining: remaining - bytes.count)
            return bytes.count == remaining ? .again : .needsMore
        case .chunkEnd:
            let reason = "A chunk has more bytes than its size says."
            guard try takeLine(within: 0, orElse: Rejection(reason)) != nil else { return .needsMore }
            state = .chunkSize
            return .again
        case .trailers:
            let limit = limits.headBytes
            guard
                let line = try takeLine(
                    within: limit - trailerBytes,
                    orElse: Rejection(431, "The trailers have more than \(limit) bytes.")
                )
            else { return .needsMore }
            if line.isEmpty { return .finished }
            trailerBytes += line.count + 2
            // RFC 9112 §7.1.2 lets a recipient discard trailers, but they must be valid headers.
            _ = try FieldLine.parse(line, isFirst: false)
            return .again
        case .head, .content, .failed:
            return .needsMore
        }
    }

    /// Returns whether a text is a list of chunk extensions: `chunk-ext` of RFC 9112 §7.1.1.
    private static func areExtensions(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        func skipToken() -> Bool {
            let token = rest.prefix(while: \.isTokenCharacter)
            rest = rest[token.endIndex...]
            return !token.isEmpty
        }
        // `quoted-string` of RFC 9110 §5.6.4.
        func skipQuoted() -> Bool {
            guard rest.popFirst() == UInt8(ascii: "\"") else { return false }
            while let byte = rest.popFirst(), byte.isFieldValueCharacter {
                if byte == UInt8(ascii: "\"") { return true }
                if byte == UInt8(ascii: "\\"), rest.popFirst()?.isFieldValueCharacter != true { return false }
            }
            return false
        }
        func skip(_ byte: UInt8) -> Bool {
            let after = rest.drop(while: \.isOptionalWhitespace)
            guard after.first == byte else { return false }
            rest = after.dropFirst().drop(while: \.isOptionalWhitespace)
            return true
        }
        while !rest.isEmpty {
            guard skip(UInt8(ascii: ";")), skipToken() else { return false }
            if skip(UInt8(ascii: "=")) {
                guard rest.first == UInt8(ascii: "\"") ? skipQuoted() : skipToken() else { return false }
            }
        }
        return true
    }

    /// Returns the size on a chunk's first line; the part after a semicolon is ignored (RFC 9112 §7.1.1).
    private mutating func chunkSize(_ line: ArraySlice<UInt8>) throws(Rejection) -> Int {
        let digits = line.prefix { $0.hexDigitValue != nil }
        let rest = line[digits.endIndex...]
        let isExtension = rest.trimmingOptionalWhitespace().first == 0x3B
        guard !digits.isEmpty, rest.isEmpty || isExtension else {
            throw Rejection("The chunk size \(line.quoted) is not a hexadecimal number.")
        }
        guard Self.areExtensions(rest) else {
            throw Rejection("The chunk extension \(rest.quoted) is not valid.")
        }
        extensionBytes += rest.count
        // RFC 9112 §7.1: sizes may overflow.
        let significant = digits.drop { $0 == 0x30 }
        guard significant.count <= 15 else { throw bodyTooLarge }
        return significant.reduce(0) { $0 << 4 | ($1.hexDigitValue ?? 0) }
    }
}
