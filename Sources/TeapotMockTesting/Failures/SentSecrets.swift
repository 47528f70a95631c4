import Foundation
import Teapot
import TeapotMock

/// The secrets in the messages of a run.
enum SentSecrets {
    /// The length below which a value may be part of a text by chance.
    private static let shortest = 5

    /// Returns the secrets in the header fields and the query of a request.
    static func inHead(of request: Request) -> Set<String> {
        var secrets: Set<String> = []
        let options = Teapot.Options()
        for field in request.headerFields where options.isSecret(field.name) {
            let name = field.name.lowercased()
            if name == "cookie" {
                for cookie in field.value.split(separator: ";") {
                    secrets.insert(cookie.drop { $0 != "=" }.dropFirst().trimmed)
                }
            } else if name.hasSuffix("authorization") {
                // RFC 9110 §11.4: the scheme is not secret.
                secrets.insert(field.value.drop { $0 != " " }.dropFirst().trimmed)
                if !field.value.contains(" ") { secrets.insert(field.value) }
            } else {
                secrets.insert(field.value)
            }
        }
        for item in request.query where Secrets.isUsual(item.name) { secrets.insert(item.value ?? "") }
        return secrets.filter { $0.count >= shortest }
    }

    /// Returns all secrets of a request.
    static func inRequest(_ request: Request) -> Set<String> {
        let type = request.headerFields["Content-Type"]?.lowercased() ?? ""
        let secrets = inHead(of: request)
        guard type.hasPrefix("application/x-www-form-urlencoded") else { return secrets.union(inJSON(request.body)) }
        let items = FormDecoder.items(of: request.body).filter { Secrets.isUsual($0.name) }
        return secrets.union(items.compactMap(\.value).filter { $0.count >= shortest })
    }

    /// Returns the secrets in a JSON document; none in other bytes.
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
            for (name, value) in members {
                collect(value, isSecret: isSecret || Secrets.isUsual(name), into: &secrets)
            }
        default: break
        }
    }
}

extension Substring {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
