import Foundation
import Teapot
package import TeapotMock

/// A request condition as a list of matchers, in the order in which they're checked.
struct CheckedCondition: Sendable {
    /// A part of a condition that a request doesn't meet.
    struct Difference: Equatable {
        /// The expected value, such as `query page=2 and nothing else`.
        let expectation: String
        /// The actual value, such as `received “page=4”`, or an empty string if there's nothing to say.
        let explanation: String
    }

    private let matchers: [any Matcher]
    /// The number of parts, used to find the most specific of several mocks.
    let weight: Int
    /// Whether the condition examines more of a request than its method, path and query.
    let examinesMoreThanTarget: Bool

    /// Creates the matchers of a condition.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - hasMethod: Whether the method is checked.
    init(_ condition: RequestCondition, hasMethod: Bool = true) {
        var matchers: [any Matcher] = []
        if hasMethod, let method = condition.method {
            matchers.append(Rule.method(Teapot.Method(method.uppercased())).matcher)
        }
        if let host = condition.host { matchers.append(HostMatcher(host: host.lowercased())) }
        if let path = condition.exactPath { matchers.append(WholePathMatcher(path)) }
        if let path = condition.path { matchers.append(PathEndMatcher(path)) }
        for (name, value) in condition.query.sorted(by: { $0.key < $1.key }) {
            matchers.append(ItemsMatcher([URLQueryItem(name: name, value: value)], isExact: false, isForm: false))
        }
        if let items = condition.exactQuery { matchers.append(ItemsMatcher(items, isExact: true, isForm: false)) }
        if !condition.headers.isEmpty { matchers.append(Rule.headers(condition.headers).matcher) }
        if let body = condition.body { matchers.append(body.matcher) }
        self.matchers = matchers
        examinesMoreThanTarget = condition.host != nil || !condition.headers.isEmpty || condition.body != nil
        weight = matchers.reduce((condition.exactQuery?.count ?? 0) + (condition.body?.weight ?? 0)) {
            $0 + $1.expectations(Teapot.Options()).count
        }
    }

    /// Returns whether a request meets the condition.
    func isMet(by request: ExaminedRequest) -> Bool {
        matchers.allSatisfy { $0.explanations(of: request).allSatisfy { $0 == nil } }
    }

    /// Returns the parts of the condition that a request doesn't meet.
    func differences(from request: ExaminedRequest) -> [Difference] {
        matchers.flatMap { matcher in
            zip(matcher.expectations(Teapot.Options()), matcher.explanations(of: request)).compactMap {
                expectation, explanation in
                explanation.map { Difference(expectation: expectation, explanation: $0) }
            }
        }
    }

    /// The parts of the condition, such as `path /users, query page=2`.
    var description: String {
        matchers.flatMap { $0.expectations(Teapot.Options()) }.joined(separator: ", ").shortened(to: 240)
    }
}

extension RequestCondition {
    /// The parts of the condition, such as `path /users, query page=2`, or `nil` if there are none.
    package var text: String? { self == RequestCondition() ? nil : CheckedCondition(self).description }
}

extension CheckedCondition.Difference: CustomStringConvertible {
    var description: String { "expected \(expectation)" + (explanation.isEmpty ? "" : ", \(explanation)") }
}

extension ExaminedRequest {
    /// Creates the form of a request that a folder's conditions examine, which compare whole paths.
    package convenience init(_ request: Request) {
        self.init(request, path: Request.segments(of: request.path)[...], Teapot.Options())
    }
}

extension RequestCondition.Body {
    /// The condition as a matcher.
    package var matcher: any Matcher {
        switch self {
        case .text(let text): TextBodyMatcher(text)
        case .json(let json): JSONBodyMatcher(json, Rule.json(equals: json))
        case .jsonContaining(let json): JSONBodyMatcher(json, Rule.json(contains: json))
        case .form(let items): ItemsMatcher(items, isExact: true, isForm: true)
        case .multipart(let parts): PartsMatcher(parts)
        case .sha1(let digits): DigestMatcher(digest: digits.lowercased())
        }
    }

    /// The number of parts that the condition counts beyond one: each value of a JSON body and each item of a form.
    fileprivate var weight: Int {
        switch self {
        case .text, .sha1: 0
        case .form(let items): items.count
        case .multipart(let parts): parts.count
        case .json(let json): Self.leaves(of: json)
        case .jsonContaining(let json): max(Self.leaves(of: json), 1) - 1
        }
    }

    private static func leaves(of json: JSON) -> Int {
        switch json {
        case .dictionary(let members): leaves(members)
        case .array(let elements): leaves(elements)
        }
    }

    private static func leaves(_ value: any Sendable) -> Int {
        switch value {
        case let members as [String: any Sendable]: members.values.reduce(0) { $0 + leaves($1) }
        case let elements as [any Sendable]: elements.reduce(0) { $0 + leaves($1) }
        default: 1
        }
    }
}
