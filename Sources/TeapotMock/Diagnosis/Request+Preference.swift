import Teapot

extension Request {
    /// Whether a person is more likely to read the response than a program.
    ///
    /// `Accept` decides (RFC 9110 §12.5.1) if it names text or JSON. `*/*` does not tell who reads, so the programs of
    /// a command line are known by their names.
    var prefersText: Bool {
        let accepted = headerFields.values(for: "Accept").joined(separator: ",").lowercased()
        if accepted.contains("json") { return false }
        if accepted.contains("text/") { return true }
        let agent = (headerFields["User-Agent"] ?? "").lowercased()
        return ["curl/", "wget/", "httpie/"].contains { agent.hasPrefix($0) }
    }
}
