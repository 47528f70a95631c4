import Foundation
import Teapot

extension Response {
    /// The reason no server can send the response, or `nil` if it can be sent.
    var unsendableReason: String? {
        if let file { return "It names the fixture “\(file)”, which only a router can look up." }
        // RFC 9110 §15: three digits; an interim status (1xx) isn't a final response.
        guard 200...999 ~= status.rawValue || status.rawValue == 101 else {
            return "Status \(status.rawValue) is not between 200 and 999."
        }
        return headers.unsendableReason ?? trailers.unsendableReason
    }

    /// Returns the response that replaces an unsendable response.
    ///
    /// - Parameter reason: The reason, as a sentence.
    /// - Returns: The response.
    package static func unsendable(_ reason: String) -> Response {
        .text("The handler's response can't be sent. \(reason)\n", status: 500)
    }

    /// The response's own `Content-Length`, if it is valid.
    var declaredLength: Int? {
        guard let value = headers["Content-Length"], value.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        // Foundation's client traps on a length near `Int.max`, because it converts the length to a `Double` and back.
        return Int(value).flatMap { $0 <= 1 << 53 ? $0 : nil }
    }
}

extension Teapot.HeaderFields {
    /// The reason a header can't be sent, or `nil` if all headers can be.
    package var unsendableReason: String? {
        for field in fields {
            if !field.name.isToken { return "The header name \(field.name.utf8.quoted) has a forbidden character." }
            if !field.value.withBytes({ $0.allSatisfy(\.isFieldValueCharacter) }) {
                return "The value \(field.value.utf8.quoted) of \(field.name) has control characters."
            }
        }
        return nil
    }
}
