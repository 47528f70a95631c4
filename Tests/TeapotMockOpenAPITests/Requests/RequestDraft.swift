import Foundation
import Teapot
import TeapotMock

/// A request that a test composes: each part is written by the rules of RFC 6570 and OpenAPI, not by ours.
struct RequestDraft {
    /// The value of a parameter.
    enum Value {
        case text(String)
        case list([String])
        case object([(String, String)])
    }

    var query: [String] = []
    var cookies: [String] = []
    var headers: Teapot.HeaderFields = [:]
    var path: [String: String] = [:]
    var body = Data()

    /// The request, and the values of its path.
    var request: Request {
        get throws {
            var headers = headers
            if !cookies.isEmpty { headers["Cookie"] = cookies.joined(separator: "; ") }
            let target = "https://api.test/a" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
            guard let url = URL(string: target) else { throw URLError(.badURL) }
            return Request(Teapot.Request(method: .post, url: url, headers: headers), body: body)
        }
    }

    /// Adds a parameter.
    mutating func add(_ name: String, _ value: Value, in location: String, _ style: String, explodes: Bool) {
        switch location {
        case "query": query += Self.fields(name, value, style, explodes)
        case "cookie": cookies += Self.fields(name, value, style, explodes)
        case "header": headers[name] = Self.joined(value, ",", explodes) { $0 }
        default: path[name] = Self.segment(name, value, style, explodes)
        }
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }

    private static func joined(
        _ value: Value, _ separator: String, _ explodes: Bool, escape: (String) -> String
    ) -> String {
        switch value {
        case .text(let text): escape(text)
        case .list(let list): list.map(escape).joined(separator: separator)
        case .object(let pairs):
            pairs.map { escape($0.0) + (explodes ? "=" : separator) + escape($0.1) }.joined(separator: separator)
        }
    }

    private static func fields(_ name: String, _ value: Value, _ style: String, _ explodes: Bool) -> [String] {
        switch (style, value) {
        case ("deepObject", .object(let pairs)): return pairs.map { "\(name)%5B\($0.0)%5D=\(escaped($0.1))" }
        case (_, .list(let list)) where explodes: return list.map { "\(name)=\(escaped($0))" }
        case (_, .object(let pairs)) where explodes: return pairs.map { "\($0.0)=\(escaped($0.1))" }
        default:
            let separators = ["spaceDelimited": "%20", "pipeDelimited": "%7C"]
            return ["\(name)=" + joined(value, separators[style] ?? ",", false, escape: escaped)]
        }
    }

    private static func segment(_ name: String, _ value: Value, _ style: String, _ explodes: Bool) -> String {
        switch (style, value) {
        case ("label", _): return "." + joined(value, explodes ? "." : ",", explodes) { $0 }
        case ("matrix", .list(let list)) where explodes: return list.map { ";\(name)=\($0)" }.joined()
        case ("matrix", .object(let pairs)) where explodes: return pairs.map { ";\($0.0)=\($0.1)" }.joined()
        case ("matrix", _): return ";\(name)=" + joined(value, ",", false) { $0 }
        default: return joined(value, ",", explodes) { $0 }
        }
    }
}
