import TeapotMock

/// An error for an exchange with bodies that can't be searched for secrets.
package struct UnsearchableBody: Error, Sendable {
    /// The request without its secrets.
    let request: Request
    let flaws: [(place: String, reason: String)]

    /// The request, such as `GET /users/1`.
    package var subject: String { request.shortTarget }
    /// The places to add to ``Redaction/allowed`` to write the exchange anyway.
    package var places: [String] { flaws.map { "\(request.subject) \($0.place)" } }
    /// The bodies, and the problem with each.
    package var reason: String {
        flaws.map { "“\($0.place)” can't be searched for secrets: \($0.reason)" }.joined(separator: ", ")
    }
    /// A suggestion for programmers.
    package var suggestion: String {
        let list = places.map { "“\($0)”" }.joined(separator: ", ")
        return ". To record it anyway, use `Redaction(allowing:)` with \(list)."
    }
}
