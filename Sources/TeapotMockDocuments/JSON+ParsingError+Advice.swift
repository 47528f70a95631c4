package import Teapot

extension JSON.ParsingError {
    /// The error without its place, with advice on common mistakes.
    package var reason: String { "expected \(expected) but found \(found)" + (advice.map { "; \($0)" } ?? "") }

    /// What to change, or `nil` if the text could mean anything.
    private var advice: String? {
        let word = found.first == "\"" ? String(found.dropFirst().dropLast()) : ""
        let (isName, isEnd) = (expected.hasPrefix("a member's name"), expected.hasPrefix("\",\" or"))
        let isWord = word.first.map { $0.isLetter || $0.isNumber } ?? false
        return switch word.first {
        case _ where found == "U+001F" && byteOffset == 0: "decompress the file, which is in gzip format"
        case _ where expected == "UTF-8" || found.hasPrefix("the byte"): "save the file in UTF-8"
        case _ where expected.hasPrefix("no bare control"): "close the string in its line, or write \\n or \\t"
        case _ where found == "a comment", "#" where word == "#": "JSON has no comments, so remove it"
        case "'", "“", "”", "`": "write double quotes"
        case "}" where expected == "a member's name": "remove the comma before it"
        case "]" where expected == "a value": "remove the comma before it, or add a value"
        case _ where isName && isWord: "put it in double quotes"
        case _ where isEnd && isWord, "{" where isEnd, "[" where isEnd, "\\" where isEnd:
            "add a comma before it or, for a quote in a string, write \\\""
        case "}" where isEnd, "]" where isEnd, nil where isEnd && found.hasSuffix("text"): "add a \(expected.suffix(3))"
        default: ["True": "true", "False": "false", "None": "null", "NaN": "null"][word].map { "write \($0)" }
        }
    }
}
