extension Teapot.Request {
    /// The request as a `curl` command for a log or a bug report, secrets shortened.
    ///
    /// - Parameter options: What says which header fields are secret.
    /// - Returns: A command for a POSIX shell. A body that is no text is described in a comment.
    public func curl(_ options: Teapot.Options = Teapot.Options()) -> String {
        func quoted(_ text: String) -> String { "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'" }
        var words = ["curl"]
        words += method == .head ? ["--head"] : method == .get ? [] : ["-X", quoted(method.rawValue)]
        for field in headerFields { words += ["-H", quoted("\(field.name): \(field.redactedValue(options))")] }
        var comment = ""
        switch body {
        case .none: break
        case .file(let file): words += ["--data-binary", quoted("@" + file.url.path)]
        case .data(let data):
            if let text = String(bytes: data, encoding: .utf8), !text.utf8.contains(0), !text.hasPrefix("@") {
                words += ["--data-binary", quoted(text)]
            } else {
                comment = "  # and \(data.count) bytes of binary"
            }
        }
        return (words + [quoted(url.withoutPassword)]).joined(separator: " ") + comment
    }
}
