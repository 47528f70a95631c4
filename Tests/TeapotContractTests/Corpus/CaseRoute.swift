import Foundation
import Teapot
import TeapotMock

/// A route of a case's mock, or the routes of a resource.
///
/// - `resource`: A path. It registers the routes of a REST resource, whose store is initially empty; its entities have
///   a `title`, `pages` and an optional `author`. No other members are allowed with it.
/// - `route`: The method, or `any`, and the path, as in `GET /users/:id`. Without it the route is one of
///   `register(_:when:)`.
/// - `when`: Up to three rules, each with a key: `method` and `path` as in ``Rule``, `query` and `headers` by
///   name, `body` as text, `json equals`, `json contains`, `custom` with a text that the path has to contain.
/// - `times`: The number of requests that are answered; for a route of `register` it is `removeAfterResponding`, which
///   is `true`.
/// - `delay`: The delay of the response, in seconds.
/// - `answers`: Responses, each for one request in order; see ``CaseAnswer``. With rules there is one.
/// - `handler`: The name of a function that responds instead; see ``CaseHandler``. With rules, and in a route of
///   `respond`, it is `echo components` or `async echo components`.
struct CaseRoute: Sendable {
    var method: Teapot.Method?
    /// The path of a resource; `nil` for a route.
    var resource: String?
    /// The path; `nil` for a route of `register(_:when:)`.
    var path: String?
    var rules: [Rule]
    var times: Int?
    var delay: Double
    var answers: [CaseAnswer]
    var handler: CaseHandler?

    init(_ value: CaseValue) throws(CaseError) {
        let members = try value.members(
            "route", "when", "times", "removeAfterResponding", "delay", "answers", "handler", "resource"
        )
        resource = try members["resource"]?.text()
        if let route = members["route"] {
            let (method, path) = try route.line()
            self.method = method == "any" ? nil : Teapot.Method(method)
            self.path = path
        }
        rules = try members["when"].map { when throws(CaseError) in try Rule.all(when) } ?? []
        times = try members["times"]?.integer(from: 1)
        if try members["removeAfterResponding"]?.isTrue() == true { times = 1 }
        delay = try members["delay"]?.seconds() ?? 0
        answers = []
        for answer in try members["answers"]?.elements() ?? [] { answers.append(try CaseAnswer(answer)) }
        handler = try members["handler"].map { name throws(CaseError) in try CaseHandler(name) }
        if resource != nil {
            guard members.count == 1 else { throw value.error("is a resource, and can't have anything else") }
            return
        }
        guard answers.isEmpty != (handler == nil) else { throw value.error("has either answers or a handler") }
        guard rules.count <= 3, rules.isEmpty || answers.count <= 1 else {
            throw value.error("has rules, so that it needs one answer and no more than three of them")
        }
        guard answers.count <= 4 else { throw value.error("has more than four answers") }
        let other = path == nil ? "times" : "removeAfterResponding"
        if members[other] != nil { throw value.error("can't have \(other)") }
        if path == nil, answers.count > 1 { throw value.error("is for register(_:when:), which has one answer") }
        let takesRules: [CaseHandler?] = [nil, .echoComponents, .asyncComponents]
        if path == nil || !rules.isEmpty, !takesRules.contains(handler) || (handler != nil && rules.count > 1) {
            throw value.error("needs an answer, or the handler echo components and no more than one rule")
        }
    }
}

extension Rule {
    /// Returns the rules of a route of a case.
    fileprivate static func all(_ when: CaseValue) throws(CaseError) -> [Rule] {
        let members = try when.members(
            "method", "path", "query", "headers", "body", "json equals", "json contains", "custom"
        )
        var rules: [Rule] = []
        for (kind, value) in members.sorted(by: { $0.key < $1.key }) {
            switch kind {
            case "method": rules.append(.method(Teapot.Method(try value.text())))
            case "path": rules.append(.path(try value.text()))
            case "query": rules.append(.query(try value.texts()))
            case "headers": rules.append(.headers(try value.texts()))
            case "body": rules.append(.body(equals: Data(try value.text().utf8)))
            case "json equals": rules.append(.json(equals: try value.document()))
            case "json contains": rules.append(.json(contains: try value.document()))
            default:
                let part = try value.text()
                rules.append(.matching("the path contains \(part)") { $0.path.contains(part) })
            }
        }
        return rules
    }
}
