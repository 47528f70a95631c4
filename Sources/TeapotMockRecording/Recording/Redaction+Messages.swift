import Teapot
package import TeapotMock

extension Redaction {
    /// Returns a redacted request.
    package func redacted(_ request: Request) -> Request {
        let names = Names(names)
        let headerFields = redacted(request.headerFields, names)
        let query = request.query.map { item in
            guard names.contain(item.name), item.value?.isEmpty == false else { return item }
            return URLQueryItem(name: item.name, value: Self.replacement)
        }
        // The head is kept as it was sent if there is nothing to redact.
        let hasSameHead = Array(headerFields) == Array(request.headerFields) && query == request.query
        var result = request
        if !hasSameHead { result.replaceHead { ($0.headerFields, $0.query) = (headerFields, query) } }
        result.body = redacted(request.body, of: request.headerFields["Content-Type"], names)
        return result
    }

    /// Returns a redacted response; its body must be bytes.
    package func redacted(_ response: Response) -> Response {
        let names = Names(names)
        var result = response
        result.headerFields = redacted(response.headerFields, names)
        result.body = redacted(response.body, of: response.headerFields["Content-Type"], names)
        return result
    }

    private func redacted(_ fields: Teapot.HeaderFields, _ names: Names) -> Teapot.HeaderFields {
        Teapot.HeaderFields(
            fields.map { field in
                var field = field
                if Names.isCookie(field.name) {
                    field.value = Self.redactedCookie(field.value, isSet: field.name.utf8.count > 6)
                } else if names.containField(field.name) {
                    field.value = field.value.isEmpty ? "" : Self.replacement
                } else {
                    field.value = Self.redactedURL(field.value, names)
                }
                return field
            })
    }

    /// Returns cookies with their names but without their values.
    ///
    /// In a `Set-Cookie` the first pair is the cookie, and the others are its attributes.
    private static func redactedCookie(_ text: String, isSet: Bool) -> String {
        let pairs = text.split(separator: ";", omittingEmptySubsequences: false)
        return pairs.enumerated().map { index, pair in
            if isSet, index > 0 { return String(pair) }
            guard let equals = pair.firstIndex(of: "=") else { return replacement }
            return pair[...equals] + replacement
        }.joined(separator: ";")
    }

    /// Returns a URL without its user and password, and without the values of listed query items; other text is
    /// unchanged.
    static func redactedURL(_ text: String, _ names: Names) -> String {
        var text = text
        if let mark = text.range(of: "://") {
            let authority = text[mark.upperBound...].prefix { !"/?# \"".contains($0) }
            if let at = authority.lastIndex(of: "@") { text.removeSubrange(mark.upperBound...at) }
        }
        guard let question = text.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return text }
        let start = text.index(after: question)
        let rest = redactedForm(text[start...], names) { "&#;, >\"".contains($0) }
        return rest.map { text[..<start] + $0 } ?? text
    }

    /// Returns the items of a form or a query without the values of listed ones.
    ///
    /// - Parameters:
    ///   - text: The items, percent-encoded.
    ///   - names: The listed names.
    ///   - isEnd: A closure that returns whether a character ends an item.
    /// - Returns: The text; `nil` if there is nothing to redact.
    static func redactedForm(_ text: Substring, _ names: Names, isEnd: (Character) -> Bool = { $0 == "&" }) -> String? {
        var (result, rest, isChanged) = ("", text, false)
        while !rest.isEmpty {
            let item = rest.prefix { !isEnd($0) }
            if let equals = item.firstIndex(of: "="), item.index(after: equals) < item.endIndex,
                names.contain(Request.decode(item[..<equals]))
            {
                result += item[...equals] + replacement
                isChanged = true
            } else {
                result += item
            }
            rest = rest[item.endIndex...]
            if let end = rest.popFirst() { result.append(end) }
        }
        return isChanged ? result : nil
    }
}
