import Teapot

extension RouterBase {
    /// The reasons no request can be below the base.
    var problems: [Router.Problem] {
        reasons.map { reason in
            Router.Problem(.hopelessBaseURL, "The base URL “\(description)” matches no requests: \(reason).")
        }
    }

    /// The violations of a test whose router has this base.
    var violations: [Router.Violation] {
        problems.map { Router.Violation(kind: .unaskedRouter, message: "\($0)", place: nil) }
    }

    private var reasons: [String] {
        var reasons: [String] = []
        let form = "write it like `https://api.test/v1`"
        if let scheme, scheme != "http", scheme != "https" {
            reasons.append("its scheme is “\(scheme)”, and only http and https requests are answered; \(form)")
        }
        if let host {
            if scheme == nil, host == "http" || host == "https" {
                reasons.append("its host is “\(host)”; \(form), with two slashes after the colon")
            } else if let character = host.unicodeScalars.first(where: { !Self.mayBeInHost($0) }) {
                let advice = character.isASCII ? form : "write a non-ASCII host in its xn-- form"
                reasons.append("“\(character)” is not allowed in a host; \(advice)")
            }
        }
        if let port = address?.port, UInt16(port) == nil || UInt16(port) == 0 {
            reasons.append("“\(port)” is not a port; \(form), or with a number such as `api.test:8080`")
        }
        if let segment = path.first(where: { $0 == "*" || $0 == "**" || $0.hasPrefix(":") && $0.count > 1 }) {
            reasons.append("a base URL has no variables, so “\(segment)” is matched literally; move it to the routes")
        }
        return reasons
    }

    /// Returns whether a character is allowed in a host (RFC 3986 §3.2.2).
    ///
    /// Uppercase letters have already been converted.
    private static func mayBeInHost(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "0"..."9", "-", ".", "_", "~", "[", "]", ":", "%": true
        case "!", "$", "&", "'", "(", ")", "+", ",", ";", "=": true
        default: false
        }
    }
}
