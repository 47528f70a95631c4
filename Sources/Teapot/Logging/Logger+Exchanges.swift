import Foundation

extension Teapot.Logger {
    func logOutgoing(_ request: Teapot.Request, _ options: Teapot.Options) {
        log(.incomingAndOutgoingData) {
            var lines = ["→ \(request.method) \(Secrets.hide(in: request.url.absoluteString, options.isSecret))"]
            lines += request.headers.lines(options)
            switch request.body {
            case .none: break
            case .data(let data): lines.append(data.excerpt(upTo: bodyLimit, options.isSecret))
            case .file(let file): lines.append("<the file \(file.url.path)>")
            }
            return lines.joined(separator: "\n")
        }
    }

    func logIncoming(_ response: Teapot.Response, to request: Teapot.Request, _ options: Teapot.Options) {
        log(.incomingData) {
            let url = Secrets.hide(in: request.url.absoluteString, options.isSecret)
            var lines = ["← \(response.statusCode) \(request.method) \(url)"] + response.headers.lines(options)
            if !response.body.isEmpty { lines.append(response.body.excerpt(upTo: bodyLimit, options.isSecret)) }
            return lines.joined(separator: "\n")
        }
    }
}

extension Data {
    /// Returns the data as text, up to a limit in bytes and with secrets shortened, or its length if it isn't text.
    func excerpt(upTo limit: Int, _ isSecret: (String) -> Bool) -> String {
        // The limit may split a character. In that case, up to three bytes are removed.
        for cut in 0..<4 where Swift.min(count, limit) >= cut {
            let start = prefix(Swift.min(count, limit) - (count > limit ? cut : 0))
            if let text = String(bytes: start, encoding: .utf8), !text.utf8.contains(0) {
                let shown = Secrets.hide(in: text, isSecret)
                return count > limit ? "\(shown)… <\(count) bytes>" : shown
            }
        }
        return "<\(count) bytes of binary data>"
    }
}

extension Teapot.HeaderFields {
    fileprivate func lines(_ options: Teapot.Options) -> [String] { map { "\($0.name): \($0.redactedValue(options))" } }
}

extension Teapot.HeaderFields.Field {
    /// Returns the value, or only its scheme and its last two characters if it is a secret.
    ///
    /// A URL in the value, as in `Location`, is returned without its secrets.
    package func redactedValue(_ options: Teapot.Options) -> String {
        if options.showsSecrets { return value }
        guard options.isSecret(name) else { return Secrets.hide(in: value, options.isSecret) }
        // RFC 9110 §11.4: credentials begin with a scheme. In other headers, the first word is as secret as the rest.
        let hasScheme = ["Authorization", "Proxy-Authorization"].contains { $0.isSameHeaderName(as: name) }
        return Self.redact(value, hasScheme: hasScheme)
    }

    /// Returns a shortened secret, enough to tell secrets apart but not to use them.
    package static func redact(_ value: String, hasScheme: Bool = false) -> String {
        let parts = value.split(separator: " ", maxSplits: 1)
        let scheme = hasScheme && parts.count == 2 && String(parts[0]).isToken ? parts[0] + " " : ""
        return scheme + Secrets.shorten(parts.last ?? "")
    }
}
