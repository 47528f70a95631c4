package import Foundation
import Teapot
import TeapotMock

/// The tokens of a JSON text in the order in which they are written, with their bytes.
///
/// It is for code that needs a text as it was sent: the order of members, repeated names, the spelling of numbers. The
/// text has to be valid; a parser checks that.
package struct JSONTokens: Sequence, IteratorProtocol {
    /// The kind of a token; commas and colons are not tokens.
    package enum Kind: Sendable {
        case beginObject, endObject, beginList, endList
        /// The name of a member, in quotes.
        case name
        /// A string, in quotes.
        case string
        case number
        /// `true`, `false` or `null`.
        case word
    }

    /// A token.
    package struct Token: Sendable {
        package let kind: Kind
        /// The bytes of the token as written.
        package let bytes: ArraySlice<UInt8>
    }

    private let bytes: [UInt8]
    private var at: Int
    /// For each open container, whether it is an object.
    private var containers: [Bool] = []
    /// A Boolean value that indicates whether the next string is the name of a member.
    private var expectsName = false

    /// Creates a sequence of the tokens of a text.
    ///
    /// - Parameter data: The text, which has already been parsed.
    package init(_ data: Data) { self.init([UInt8](data)) }

    /// Creates a sequence of the tokens of a text from its bytes, which are indices of the tokens' bytes, too.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // A byte order mark is not part of the text (RFC 8259 §8.1).
        at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Returns the next token; `nil` at the end.
    package mutating func next() -> Token? {
        skipSeparators()
        guard at < bytes.count else { return nil }
        let start = at
        let kind: Kind
        switch bytes[at] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let isObject = bytes[at] == UInt8(ascii: "{")
            containers.append(isObject)
            expectsName = isObject
            kind = isObject ? .beginObject : .beginList
            at += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            kind = bytes[at] == UInt8(ascii: "}") ? .endObject : .endList
            _ = containers.popLast()
            expectsName = false
            at += 1
        case UInt8(ascii: "\""):
            kind = expectsName ? .name : .string
            expectsName = false
            skipString()
        case let byte:
            kind = byte == UInt8(ascii: "-") || 0x30...0x39 ~= byte ? .number : .word
            while at < bytes.count, !Self.isEnd(bytes[at]) { at += 1 }
            // A byte that no valid text has here must not stop the reading.
            if at == start { at += 1 }
        }
        return Token(kind: kind, bytes: bytes[start..<at])
    }

    /// Returns whether a byte ends a number or a word.
    private static func isEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 0x0A, 0x0D, 0x09: true
        default: false
        }
    }

    private mutating func skipSeparators() {
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: ","): expectsName = containers.last == true
            case UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09: break
            default: return
            }
            at += 1
        }
    }

    private mutating func skipString() {
        at += 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
        at = Swift.min(at + 1, bytes.count)
    }
}

extension JSONTokens.Token {
    /// The token as written.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The value of a name or a string, without quotes and escapes.
    package var string: String {
        guard bytes.contains(UInt8(ascii: "\\")) else {
            return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
        }
        return (try? JSON.looseValue(parsing: Data(bytes))) as? String ?? text
    }
}
