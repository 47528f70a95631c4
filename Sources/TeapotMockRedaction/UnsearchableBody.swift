import TeapotMock

/// An error that reports the bodies of an exchange that can't be searched for secrets.
package struct UnsearchableBody: Error, Sendable {
    /// The request without its secrets.
    let request: Request
    let flaws: [(place: String, reason: String)]

    /// The request, such as `GET /users/1`.
    package var subject: String { request.shortTarget }
    /// The places to allow in order to write the exchange anyway, for ``Redaction/allowed``.
    package var places: [String] { flaws.map { "\(request.subject) \($0.place)" } }
    /// The bodies and what's wrong with them.
    package var reason: String {
        flaws.map { "“\($0.place)” can't be searched for secrets: \($0.reason)" }.joined(separator: ", ")
    }
    /// What a programmer can do about it.
    package var suggestion: String {
        let list = places.map { "“\($0)”" }.joined(separator: ", ")
        return ". To record it anyway, use `Redaction(allowing:)` with \(list)."
    }
}
