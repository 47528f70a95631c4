import Foundation
import Teapot
import TeapotMock

extension HAREntryReader {
    /// Reads the header fields of a request or a response, without invalid ones.
    mutating func headerFields(_ node: HARNode) throws(HAR.Problem) -> Teapot.HeaderFields {
        var fields = Teapot.HeaderFields()
        for field in try node.list("headers") {
            do throws(HAR.Problem) {
                let name = try field.requiredText("name")
                // HTTP/2 represents the method, the URL and the status as fields (RFC 9113 §8.3).
                if name.hasPrefix(":") { continue }
                guard name.isToken else {
                    throw field.problem("“\(name.shortened(to: 60))” is not a valid header field name; it is left out.")
                }
                // Chrome writes the cookies of a response into one field, separated by line breaks.
                let text = try field.text("value") ?? ""
                for value in text.isEmpty ? [""] : text.split(whereSeparator: \.isNewline) {
                    let value = value.trimmingCharacters(in: .whitespaces)
                    guard value.isFieldValue else {
                        throw field.problem("The value of “\(name)” has control characters; it is left out.")
                    }
                    fields.append(name: name, value: value)
                }
            } catch {
                problems.append(error)
            }
        }
        return fields
    }
}

extension String {
    /// A Boolean value that indicates whether the text is a valid value of a header field.
    var isFieldValue: Bool { utf8.allSatisfy(\.isFieldValueCharacter) }
}
