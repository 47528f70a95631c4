import Foundation
import Teapot

/// The headers from `--header`.
enum HeaderArguments {
    /// Returns the fields, in order.
    ///
    /// - Throws: ``UsageError`` for an invalid field.
    static func fields(_ arguments: Arguments) throws(UsageError) -> Teapot.HeaderFields {
        var fields: Teapot.HeaderFields = [:]
        for text in arguments.all("header") {
            guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else {
                throw arguments.misuse("“\(text)” is not a header; write -H 'Name: value'.")
            }
            let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            fields.append(name: String(text[..<colon]), value: value)
        }
        return fields
    }
}
