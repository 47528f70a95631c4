import Foundation

extension Teapot.Request {
    /// Returns the request as a `curl` command for a log or a bug report, with secrets shortened.
    ///
    /// - Parameter options: The options that define which header fields are secret.
    /// - Returns: A command for a POSIX shell. A body that is not text is described in a comment.
    public func curl(_ options: Teapot.Options = Teapot.Options()) -> String {
        func quoted(_ text: String) -> String {
            // The comparison is literal, so that a quote followed by a combining mark is escaped too.
            "'" + text.replacingOccurrences(of: "'", with: "'\\''", options: .literal) + "'"
        }
        let hasBody = if case .none = body { false } else { true }
        var words = ["curl"]
        words += method == .head ? ["--head"] : method == .get && !hasBody ? [] : ["-X", quoted(method.rawValue)]
        for field in headerFields {
            // A field with an empty value is written with a semicolon. With a colon, curl would leave it out.
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
                comment = "  # and \(data.count) bytes of binary data"
            }
        }
        return (words + [quoted(Secrets.hide(in: url.absoluteString, options.isSecret))]).joined(separator: " ")
            + comment
    }
}
