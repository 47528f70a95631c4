import Foundation
import Teapot
import TeapotMock

/// Several JSON values in one text: one a line, one after another (RFC 7464), or in the call of a function.
enum JSONSequence {
    /// Returns whether a text is a sequence of JSON values.
    static func isValid(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        // `)]}',` keeps other origins from running the text as a script.
        if rest.starts(with: ")]}'".utf8) { rest = rest.dropFirst(4).drop { $0 == UInt8(ascii: ",") } }
        if let call = argument(of: rest) { rest = call }
        var isEmpty = true
        while true {
            rest = rest.drop { $0.isSpace || $0 == 0x1E }
            guard let first = rest.first else { return !isEmpty }
            isEmpty = false
            let value = "{[".utf8.contains(first) ? container(rest) : rest.prefix { !$0.isSpace && $0 != 0x1E }
            guard let value, (try? JSON.value(parsing: Data(value))) != nil else { return false }
            rest = rest[value.endIndex...]
        }
    }

    /// Returns the argument of a call such as `callback({…});`.
    private static func argument(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let name = text.drop { $0.isSpace }.prefix { $0.isAlphanumeric || "_$./* []".utf8.contains($0) }
        let end = text.lastIndex { !$0.isSpace && $0 != UInt8(ascii: ";") }
        guard let end, name.contains(where: \.isAlphanumeric), name.endIndex < end,
            text[name.endIndex] == UInt8(ascii: "("), text[end] == UInt8(ascii: ")")
        else { return nil }
        return text[(name.endIndex + 1)..<end]
    }

    /// Returns the object or the list at the beginning of a text; `nil` if it does not end.
    private static func container(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var (depth, isInString, isEscaped) = (0, false, false)
        for index in text.indices {
            let byte = text[index]
            if isInString {
                if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return text[...index] }
            default: break
            }
        }
        return nil
    }
}
