extension Teapot.Request {
    /// The request as a `curl` command for a log or a bug report, secrets shortened.
    ///
    /// - Parameter options: What says which header fields are secret.
    /// - Returns: A command for a POSIX shell. A body that is no text is described in a comment.
    public func curl(_ options: Teapot.Options = Teapot.Options()) -> String {
        func quoted(_ text: String) -> String {
            // Literally: a combining mark behind a quote must not keep it from being one.
            "'" + text.replacingOccurrences(of: "'", with: "'\\''", options: .literal) + "'"
        }
        let hasBody = if case .none = body { false } else { true }
        var words = ["curl"]
        words += method == .head ? ["--head"] : method == .get && !hasBody ? [] : ["-X", quoted(method.rawValue)]
        for field in headerFields {
            // To curl a name with nothing behind its colon is a field to leave out.
            let text = field.value.isEmpty ? field.name + ";" : "\(field.name): \(field.redactedValue(options))"
            words += ["-H", quoted(text)]
        }
        var comment = ""
        switch body {
        case .none: break
        case .file(let file): words += ["--data-binary", quoted("@" + file.url.path)]
        case .data(let data):
            if let text = String(bytes: data, encoding: .utf8), !text.utf8.contains(0) {
                words += ["--data-raw", quoted(Secrets.hide(in: text, options.isSecret))]
            } else {
                comment = "  # and \(data.count) bytes of binary"
            }
        }
        return (words + [quoted(Secrets.hide(in: url.absoluteString, options.isSecret))]).joined(separator: " ")
            + comment
    }
}
