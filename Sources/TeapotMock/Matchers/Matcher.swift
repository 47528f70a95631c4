package import Teapot

/// A condition of a ``Rule``: what it expects of a request, whether a request meets it, and how a request differs.
package protocol Matcher: Sendable {
    /// The condition in a form that is equal for two matchers with the same condition, or `nil` if it can't be
    /// compared.
    var identity: AnyHashable? { get }

    /// Whether the condition may depend on the body of the request.
    var readsBody: Bool { get }

    /// The name of the requests that meet the condition, in place of a method, or `nil` if they have none.
    var title: String? { get }

    /// Returns whether a request meets the condition.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - path: The segments of the path below the base URL of the router, percent-decoded, or `nil` if the request is
    ///     not below it.
    /// - Returns: `true` if it does; otherwise, `false`.
    func matches(_ request: Request, path: ArraySlice<String>?) -> Bool

    /// Returns what the condition expects.
    ///
    /// - Parameter options: The options that determine which header fields are shortened.
    /// - Returns: One or more clauses, such as `method GET`.
    func expectations(_ options: Teapot.Options) -> [String]

    /// Returns, for each of the ``expectations(_:)``, how a request differs.
    ///
    /// - Parameter request: The request.
    /// - Returns: A clause such as `received POST`, which is empty if there is nothing to say, or `nil` if the
    ///   expectation is met.
    func explanations(of request: ExaminedRequest) -> [String?]

    /// Returns the number of unmet conditions that a difference weighs as much as, beside those that are explained.
    ///
    /// It is greater for a request about something else than for one that was probably meant.
    ///
    /// - Parameter request: The request.
    /// - Returns: The number, which is 0 if the conditions are met.
    func remoteness(of request: ExaminedRequest) -> Double

    /// Returns Swift code that registers a route with a condition of this kind for a request that does not meet it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - path: The path below the base URL of the router, as a string literal.
    /// - Returns: One line of code, or `nil` if the code for any request is suitable.
    func stub(for request: Request, path: String) -> String?
}

extension Matcher {
    /// `true`, unless a matcher says otherwise.
    package var readsBody: Bool { true }

    package var title: String? { nil }

    package func remoteness(of request: ExaminedRequest) -> Double { 0 }

    package func stub(for request: Request, path: String) -> String? { nil }
}

/// A request that is compared with the conditions of many rules.
package final class ExaminedRequest {
    /// The request.
    package let request: Request
    /// The segments of the path below the base URL of the router, percent-decoded, or `nil` if the request is not below
    /// it.
    let path: [String]?
    /// The segments of the path before those in ``path``, which are those of the base URL.
    var base: [String] { Array(Request.segments(of: request.path).dropLast(path?.count ?? 0)) }
    /// The options that determine which header fields are shortened.
    let options: Teapot.Options
    /// The body as JSON, parsed for the first condition that needs it.
    package private(set) lazy var json = Result { () throws(JSON.ParsingError) in try JSON(parsing: request.body) }

    package init(_ request: Request, path: ArraySlice<String>?, _ options: Teapot.Options) {
        self.request = request
        self.path = path.map { Array($0) }
        self.options = options
    }

    /// What matchers derived from the request, by its type.
    private var derivations: [ObjectIdentifier: Any] = [:]

    /// Returns a value that a matcher derives from the request, made for the first route that needs one of its type.
    package func derived<Value>(_ make: (ExaminedRequest) -> Value) -> Value {
        if let value = derivations[ObjectIdentifier(Value.self)] as? Value { return value }
        let value = make(self)
        derivations[ObjectIdentifier(Value.self)] = value
        return value
    }
}
