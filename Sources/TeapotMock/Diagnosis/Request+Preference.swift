import Teapot

extension Request {
    /// Whether the response is likely to be read by a person rather than a program.
    ///
    /// `Accept` decides (RFC 9110 §12.5.1) if it names text or JSON. `*/*` names neither, and nor does the default of
    /// the `teapot` command, so command-line tools are recognized by name.
    var prefersText: Bool {
        let accepted = headers.values(for: "Accept").joined(separator: ",").lowercased()
        let agent = (headers["User-Agent"] ?? "").lowercased()
        if accepted.contains("json") { return agent.hasPrefix("teapot/") && accepted == "application/json, */*;q=0.5" }
        if accepted.contains("text/") { return true }
        return ["curl/", "wget/", "httpie/"].contains { agent.hasPrefix($0) }
    }
}
