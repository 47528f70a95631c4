public import Teapot

/// One condition on a request.
///
/// ```swift
/// router.respond(
///     with: .status(403), when: .path(matches: "/admin/**"), .headerFields(contain: ["X-Role": "guest"]))
/// ```
public struct Rule: Sendable {
    enum Condition: Sendable {
        case method(String)
        case path(PathPattern)
        case query([URLQueryItem])
        case headerFields(HeaderExpectation)
        case body(Data)
        case json(JSONCondition)
        case custom(String?, @Sendable (Request) -> Bool)
    }

    let condition: Condition

    /// The request has this method.
    ///
    /// - Parameter method: The method.
    /// - Returns: The rule.
    public static func method(matches method: Teapot.Method) -> Rule { Rule(condition: .method(method.rawValue)) }

    /// The request's path, below the router's base URL, is of this form.
    ///
    /// - Parameter pattern: The path, segment by segment, such as `/users/:id`. A `:name` or a `*` stands for any one
    ///   segment, a `**` at either end for any number of them, even none. A query in it asks for those items.
    /// - Returns: The rule.
    public static func path(matches pattern: String) -> Rule { Rule(condition: .path(PathPattern(pattern))) }

    /// The request's query has these items, among others.
    ///
    /// - Parameter items: The values by name, decoded.
    /// - Returns: The rule.
    public static func query(contains items: [String: String]) -> Rule {
        let sorted = items.sorted { $0.key < $1.key }
        return Rule(condition: .query(sorted.map { URLQueryItem(name: $0.key, value: $0.value) }))
    }

    /// The request has these header fields, among others.
    ///
    /// - Parameter fields: The values by name. The case of names does not count.
    /// - Returns: The rule.
    public static func headerFields(contain fields: [String: String]) -> Rule {
        Rule(condition: .headerFields(HeaderExpectation(fields)))
    }

    /// The request's body is these bytes.
    ///
    /// - Parameter data: The bytes.
    /// - Returns: The rule.
    public static func body(equals data: Data) -> Rule { Rule(condition: .body(data)) }

    /// The request's body is a JSON document equal to this one; neither the order of members nor white space counts.
    ///
    /// - Parameter json: The document.
    /// - Returns: The rule.
    public static func json(equals json: JSON) -> Rule {
        Rule(condition: .json(JSONCondition(expected: json, relation: .equals)))
    }

    /// The request's body is a JSON document that has, in each object of this one, at least the same members.
    ///
    /// The elements of a list have to be there too, in the same order, but others may stand between them.
    ///
    /// - Parameter json: The part.
    /// - Returns: The rule.
    public static func json(contains json: JSON) -> Rule {
        Rule(condition: .json(JSONCondition(expected: json, relation: .contains)))
    }

    /// A condition of your own.
    ///
    /// - Parameters:
    ///   - name: What it asks for, to be shown where no route matched a request.
    ///   - condition: Whether a request meets it. It may be called several times for one request.
    /// - Returns: The rule.
    public static func custom(_ name: String? = nil, _ condition: @escaping @Sendable (Request) -> Bool) -> Rule {
        Rule(condition: .custom(name, condition))
    }
}

extension Rule {
    /// Whether a request meets the condition.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - path: The segments of its path below the router's base URL, decoded.
    /// - Returns: Whether it does.
    func isMet(by request: Request, path: ArraySlice<String>) -> Bool {
        switch condition {
        case .method(let method): request.method == method
        case .path(let pattern): pattern.matches(Array(path)) && pattern.query.allSatisfy(request.query.containsExactly)
        case .query(let items): items.allSatisfy(request.query.containsExactly)
        case .headerFields(let expectation): expectation.mismatches(in: request.headerFields).isEmpty
        case .body(let data): request.body == data
        case .json(let condition): condition.isMet(by: request.body)
        case .custom(_, let condition): condition(request)
        }
    }
}
