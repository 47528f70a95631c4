import Foundation

extension TeapotError {
    /// The parts of a failed request that its error keeps.
    ///
    /// `target` is the URL of the last redirect, if any, and `tries` is the number of attempts up to the failure.
    typealias FailedRequest = (method: Teapot.Method, url: URL, target: URL?, secrets: Set<String>, tries: Int)

    /// The kinds of errors about a sent request, its file, or a request that an adapter rejected or changed.
    ///
    /// Kinds for mock errors are excluded, because their details already name the request.
    private static let aboutExchanges: Set<ErrorType> = [
        .noResponse, .timeout, .incompleteResponse, .notHTTP, .dataTaskError, .invalidResponseStatus, .invalidRedirect,
        .invalidResponseBody, .missingImage, .fileFailed, .adapterFailed, .cancelled, .authenticationFailed,
        .invalidHeader, .invalidPayload, .invalidTimeout, .invalidRequestPath, .invalidLink,
    ]

    /// The key in an error's `userInfo` for the mock that caused it.
    package static let mockKey = "TeapotMock"

    /// Returns the error with the secrets in its detail shortened.
    func hidingSecrets(_ isSecret: (String) -> Bool) -> TeapotError {
        guard let detail = parts.detail, Self.aboutExchanges.contains(type) else { return self }
        var error = self
        error.parts.detail = Secrets.hide(in: detail, isSecret)
        return error
    }

    /// Returns the error with its request, and with secrets shortened.
    func about(
        _ request: Teapot.Request, _ options: Teapot.Options, redirectedTo target: URL? = nil, tries: Int = 1
    ) -> TeapotError {
        var error = hidingSecrets(options.isSecret)
        if target != nil { error.parts.origin = "after a redirect from \(request), " }
        guard parts.request == nil, parts.origin.isEmpty, Self.aboutExchanges.contains(type) else { return error }
        error.parts.request = (request.method, request.url, target, options.secrets, tries)
        return error
    }

    /// The outcome of the request in a few words, such as `-> 503` or `connection refused`.
    var outcome: String {
        responseStatus.map { "-> \($0)" } ?? (underlyingError as? URLError)?.words ?? parts.detail ?? type.rawValue
    }

    /// Returns the request, the URL it was redirected to, and its status, followed by the reasons for the failure.
    ///
    /// The reasons are the kind, unless the status implies it, the detail, the underlying error, and the body.
    func describe(_ request: FailedRequest, _ detail: String?) -> String {
        let isSecret = { Secrets.isSecret($0, request.secrets) }
        var place = "\(request.method) \(Secrets.hide(in: request.url.absoluteString, isSecret))"
        if let target = request.target {
            place += ", redirected to \(Secrets.hide(in: target.absoluteString, isSecret))"
        }
        let tries = request.tries > 1 ? ", \(request.tries) tries" : ""
        if let responseStatus { place += " -> \(responseStatus)\(tries)" }
        let isPlain = [.invalidResponseStatus, .noResponse, .timeout, .cancelled].contains(type)
        var reasons = (isPlain ? [] : [type.rawValue]) + [detail].compactMap(\.self)
        if let error = underlyingError as? URLError, responseStatus == nil || detail == nil || error.code != .unknown {
            reasons.append(error.words + (responseStatus == nil ? tries : ""))
        } else if detail == nil, let underlyingError {
            reasons.append("\(underlyingError)")
        }
        if let body, !body.isEmpty {
            let shown = body.excerpt(upTo: 200, isSecret)
            reasons.append(shown.split(whereSeparator: \.isNewline).joined(separator: " "))
        }
        if let refusal = parts.refusal { reasons.append("not retried\(request.tries > 1 ? " again" : ""): \(refusal)") }
        let mock = response?.mock?.value() ?? (underlyingError as? URLError)?.errorUserInfo[Self.mockKey] as? String
        if let mock { reasons.append("from \(mock)") }
        let earlier = reasons.dropLast().map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
        return reasons.isEmpty ? place : place + ": " + (earlier + reasons.suffix(1)).joined(separator: "; ")
    }
}

extension URLError {
    /// A short description of the error, with Foundation's description if there is one.
    var words: String {
        let known: [Code: String] = [
            .timedOut: "timed out", .cancelled: "cancelled", .cannotFindHost: "unknown host",
            .dnsLookupFailed: "unknown host", .cannotConnectToHost: "connection refused",
            .networkConnectionLost: "connection lost", .notConnectedToInternet: "no internet connection",
            .badServerResponse: "connection closed, no response", .secureConnectionFailed: "TLS failed",
            .serverCertificateUntrusted: "untrusted certificate", .serverCertificateHasBadDate: "certificate expired",
            .serverCertificateHasUnknownRoot: "untrusted certificate",
            .serverCertificateNotYetValid: "certificate not yet valid", .unsupportedURL: "unsupported URL",
            .clientCertificateRequired: "client certificate required",
            .clientCertificateRejected: "client certificate rejected", .cannotParseResponse: "unreadable response",
            .dataLengthExceedsMaximum: "body longer than the client's maximumBodyLength",
            .userCancelledAuthentication: "authentication cancelled", .httpTooManyRedirects: "too many redirects",
            .appTransportSecurityRequiresSecureConnection: "App Transport Security requires https",
        ]
        let own = errorUserInfo[NSLocalizedDescriptionKey] as? String
        let other = code == .unknown ? "unknown reason" : "URLError \(code.rawValue)"
        guard let word = known[code] else { return own ?? other }
        return own.map { $0.hasPrefix(word) ? $0 : "\(word) (\($0))" } ?? word
    }
}
