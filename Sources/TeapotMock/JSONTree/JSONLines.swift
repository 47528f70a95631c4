package import Teapot

/// A search for the line of a value in a JSON text.
package struct JSONLines {
    private let bytes: [UInt8]

    /// Creates a search in a text.
    ///
    /// - Parameter data: The text, which has already been parsed.
    package init(_ data: Data) {
        bytes = [UInt8](data)
    }

    /// Returns the line on which a value begins, counted from 1.
    ///
    /// - Parameter pointer: The value's place.
    /// - Returns: The line; `nil` if there is no such value.
    package func line(of pointer: JSONPointer) -> Int? {
        guard let offset = offset(of: pointer.tokens) else { return nil }
        var line = 1
        for index in 0..<offset where bytes[index] == 0x0A || bytes[index] == 0x0D {
            let isPairsFirst = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
            if !isPairsFirst { line += 1 }
        }
        return line
    }

    private func offset(of tokens: [String]) -> Int? {
        var at = skippingSpace(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        for token in tokens {
            guard at < bytes.count else { return nil }
            let inner = skippingSpace(at + 1)
            switch bytes[at] {
            case UInt8(ascii: "{"):
                guard let value = member(named: token, from: inner) else { return nil }
                at = value
            case UInt8(ascii: "["):
                guard let index = Int(token), let value = element(index, from: inner) else { return nil }
                at = value
            default: return nil
            }
        }
        return at < bytes.count ? at : nil
    }

    /// Returns the start of a member's value; of two with the same name the last is used, as by the parser.
    private func member(named name: String, from start: Int) -> Int? {
        var (at, found) = (start, Int?.none)
        while at < bytes.count, bytes[at] == UInt8(ascii: "\"") {
            let end = skippingValue(at)
            let read = try? JSON.value(parsing: Data(bytes[at..<end]))
            // The colon after the name.
            at = skippingSpace(skippingSpace(end) + 1)
            if (read as? String) == name { found = at }
            at = skippingComma(skippingValue(at))
        }
        return found
    }

    private func element(_ index: Int, from start: Int) -> Int? {
        var at = start
        for _ in 0..<max(index, 0) {
            guard at < bytes.count, bytes[at] != UInt8(ascii: "]") else { return nil }
            at = skippingComma(skippingValue(at))
        }
        return at < bytes.count && bytes[at] != UInt8(ascii: "]") ? at : nil
    }

    private func skippingSpace(_ start: Int) -> Int {
        var at = start
        while at < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[at]) { at += 1 }
        return at
    }

    private func skippingComma(_ start: Int) -> Int {
        let at = skippingSpace(start)
        return at < bytes.count && bytes[at] == UInt8(ascii: ",") ? skippingSpace(at + 1) : at
    }

    /// Skips a value: to its closing bracket or quote, or to the end of a number or a word.
    private func skippingValue(_ start: Int) -> Int {
        var (at, depth) = (start, 0)
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at = skippingString(at)
                if depth == 0 { return at }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return at }
                depth -= 1
                if depth == 0 { return at + 1 }
            case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09: if depth == 0 { return at }
            default: break
            }
            at += 1
        }
        return at
    }

    private func skippingString(_ start: Int) -> Int {
        var at = start + 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(at + 1, bytes.count)
    }
}
