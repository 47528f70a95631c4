public import Foundation
public import Teapot

/// A condition on a request.
///
/// ```swift
/// router.register(
///     .status(403), when: .path("/admin/**"), .headers(["X-Role": "guest"]))
/// ```
public struct Rule: Sendable {
    package let matcher: any Matcher

    package init(_ matcher: some Matcher) { self.matcher = matcher }

    /// Returns a rule that matches requests with a given method.
    ///
    /// - Parameter method: The method.
    /// - Returns: The rule.
    public static func method(_ method: Teapot.Method) -> Rule { Rule(MethodMatcher(method: method.rawValue)) }

    /// Returns a rule that matches requests by their path.
    ///
    /// - Parameter pattern: The path relative to the router's base URL, such as `/users/:id`. It's compared segment by
    ///   segment. A `:name` or a `*` matches any one segment. A `**` at either end matches any number of segments,
    ///   including none. A query in the pattern lists required query items.
    /// - Returns: The rule.
    public static func path(_ pattern: String) -> Rule { Rule(PathPattern(pattern)) }

    /// Returns a rule that matches requests by a pattern for the path relative to the router's base URL.
    package static func path(_ pattern: PathPattern) -> Rule { Rule(pattern) }

    /// Returns a rule that matches requests whose query contains these items.
    ///
    /// - Parameter items: The required values by name, percent-decoded. An empty value also matches an item without a
    ///   value, such as `flag` in `/users?flag`.
    /// - Returns: The rule.
    public static func query(_ items: [String: String]) -> Rule {
        let sorted = items.ordered { $0.key < $1.key }
        return Rule(QueryMatcher(items: sorted.map { URLQueryItem(name: $0.key, value: $0.value) }))
    }

    /// Returns a rule that matches requests with these headers.
    ///
    /// - Parameter fields: The required values by name. Names are case-insensitive.
    /// - Returns: The rule.
    public static func headers(_ fields: [String: String]) -> Rule { Rule(HeaderExpectation(fields)) }

    /// Returns a rule that matches requests whose query contains items that meet conditions.
    ///
    /// - Parameter items: The conditions by name.
    /// - Returns: The rule.
    @_disfavoredOverload
    public static func query(_ items: [String: Value]) -> Rule { Rule(ValuesMatcher(.query, items)) }

    /// Returns a rule that matches requests with headers that meet conditions.
    ///
    /// - Parameter fields: The conditions by name. Names are case-insensitive.
    /// - Returns: The rule.
    @_disfavoredOverload
    public static func headers(_ fields: [String: Value]) -> Rule { Rule(ValuesMatcher(.header, fields)) }

    /// Returns a rule that matches requests whose body is a form, such as `code=7&name=Ada`, with fields that meet
    /// conditions.
    ///
    /// - Parameter fields: The conditions by name.
    /// - Returns: The rule.
    public static func form(_ fields: [String: Value]) -> Rule { Rule(ValuesMatcher(.form, fields)) }

    /// Returns a rule that matches requests that meet at least one of the given rules.
    ///
    /// - Parameter rules: The rules. Without rules, no request matches. A `:name` in a path doesn't bind a variable.
    /// - Returns: The rule.
    public static func any(of rules: Rule...) -> Rule { Rule(AlternativesMatcher(rules: rules)) }

    /// Returns a rule that matches requests whose body equals these bytes.
    ///
    /// - Parameter data: The bytes.
    /// - Returns: The rule.
    public static func body(equals data: Data) -> Rule { Rule(BodyMatcher(data: data)) }

    /// Returns a rule that matches requests whose body is a JSON document equal to this one.
    ///
    /// The order of members and white space don't matter.
    ///
    /// - Parameter json: The document.
    /// - Returns: The rule.
    public static func json(equals json: JSON) -> Rule { Rule(JSONCondition(expected: json, relation: .equals)) }

    /// Returns a rule that matches requests whose body is a JSON document containing this one.
    ///
    /// Each object in the body must have at least the members of the corresponding object in this document.
    ///
    /// The elements of an array must be in the same order, but other elements may be in between.
    ///
    /// - Parameter json: The document that the body must contain.
    /// - Returns: The rule.
    public static func json(contains json: JSON) -> Rule { Rule(JSONCondition(expected: json, relation: .contains)) }

    /// Returns a rule with a custom condition.
    ///
    /// - Parameters:
    ///   - name: The name of the condition, shown when no route matches a request.
    ///   - condition: A closure that returns whether a request matches. It may be called several times for one request.
    /// - Returns: The rule.
    public static func matching(_ name: String? = nil, _ condition: @escaping @Sendable (Request) -> Bool) -> Rule {
        Rule(CustomMatcher(name: name, condition: condition))
    }
}
