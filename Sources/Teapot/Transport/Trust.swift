#if canImport(FoundationNetworking)
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension Teapot {
    /// A hook that answers challenges of a connection: whether the server is trusted, and which client certificate to
    /// use.
    ///
    /// The challenge's method is `NSURLAuthenticationMethodServerTrust` or
    /// `NSURLAuthenticationMethodClientCertificate`. `.performDefaultHandling` leaves the answer to the system. A
    /// refusal ends the call with a `URLError` of the code `userCancelledAuthentication`. See <doc:Trust>.
    public typealias ChallengeHook =
        @Sendable (URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
}

/// The hook or delegate that answers challenges of connections.
struct Trust: Sendable {
    /// The client's own hook, which takes precedence over the session's delegate.
    var hook: Teapot.ChallengeHook?
    /// The session that the caller created the client from.
    var session: URLSession?

    /// The name of the hook or delegate for an error message, or `nil` if there is none.
    var name: String? {
        if hook != nil { return "the challenge hook" }
        return session?.delegate == nil ? nil : "the delegate of the session that the client was made from"
    }
}
