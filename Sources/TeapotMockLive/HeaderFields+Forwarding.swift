import Foundation
package import Teapot
import TeapotMock

extension Teapot.HeaderFields {
    /// The lowercase names of headers that apply to a single connection (RFC 9110 §7.6.1).
    private static let ofConnection: Set = [
        "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Returns the headers that a gateway forwards.
    ///
    /// Headers that apply to a single connection are omitted, including those that `Connection` names.
    ///
    /// - Parameter names: The names of other headers to omit.
    /// - Returns: The headers, in their original order.
    package func forwarded(without names: [String] = []) -> Self {
        let options = values(for: "Connection").flatMap { $0.split(separator: ",") }
        let named = Set(options.map { $0.trimmingCharacters(in: .whitespaces).lowercased() })
        let others = Set(names.map { $0.lowercased() })
        return Self(
            filter { field in
                let name = field.name.lowercased()
                return !Self.ofConnection.contains(name) && !name.hasPrefix("proxy-") && !named.contains(name)
                    && !others.contains(name)
            })
    }

    /// A copy with a separate header for each cookie, as RFC 6265 §3 requires.
    ///
    /// Foundation joins them with commas.
    var withSeparateCookies: Self {
        Self(
            flatMap { field -> [Field] in
                guard field.name.isSameHeaderName(as: "Set-Cookie") else { return [field] }
                return Self.separateCookies(field.value).map { Field(name: field.name, value: $0) }
            })
    }

    /// Splits joined cookies.
    ///
    /// A comma ends a cookie if a name and an equals sign follow, which doesn't happen for a comma in a date.
    static func separateCookies(_ text: String) -> [String] {
        var cookies: [Substring] = []
        var (start, rest) = (text.startIndex, text[...])
        while let comma = rest.firstIndex(of: ",") {
            rest = rest[text.index(after: comma)...]
            let name = rest.drop { $0 == " " }.prefix { $0 != "=" && $0 != ";" && $0 != "," && $0 != " " }
            guard !name.isEmpty, name.endIndex < text.endIndex, text[name.endIndex] == "=" else { continue }
            cookies.append(text[start..<comma])
            start = name.startIndex
        }
        cookies.append(text[start...])
        return cookies.map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
