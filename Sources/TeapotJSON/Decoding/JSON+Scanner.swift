import Foundation

extension JSON {
    /// A scanner that finds all values of a text.
    ///
    /// It accepts nothing that Foundation's does not. Where Foundation accepts more than RFC 8259, such as a comma
    /// before a closing bracket, it gives up. Text in strings is not checked until it is asked for, as in Foundation.
    struct Scanner: TextCursor {
        let start: JSON.Reader.Place
        let end: JSON.Reader.Place
        var at: JSON.Reader.Place
        /// The values in their order, after a null that stands for no value.
        private(set) var elements = [Element(kind: .null)]
        private(set) var shapes = NameTree()
        /// The index of the innermost open array or object, or 0.
        private var container = 0
        private var depth = 0
        /// Whether the opening bracket of the container was just skipped.
        private var isOpening = false

        /// Creates a scanner at the beginning of a text.
        ///
        /// - Parameters:
        ///   - start: The first byte. The bytes must outlive the scanner.
        ///   - count: The number of bytes, less than 2^31.
        init(start: JSON.Reader.Place, count: Int) {
            self.start = start
            end = start + count
            at = start
            elements.reserveCapacity(count / 8 + 8)
        }
    }
}

extension JSON.Scanner {
    /// Scans the whole text: one value, surrounded only by white space (RFC 8259 §2).
    ///
    /// - Returns: Whether it is known how Foundation reads the text.
    mutating func scan() -> Bool {
        while true {
            let isRead: Bool
            switch skipSpace() {
            case UInt8(ascii: "\""):
                let first = at + 1
                guard let kind = skipString() else { return false }
                isRead = append(kind, from: first, count: at - 1 - first)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): isRead = appendNumber()
            case UInt8(ascii: "{"): isRead = open(.object)
            case UInt8(ascii: "["): isRead = open(.array)
            case UInt8(ascii: "t"): isRead = skip("true") && append(.boolean, from: start, count: 0, payload: 1)
            case UInt8(ascii: "f"): isRead = skip("false") && append(.boolean, from: start, count: 0)
            case UInt8(ascii: "n"): isRead = skip("null") && append(.null, from: start, count: 0)
            default: return false
            }
            guard isRead, let isEnd = findValue() else { return false }
            if isEnd { return true }
        }
    }

    /// Skips the opening bracket of an array or an object.
    ///
    /// - Returns: Whether it is not nested too deeply.
    private mutating func open(_ kind: JSON.Element.Kind) -> Bool {
        at += 1
        depth += 1
        elements.append(.init(kind: kind, offset: UInt32(container)))
        container = elements.count - 1
        isOpening = true
        return depth <= JSON.maximumDepth
    }

    /// Skips what is between a value, or an opening bracket, and the next value.
    ///
    /// - Returns: Whether the text has ended, or `nil` for a mistake.
    @inline(__always) private mutating func findValue() -> Bool? {
        while true {
            let sign = skipSpace()
            guard container != 0 else { return at == end ? true : nil }
            let isObject = elements[container].kind == .object
            if sign == UInt8(ascii: isObject ? "}" : "]") {
                let closed = container
                container = Int(elements[closed].offset)
                elements[closed].next = UInt32(elements.count)
                elements[closed].offset = UInt32(closed + 1)
                depth -= 1
            } else if isOpening || sign == UInt8(ascii: ",") {
                if !isOpening { at += 1 }
                isOpening = false
                if isObject { return scanName() ? false : nil }
                elements[container].detail += 1
                return false
            } else {
                return nil
            }
            at += 1
            isOpening = false
        }
    }

    /// Skips the name of a member and the colon after it (RFC 8259 §4).
    @inline(__always) private mutating func scanName() -> Bool {
        guard skipSpace() == UInt8(ascii: "\"") else { return false }
        let parent = Int(elements[container].detail)
        let first = at + 1
        var shape = shapes.child(of: parent, at: first, start, end)
        if shape != 0 {
            at += shapes.nodes[shape].count + 2
        } else {
            guard let kind = skipString() else { return false }
            shape = shapes.append(to: parent, offset: first - start, count: at - 1 - first, kind: kind)
        }
        elements[container].detail = UInt32(shape)
        guard skipSpace() == UInt8(ascii: ":") else { return false }
        at += 1
        return true
    }

    /// Appends a value, which is in the text from a position on, and returns true.
    @inline(__always) mutating func append(
        _ kind: JSON.Element.Kind, from first: JSON.Reader.Place, count: Int, payload: UInt64 = 0
    ) -> Bool {
        let next = UInt32(elements.count + 1)
        elements.append(
            .init(kind: kind, offset: UInt32(first - start), detail: UInt32(count), next: next, payload: payload))
        return true
    }

    /// Skips a string from its opening to its closing quote (RFC 8259 §7).
    ///
    /// - Returns: Its kind, or `nil` for a mistake.
    private mutating func skipString() -> JSON.Element.Kind? {
        at += 1
        var kind = JSON.Element.Kind.asciiString
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
            guard at[-1] == UInt8(ascii: "u") else { continue }
            // Foundation looks for the quote behind the digits, which need not be digits.
            guard end - at > 4, !(0..<4).contains(where: { at[$0] == UInt8(ascii: "\"") }) else { return nil }
            at += 4
        }
    }
}
