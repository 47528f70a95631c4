/// What is left in hand of a route that was registered.
public struct RouteToken: Sendable {
    let router: Router
    /// The route's place in the order of registration, counted from 1; the journal's entries name it.
    public let number: Int

    /// Takes the route out of its router; what it is answering already goes on.
    ///
    /// That it is gone already does no harm.
    public func remove() { router.remove(number) }

    /// Lets the route go unused: no test fails because nothing asked for it.
    ///
    /// - Returns: The same token.
    @discardableResult
    public func optional() -> RouteToken {
        router.update(number) { $0.isOptional = true }
        return self
    }

    /// Expects header fields in each request that the route matches, among others, in place of those expected before.
    ///
    /// A request that lacks one, or has another value under it, is not answered: it fails with `incorrectHeaders`, which
    /// names each field that is wrong. To let such a request go to another route, make it a rule instead:
    /// ``Rule/headerFields(contain:)``.
    ///
    /// - Parameters:
    ///   - headerFields: The values by name. The case of names does not count.
    ///   - fileID: Where they are expected.
    ///   - filePath: Where they are expected.
    ///   - line: Where they are expected.
    /// - Returns: The same token.
    @discardableResult
    public func expecting(
        headerFields: [String: String],
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) -> RouteToken {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        router.update(number) { route in
            route.expectation = HeaderExpectation(headerFields)
            route.expectationPlace = place
        }
        return self
    }

    /// How many requests the route has answered, or is answering.
    public var answerCount: Int { router.answerCount(of: number) }
}
