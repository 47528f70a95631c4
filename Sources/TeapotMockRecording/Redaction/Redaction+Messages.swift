import Foundation
import Teapot
package import TeapotMock

extension Redaction {
    /// Returns a redacted request.
    package func redacted(_ request: Request) -> Request {
        let names = Names(names)
        let headerFields = redacted(request.headerFields, names)
        let query = request.query.map { redacted($0, names) }
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
        if !response.pieces.isEmpty {
            result.pieces = Self.moved(response.pieces, from: response.body, to: result.body)
        }
        return result
    }

    /// Returns a redacted item of a query.
    func redacted(_ item: URLQueryItem, _ names: Names) -> URLQueryItem {
        guard let value = item.value, !value.isEmpty else { return item }
        let isSecret = names.containItem(item.name, value.utf8)
        return URLQueryItem(name: item.name, value: isSecret ? Self.replacement : Self.redactedText(value, names))
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
                    field.value = Self.redactedText(field.value, names)
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

    /// Returns a text without the secrets in it, such as those of a URL or of JSON.
    private static func redactedText(_ text: String, _ names: Names) -> String {
        String(decoding: TextRedactor.redacted(Array(text.utf8), names), as: UTF8.self)
    }
}
