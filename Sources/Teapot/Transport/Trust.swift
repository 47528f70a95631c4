#if canImport(FoundationNetworking)
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension Teapot {
    /// A hook that answers a connection's challenges: whether to trust the server, and which client certificate to
    /// present.
    ///
    /// See <doc:Trust>.
    public struct Trust: Sendable {
        let answer: Answer

        /// Creates a hook.
        ///
        /// - Parameter answer: A closure that answers a challenge, whose method is
        ///   `NSURLAuthenticationMethodServerTrust` or `NSURLAuthenticationMethodClientCertificate`.
        ///   `.performDefaultHandling` leaves the answer to the system. A refusal ends the call with a `URLError` with
        ///   the code `userCancelledAuthentication`.
        public init(_ answer: @escaping Answer) { self.answer = answer }

        /// A closure that answers a challenge.
        public typealias Answer =
            @Sendable (URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
    }
}

/// The sources of answers to a connection's challenges.
struct SessionTrust: Sendable {
    /// The client's own hook, which takes precedence over the session's delegate.
    var own: Teapot.Trust?
    /// The session from which the caller created the client.
    var session: URLSession?

    /// The name of what answers challenges for an error message, or `nil` if there is nothing.
    var name: String? {
        if own != nil { return "the client's `trust`" }
        return session?.delegate == nil ? nil : "the delegate of the client's session"
    }
}
