import Foundation
import Teapot
import TeapotMock

/// A type that finds the secrets in the messages of a run.
enum SentSecrets {
    /// The length below which a text may contain a value by chance.
    private static let shortest = 5

    /// Returns the secrets of a request.
    static func inRequest(_ request: Request) -> Set<String> {
        var secrets: Set<String> = []
        let options = Teapot.Options()
        for field in request.headers where options.isSecret(field.name) {
            secrets.formUnion(values(of: field))
        }
        for item in request.query where Secrets.isUsual(item.name) { secrets.insert(item.value ?? "") }
        let type = request.headers["Content-Type"]?.lowercased() ?? ""
        if type.hasPrefix("application/x-www-form-urlencoded") {
            let items = FormDecoder.items(of: request.body).filter { Secrets.isUsual($0.name) }
            secrets.formUnion(items.compactMap(\.value))
        } else {
            secrets.formUnion(inJSON(request.body))
        }
        return secrets.filter { $0.count >= shortest }
    }

    /// Returns the secret parts of the value of a header.
    private static func values(of field: Teapot.HeaderFields.Field) -> [String] {
        switch field.name.lowercased() {
        case "cookie":
            let cookies = field.value.split(separator: ";").map { $0.split(separator: "=", maxSplits: 1) }
            return cookies.filter { $0.count == 2 && Secrets.isUsual(String($0[0])) }.map { $0[1].trimmed }
        case let name where name.hasSuffix("authorization"):
            // RFC 9110 §11.4: the scheme isn't secret.
            guard let space = field.value.firstIndex(of: " ") else { return [field.value] }
            let value = field.value[space...].trimmed
            // RFC 7617 §2: a user and a password.
            let plain = Data(base64Encoded: value).map { String(decoding: $0, as: UTF8.self) } ?? ""
            let password = field.value.lowercased().hasPrefix("basic ") ? plain.drop { $0 != ":" }.dropFirst() : ""
            return [value, String(password)]
        default: return [field.value]
        }
    }

    /// Returns the secrets in a JSON document, or none for other bytes.
    static func inJSON(_ body: Data) -> Set<String> {
        guard !body.isEmpty, let value = try? JSON.value(parsing: body) else { return [] }
        var secrets: Set<String> = []
        collect(value, isSecret: false, into: &secrets)
        return secrets
    }

    private static func collect(_ value: any Sendable, isSecret: Bool, into secrets: inout Set<String>) {
        switch value {
        case let text as String: if isSecret, text.count >= shortest { secrets.insert(text) }
        case let elements as [any Sendable]:
            for element in elements { collect(element, isSecret: isSecret, into: &secrets) }
        case let members as [String: any Sendable]:
            // An object with such a name also has members that aren't secrets, such as the title of a session.
            for (name, value) in members { collect(value, isSecret: Secrets.isUsual(name), into: &secrets) }
        default: break
        }
    }

    /// Returns all parts of a request as a single text.
    static func text(of request: Request) -> String {
        let fields = request.headers.map(\.value)
        let items = request.query.compactMap(\.value)
        return (fields + items + [request.path, String(decoding: request.body, as: UTF8.self)]).joined(separator: "\n")
    }

    /// Returns whether a text contains a secret as a whole word: plain, percent-encoded, as in JSON, or in Base64.
    static func contains(_ text: String, _ secret: String) -> Bool {
        let forms = [
            secret, secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret,
            secret.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? secret,
            secret.replacingOccurrences(of: "/", with: "\\/"), Data(secret.utf8).base64EncodedString(),
        ]
        return Set(forms).contains { hasWord(text, $0) }
    }

    private static func hasWord(_ text: String, _ word: String) -> Bool {
        var rest = text[...]
        while let range = rest.range(of: word) {
            let before = text[..<range.lowerBound].last
            let after = text[range.upperBound...].first
            if before?.isPartOfWord != true, after?.isPartOfWord != true { return true }
            rest = rest[range.upperBound...]
        }
        return false
    }
}

extension Character { fileprivate var isPartOfWord: Bool { isLetter || isNumber } }

extension StringProtocol { fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) } }
