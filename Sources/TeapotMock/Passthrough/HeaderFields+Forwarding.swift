import Teapot

extension Teapot.HeaderFields {
    /// The fields that are about one connection alone, in small letters (RFC 9110 §7.6.1).
    private static let ofConnection: Set = [
        "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// The fields that a gateway hands on: without those that are about one connection alone, which are those that
    /// `Connection` names too.
    ///
    /// - Parameter names: Others that stay behind.
    /// - Returns: The fields, in their order.
    func forwarded(without names: [String] = []) -> Self {
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

    /// The same with each cookie in a field of its own, as RFC 6265 §3 asks: Foundation joins them by commas.
    var withSeparateCookies: Self {
        Self(
            flatMap { field -> [Field] in
                guard field.name.isSameHeaderName(as: "Set-Cookie") else { return [field] }
                return Self.separateCookies(field.value).map { Field(name: field.name, value: $0) }
            })
    }

    /// Takes joined cookies apart: a comma ends one where a name and an equals sign follow, which they do not in a date.
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
