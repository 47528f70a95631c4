extension Teapot.Logger {
    func logOutgoing(_ request: Teapot.Request, _ options: Teapot.Options) {
        log(.incomingAndOutgoingData) {
            var lines = ["→ \(request.method) \(request.url.withoutPassword)"]
            lines += request.headerFields.lines(options)
            switch request.body {
            case .none: break
            case .data(let data): lines.append(describe(data))
            case .file(let file): lines.append("<the file \(file.url.path)>")
            }
            return lines.joined(separator: "\n")
        }
    }

    func logIncoming(_ response: Teapot.Response, to request: Teapot.Request, _ options: Teapot.Options) {
        log(.incomingData) {
            var lines = ["← \(response.statusCode) \(request.method) \(request.url.withoutPassword)"]
            lines += response.headerFields.lines(options)
            if !response.data.isEmpty { lines.append(describe(response.data)) }
            return lines.joined(separator: "\n")
        }
    }

    /// Text up to the limit, or for anything else how long it is.
    private func describe(_ body: Data) -> String {
        let limit = bodyLimit
        // A limit may fall inside a character: up to three bytes of it are left off.
        for cut in 0..<4 where min(body.count, limit) >= cut {
            let shown = body.prefix(min(body.count, limit) - (body.count > limit ? cut : 0))
            if let text = String(validatingUTF8: shown), !text.utf8.contains(0) {
                return body.count > limit ? "\(text)… <\(body.count) bytes>" : text
            }
        }
        return "<\(body.count) bytes of binary>"
    }
}

extension Teapot.HeaderFields {
    fileprivate func lines(_ options: Teapot.Options) -> [String] { map { "\($0.name): \($0.redactedValue(options))" } }
}

extension Teapot.HeaderFields.Field {
    /// The value, or what a log may show of it when it is a secret: its scheme and its last two characters.
    package func redactedValue(_ options: Teapot.Options) -> String {
        guard options.isSecret(name) else { return value }
        // RFC 9110 §11.4: credentials have a scheme before them. In other fields the first word is as secret as the next.
        let hasScheme = ["Authorization", "Proxy-Authorization"].contains { $0.isSameHeaderName(as: name) }
        return Self.redact(value, hasScheme: hasScheme)
    }

    /// A secret shortened so that two can be told apart and neither can be used.
    package static func redact(_ value: String, hasScheme: Bool = false) -> String {
        let parts = value.split(separator: " ", maxSplits: 1)
        let scheme = hasScheme && parts.count == 2 && String(parts[0]).isToken ? parts[0] + " " : ""
        let secret = parts.last ?? ""
        return scheme + "…" + (secret.count >= 12 ? secret.suffix(2) : "")
    }
}

extension URL {
    /// The URL's text, with a password in it left out.
    var withoutPassword: String {
        guard password != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return absoluteString
        }
        parts.password = nil
        return parts.string ?? "<a URL with a password>"
    }
}

extension String {
    /// Text from bytes that are UTF-8, else `nil`.
    fileprivate init?(validatingUTF8 bytes: Data) { self.init(bytes: bytes, encoding: .utf8) }
}
