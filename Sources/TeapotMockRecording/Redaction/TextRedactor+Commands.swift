import Foundation
import Teapot
import TeapotMock

/// Commands with secrets in their options, such as `curl -u ada:a` and `tool --password a`.
extension TextRedactor {
    /// The commands whose options have user names, and whose arguments may be header fields.
    private static let commands: Set = ["curl", "http", "https", "wget", "xh"]
    private static let userOptions: Set = ["-u", "-U", "--user", "--proxy-user", "--auth", "-a"]

    /// Returns whether a text may have options.
    static func hasOption(_ text: [UInt8]) -> Bool {
        zip(text, text.dropFirst()).contains { ($0 == 0x20 || $0 == 0x2D) && $1 == 0x2D }
            || text.first == UInt8(ascii: "-")
    }

    /// A Boolean value that indicates whether the current index is in the arguments of a command.
    var isInCommand: Bool { commandEnd.map { at - $0 < 4096 } ?? false }

    /// Passes an option and its value if it is a secret.
    ///
    /// - Parameter word: The word that may be an option or the name of a command.
    /// - Returns: A Boolean value that indicates whether a value was removed.
    mutating func command(_ word: Range<Int>) -> Bool {
        guard bytes[word.lowerBound] == UInt8(ascii: "-") else {
            if word.count < 6, Self.commands.contains(text(word)) { commandEnd = word.upperBound }
            return false
        }
        guard style == .text || depth > 0, word.upperBound < bytes.count,
            word.lowerBound == 0
                || bytes[word.lowerBound - 1].isSpace || "\"'`[(>".utf8.contains(bytes[word.lowerBound - 1])
        else { return false }
        let isUser = isInCommand && word.count < 16 && Self.userOptions.contains(text(word))
        if isInCommand, !isUser, word.count > 2, bytes[word].starts(with: "-u".utf8),
            bytes[word.upperBound] == UInt8(ascii: ":")
        {
            return hideArgument(from: word.upperBound + 1)
        }
        let sign = bytes[word.upperBound]
        guard sign == 0x20 || sign == 0x09 || (isUser && sign == UInt8(ascii: "=")) else { return false }
        var first = index(from: word.upperBound + 1) { $0 != 0x20 && $0 != 0x09 }
        // A placeholder, a variable and another option are no values.
        guard first < bytes.count, !bytes[first].isSpace, !"-<[{$|&;>(`\\".utf8.contains(bytes[first]) else {
            return false
        }
        if isUser {
            if bytes[first].isQuote { first += 1 }
            let end = index(from: first) { $0.isSpace || "\"'`<".utf8.contains($0) }
            guard let colon = bytes[first..<end].firstIndex(of: UInt8(ascii: ":")) else { return false }
            let quote = bytes[first - 1]
            return hideArgument(from: colon + 1, quote: quote.isQuote ? quote : nil)
        }
        guard names.contain(text(word)) else { return false }
        let quote = bytes[first].isQuote ? bytes[first] : nil
        return hideArgument(from: quote == nil ? first : first + 1, quote: quote)
    }

    /// Removes an argument, or the rest of it.
    private mutating func hideArgument(from start: Int, quote: UInt8? = nil) -> Bool {
        let end =
            quote.map { endOfString(from: start, quote: $0, orAtLineEnd: true) }
            ?? index(from: start) { $0.isSpace || "\"'`<)".utf8.contains($0) }
        guard start < end else { return false }
        hide(start..<end)
        at = quote == nil ? end : min(end + 1, bytes.count)
        return true
    }
}
