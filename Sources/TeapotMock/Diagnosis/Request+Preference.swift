import Teapot

extension Request {
    /// Whether a person, not a program, is likely to read the response.
    ///
    /// `Accept` decides (RFC 9110 §12.5.1) if it names text or JSON. `*/*` doesn't say, so command-line tools are
    /// recognized by name.
    var prefersText: Bool {
        let accepted = headers.values(for: "Accept").joined(separator: ",").lowercased()
        if accepted.contains("json") { return false }
        if accepted.contains("text/") { return true }
        let agent = (headers["User-Agent"] ?? "").lowercased()
        return ["curl/", "wget/", "httpie/"].contains { agent.hasPrefix($0) }
    }
}
