package import Foundation
import Teapot
package import TeapotMock

/// A place in a request or a response that holds a secret.
package struct SecretSample: Sendable, CustomStringConvertible {
    /// The part of the message: `header`, `query`, `path`, or the media type of a body.
    package let part: String
    private let template: String

    init(_ part: String, _ template: String) {
        (self.part, self.template) = (part, template)
    }

    package var description: String { "\(part): \(template)" }

    /// A secret that isn't recognizable by its form.
    package static let secret = "plum7Tart"
    /// A secret that is a number.
    package static let number = "739182465"

    /// The text with the secret.
    package var text: String {
        template.replacingOccurrences(of: "§", with: Self.secret).replacingOccurrences(of: "¤", with: Self.number)
            .replacingOccurrences(of: "⏎", with: "\r\n")
    }

    /// Returns a request and a response that both contain the secret.
    package func exchange(numbered index: Int) -> (Request, Response) {
        let origin = "https://api.test"
        switch part {
        case "header":
            let name = text.prefix { $0 != ":" }
            let fields = Teapot.HeaderFields([.init(name: String(name), value: String(text.dropFirst(name.count + 2)))])
            let request = Request(method: "GET", origin: origin, path: "/a/\(index)", headers: fields)
            return (request, Response(headers: fields))
        case "query":
            let url = URL(string: "\(origin)/a/\(index)?\(text)")
            let request = url.flatMap { try? Request(Teapot.Request(url: $0)) }
            let response = Response(headers: [
                "Location": "/b?\(text)", "Link": "<\(origin)/b?\(text)>; rel=\"next\"",
            ])
            return (request ?? Request(method: "GET", origin: origin, path: "/\(text)"), response)
        default:
            let body = Data(text.utf8)
            let request = Request(
                method: "POST", origin: origin, path: "/a/\(index)", headers: ["Content-Type": part], body: body)
            return (request, .data(body, contentType: part))
        }
    }

    /// Returns whether bytes contain a secret, even an encoded one.
    package static func isIn(_ bytes: Data) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return [text, text.removingPercentEncoding ?? "", text.replacingOccurrences(of: "\\u0037", with: "7")].contains
        {
            $0.contains(secret) || $0.contains(number) || $0.contains("plum7") || $0.contains("7Tart")
        } || base64.contains { text.contains($0) }
    }

    /// The secret in Base64, at each offset from a group of three bytes, without the characters that depend on its
    /// surroundings.
    private static let base64 = (0..<3).map { offset in
        let data = Data(repeating: 0x20, count: offset) + Data(secret.utf8)
        return String(data.base64EncodedString().dropFirst([0, 2, 3][offset]).prefix(8))
    }
}
