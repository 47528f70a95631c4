import Teapot

/// A URL as it is typed, taken apart: `:8080/x` and `localhost/x` are short for what begins with `http://`.
struct Address: Equatable {
    /// Scheme, host and port, such as `http://localhost:8080`.
    let base: String
    /// The path and the query, as they were typed.
    let path: String
    /// What stood before an `@`: `ada:secret`, percent-decoded.
    let credentials: String?

    /// Takes a text apart; `nil` when there is no host in it, or a scheme that is not HTTP's.
    init?(_ text: String) {
        var rest = text[...]
        var scheme = "http"
        if let mark = rest.range(of: "://") {
            scheme = rest[..<mark.lowerBound].lowercased()
            rest = rest[mark.upperBound...]
        }
        guard scheme == "http" || scheme == "https" else { return nil }
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        var authority = rest[..<end]
        if let at = authority.lastIndex(of: "@") {
            credentials = authority[..<at].removingPercentEncoding ?? String(authority[..<at])
            authority = authority[authority.index(after: at)...]
        } else {
            credentials = nil
        }
        if authority.first == ":" { authority = "localhost" + authority }
        guard let url = URL(string: "\(scheme)://\(authority)"), url.host?.isEmpty == false else { return nil }
        base = "\(scheme)://\(authority)"
        // What stands behind a “#” is for the one who asks, and is never sent.
        let target = rest[end...].prefix { $0 != "#" }
        path = target.first == "/" ? String(target) : "/" + target
    }
}
