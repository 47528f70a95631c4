import Foundation

extension Teapot.Request {
    /// Returns the request as a `curl` command for a log or a bug report, with secrets shortened.
    ///
    /// - Parameter options: The options that define which headers are secret.
    /// - Returns: A command for a POSIX shell. A comment describes a body that isn't text. A multipart body with files
    ///   is written as its parts.
    public func curl(_ options: Teapot.Options = Teapot.Options()) -> String {
        let parts: [Teapot.Part]? = if case .file(let file) = body { file.contents?.parts } else { nil }
        let hasBody = if case .none = body { false } else { true }
        var words = ["curl"]
        words += method == .head ? ["--head"] : method == .get && !hasBody ? [] : ["-X", method.rawValue.quoted]
        // With parts, curl chooses its own boundary.
        for field in headers where parts == nil || !field.name.isSameHeaderName(as: "Content-Type") {
            // A header with an empty value is written with a semicolon. With a colon, curl would omit the header.
            let text = field.value.isEmpty ? field.name + ";" : "\(field.name): \(field.redactedValue(options))"
            words += ["-H", text.quoted]
        }
        var comment = ""
        switch body {
        case .none: break
        case .file(let file) where parts == nil: words += ["--data-binary", "@\(file.url.path)".quoted]
        case .file: for part in parts ?? [] { words += part.curlOption(options, orIn: &comment) }
        case .data(let data):
            if let text = data.text {
                words += ["--data-raw", Secrets.hide(in: text, options.isSecret).quoted]
            } else {
                comment = "  # and \(data.count) bytes of binary data"
            }
        }
        words.append(Secrets.hide(in: url.absoluteString, options.isSecret).quoted)
        return words.joined(separator: " ") + comment
    }
}

extension Teapot.Part {
    /// Returns the option that adds the part, or adds a description of its bytes to the comment if they aren't text.
    fileprivate func curlOption(_ options: Teapot.Options, orIn comment: inout String) -> [String] {
        // Within quotes, curl interprets only `\\` and `\"`.
        func literal(_ text: String) -> String {
            let escaped = text.replacingOccurrences(of: "\\", with: "\\\\", options: .literal)
            return "\"" + escaped.replacingOccurrences(of: "\"", with: "\\\"", options: .literal) + "\""
        }
        var value: String
        switch content {
        case .file(let url): value = "@" + literal(url.path)
        case .data(let data):
            guard let text = data.text else {
                comment += comment.isEmpty ? "  # and " : ", "
                comment += "\(data.count) bytes of binary data as \(name.debugDescription)"
                return []
            }
            let shown = options.isSecret(name) ? Secrets.shorten(text) : Secrets.hide(in: text, options.isSecret)
            guard contentType != nil else { return ["--form-string", "\(name)=\(shown)".quoted] }
            value = literal(shown)
        }
        value += filename.map { ";filename=" + literal($0) } ?? ""
        value += contentType.map { ";type=" + $0 } ?? ""
        return ["-F", "\(name)=\(value)".quoted]
    }
}

/// The bytes as text, or `nil` if they aren't text.
extension Data { fileprivate var text: String? { contains(0) ? nil : String(bytes: self, encoding: .utf8) } }

extension String {
    /// The text as one word of a POSIX shell.
    ///
    /// The comparison is literal, so a quote followed by a combining mark is escaped, too.
    fileprivate var quoted: String { "'" + replacingOccurrences(of: "'", with: "'\\''", options: .literal) + "'" }
}
