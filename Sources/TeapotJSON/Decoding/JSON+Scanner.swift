import Foundation

extension JSON {
    /// A scanner that finds all values of a text.
    ///
    /// It accepts nothing that Foundation's does not. Where Foundation accepts more than RFC 8259, such as a comma
    /// before a closing bracket, it gives up. Text in strings is not checked until it is asked for, as in Foundation.
    struct Scanner: ~Copyable {
        typealias Place = UnsafePointer<UInt8>

        let start: Place
        let end: Place
        var at: Place
        var tape: Tape
        var shapes = NameTree()
        /// The index of the innermost open container, or 0.
        private var container = 0
        private var depth = 0

        /// Creates a scanner at the beginning of a text.
        ///
        /// - Parameters:
        ///   - start: The first byte. The bytes must outlive the scanner.
        ///   - count: The number of bytes, less than 2^31.
        init(start: Place, count: Int) {
            self.start = start
            end = start + count
            at = start
            tape = Tape(length: count)
        }
    }
}

extension JSON.Scanner {
    /// Scans the whole text: one value, surrounded only by white space (RFC 8259 §2).
    ///
    /// - Returns: Whether it is known how Foundation reads the text.
    mutating func scan() -> Bool {
        while true {
            let isComplete: Bool
            switch skipSpace() {
            case UInt8(ascii: "\""): isComplete = appendString()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): isComplete = appendNumber()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard let isEmpty = open() else { return false }
                if !isEmpty { continue }
                isComplete = true
            case UInt8(ascii: "t"): isComplete = append("true", .init(kind: .boolean, payload: 1))
            case UInt8(ascii: "f"): isComplete = append("false", .init(kind: .boolean))
            case UInt8(ascii: "n"): isComplete = append("null", .init(kind: .null))
            default: return false
            }
            guard isComplete, let isEnd = findValue() else { return false }
            if isEnd { return true }
        }
    }

    /// Skips white space (RFC 8259 §2).
    ///
    /// - Returns: The byte after the white space, which is not skipped, or 0 at the end.
    @inline(__always) private mutating func skipSpace() -> UInt8 {
        while at < end {
            let byte = at.pointee
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            at += 1
        }
        return 0
    }

    /// Skips an opening bracket, and the name after it or the closing one.
    ///
    /// - Returns: Whether the container is empty, or `nil` for a mistake.
    private mutating func open() -> Bool? {
        guard depth < JSON.maximumDepth else { return nil }
        let isObject = at.pointee == UInt8(ascii: "{")
        at += 1
        depth += 1
        tape.append(.init(kind: isObject ? .object : .array, offset: container))
        container = tape.count - 1
        if skipSpace() == UInt8(ascii: isObject ? "}" : "]") {
            close()
            return true
        }
        if isObject { return scanName() ? false : nil }
        tape.elements[container].detail = 1
        return false
    }

    /// Skips the closing bracket of the innermost container.
    private mutating func close() {
        at += 1
        depth -= 1
        let closed = container
        container = Int(tape.elements[closed].offset)
        tape.elements[closed].next = tape.count
        tape.elements[closed].offset = UInt32(truncatingIfNeeded: closed + 1)
    }

    /// Skips what is between a value and the next one.
    ///
    /// - Returns: Whether the text has ended, or `nil` for a mistake.
    @inline(__always) private mutating func findValue() -> Bool? {
        while true {
            let sign = skipSpace()
            guard container != 0 else { return at == end ? true : nil }
            let isObject = tape.elements[container].kind == .object
            if sign == UInt8(ascii: ",") {
                at += 1
                if isObject { return scanName() ? false : nil }
                tape.elements[container].detail += 1
                return false
            }
            guard sign == UInt8(ascii: isObject ? "}" : "]") else { return nil }
            close()
        }
    }

    /// Skips the name of a member and the colon after it (RFC 8259 §4).
    @inline(__always) private mutating func scanName() -> Bool {
        guard skipSpace() == UInt8(ascii: "\"") else { return false }
        let parent = tape.elements[container].detail
        if let shape = shapes.child(of: parent, at: at, start, end) {
            tape.elements[container].detail = shape
            at += shapes.nodes[shape].count + 2
        } else {
            let first = at + 1
            guard let kind = skipString() else { return false }
            tape.elements[container].detail = shapes.append(
                to: parent, offset: first - start, count: at - 1 - first, kind: kind)
        }
        guard skipSpace() == UInt8(ascii: ":") else { return false }
        at += 1
        return true
    }

    private mutating func append(_ word: StaticString, _ element: JSON.Tape.Element) -> Bool {
        let length = word.utf8CodeUnitCount
        guard end - at >= length, memcmp(at, word.utf8Start, length) == 0 else { return false }
        at += length
        tape.append(element)
        return true
    }

    private mutating func appendString() -> Bool {
        let first = at + 1
        guard let kind = skipString() else { return false }
        tape.append(.init(kind: kind, payload: UInt64(at - 1 - first), offset: first - start))
        return true
    }

    /// Skips a string from its opening to its closing quote (RFC 8259 §7).
    ///
    /// - Returns: Its kind, or `nil` for a mistake.
    private mutating func skipString() -> JSON.Tape.Element.Kind? {
        at += 1
        var kind = JSON.Tape.Element.Kind.asciiString
        while true {
            let isASCII: Bool
            (at, isASCII) = JSON.skipPlainCharacters(from: at, to: end)
            guard at < end, at.pointee >= 0x20 else { return nil }
            if !isASCII, kind == .asciiString { kind = .plainString }
            if at.pointee == UInt8(ascii: "\"") {
                at += 1
                return kind
            }
            kind = .escapedString
            guard end - at > 2 else { return nil }
            at += 2
            if at[-1] == UInt8(ascii: "u") {
                // Foundation looks for the quote behind the digits. The digits themselves are not checked here.
                guard end - at > 4, !UnsafeBufferPointer(start: at, count: 4).contains(UInt8(ascii: "\"")) else {
                    return nil
                }
                at += 4
            }
        }
    }
}
