package import Teapot

/// A condition of a ``Rule``; it describes what it expects, tests a request, and explains how the request differs.
package protocol Matcher: Sendable {
    /// A value that is equal for matchers with the same condition, or `nil` if the condition can't be compared.
    var identity: AnyHashable? { get }

    /// Whether the condition may depend on the body of the request.
    var readsBody: Bool { get }

    /// The name of the requests that meet the condition, shown instead of the method, or `nil` to show the method.
    var title: String? { get }

    /// Returns whether a request meets the condition.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - path: The segments of the path below the router's base URL, percent-decoded, or `nil` if the request isn't
    ///     below it.
    /// - Returns: `true` if it does; otherwise, `false`.
    func matches(_ request: Request, path: ArraySlice<String>?) -> Bool

    /// Returns descriptions of the expected request.
    ///
    /// - Parameter options: The options that determine which headers are shortened.
    /// - Returns: One or more clauses, such as `method GET`.
    func expectations(_ options: Teapot.Options) -> [String]

    /// Returns how a request differs from each of the ``expectations(_:)``.
    ///
    /// - Parameter request: The request.
    /// - Returns: For each expectation, a clause such as `received POST`, an empty string if there is nothing to say,
    ///   or `nil` if the expectation is met.
    func explanations(of request: ExaminedRequest) -> [String?]

    /// Returns the weight of a difference in addition to the explained ones, as a number of unmet conditions.
    ///
    /// The weight is greater for an unrelated request than for one that was probably intended for the route.
    ///
    /// - Parameter request: The request.
    /// - Returns: The weight, or 0 if the conditions are met.
    func remoteness(of request: ExaminedRequest) -> Double

    /// Returns Swift code that registers a route with this kind of condition for a request that doesn't meet it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - path: The path relative to the router's base URL, as a string literal.
    /// - Returns: One line of code, or `nil` if the generic code works.
    func stub(for request: Request, path: String) -> String?
}

extension Matcher {
    /// The default is `true`.
    package var readsBody: Bool { true }

    package var title: String? { nil }

    package func remoteness(of request: ExaminedRequest) -> Double { 0 }

    package func stub(for request: Request, path: String) -> String? { nil }
}

/// A request to compare with the conditions of many rules.
package final class ExaminedRequest {
    /// The request.
    package let request: Request
    /// The segments of the path below the router's base URL, percent-decoded, or `nil` if the request isn't below it.
    let path: [String]?
    /// The leading path segments that belong to the base URL, before those in ``path``.
    var base: [String] { Array(Request.segments(of: request.path).dropLast(path?.count ?? 0)) }
    /// The options that determine which headers are shortened.
    let options: Teapot.Options
    /// The body as JSON, parsed when the first condition needs it.
    package private(set) lazy var json = Result { () throws(JSON.ParsingError) in try JSON(parsing: request.body) }

    package init(_ request: Request, path: ArraySlice<String>?, _ options: Teapot.Options) {
        self.request = request
        self.path = path.map { Array($0) }
        self.options = options
    }

    /// Values that matchers derived from the request, by type.
    private var derivations: [ObjectIdentifier: Any] = [:]

    /// Returns a value that a matcher derives from the request, created for the first route that needs its type.
    package func derived<Value>(_ make: (ExaminedRequest) -> Value) -> Value {
        if let value = derivations[ObjectIdentifier(Value.self)] as? Value { return value }
        let value = make(self)
        derivations[ObjectIdentifier(Value.self)] = value
        return value
    }
}
