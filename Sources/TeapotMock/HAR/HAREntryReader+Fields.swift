import Teapot

extension HAREntryReader {
    /// The header fields of a request or an answer, without what is none.
    mutating func headerFields(_ node: HARNode) throws(HAR.Problem) -> Teapot.HeaderFields {
        var fields = Teapot.HeaderFields()
        for field in try node.list("headers") {
            do throws(HAR.Problem) {
                let name = try field.requiredText("name")
                // HTTP/2 has the method, the URL and the status among them (RFC 9113 §8.3).
                if name.hasPrefix(":") { continue }
                guard name.isToken else {
                    throw field.problem("“\(name.shortened(to: 60))” is no name of a header field; it is left out.")
                }
                // Chrome writes the cookies of one answer into one field, each on a line.
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
    /// Whether a header field may have this value.
    var isFieldValue: Bool { utf8.allSatisfy(\.isFieldValueCharacter) }
}
