package import Foundation
package import Teapot
import TeapotMock

/// The tokens of a JSON text in the order in which they're written, with their bytes.
///
/// Use it in code that needs the text as sent: the order of members, repeated names, the spelling of numbers.
package struct JSONTokens: Sequence, IteratorProtocol {
    /// The kind of a token; commas and colons aren't tokens.
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
    private var rest: ArraySlice<JSON.Token>

    /// Creates a sequence of the tokens of a text, which may contain values that Swift can't represent.
    ///
    /// - Parameter data: The text, whose offsets are the indices of the tokens' bytes.
    /// - Throws: An error with the place where the text isn't valid JSON.
    package init(parsing data: Data) throws(JSON.ParsingError) {
        rest = try JSON.tokens(parsing: data)[...]
        bytes = [UInt8](data)
    }

    /// Creates a sequence of the tokens of a text that has already been parsed; it's empty for an invalid text.
    package init(_ data: Data) {
        rest = ((try? JSON.tokens(parsing: data)) ?? [])[...]
        bytes = [UInt8](data)
    }

    /// Returns the next token, or `nil` at the end.
    package mutating func next() -> Token? {
        guard let token = rest.popFirst() else { return nil }
        let kind: Kind =
            switch token.kind {
            case .object: .beginObject
            case .endOfObject: .endObject
            case .array: .beginList
            case .endOfArray: .endList
            case .name: .name
            case .string, .escapedString: .string
            case .integer, .real, .number: .number
            case .null, .boolean: .word
            }
        return Token(kind: kind, bytes: bytes[token.range])
    }
}

extension JSONTokens.Token {
    /// The token as written.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The number of levels that begin with the token, or -1 if one ends.
    var levels: Int {
        switch kind {
        case .beginObject, .beginList: 1
        case .endObject, .endList: -1
        case .name, .string, .number, .word: 0
        }
    }

    /// The value of a name or a string, without quotes and escapes.
    package var string: String { JSON.string(quoted: bytes) }
}
