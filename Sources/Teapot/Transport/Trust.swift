extension Teapot {
    /// Answers the questions of a connection: whether the server is trusted, and with which certificate the client shows
    /// who it is.
    ///
    /// The challenge's method is `NSURLAuthenticationMethodServerTrust` or `NSURLAuthenticationMethodClientCertificate`;
    /// `.performDefaultHandling` leaves the answer to the system. A refusal ends the call with a `URLError` of the code
    /// `userCancelledAuthentication`. See <doc:Trust>.
    public typealias ChallengeHook =
        @Sendable (URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
}

/// Who answers challenges of connections.
struct Trust: Sendable {
    /// The client's own hook, which goes before the session's delegate.
    var hook: Teapot.ChallengeHook?
    /// The session that the caller has made the client from.
    var session: URLSession?

    /// Who would be asked, for an error; `nil` for nobody.
    var name: String? {
        if hook != nil { return "the challenge hook" }
        return session?.delegate == nil ? nil : "the delegate of the session that the client was made from"
    }
}
