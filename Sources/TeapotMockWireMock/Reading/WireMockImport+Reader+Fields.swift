import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockFolders

extension WireMockImport.Reader {
    /// A condition on the values of a header, a query item or a cookie, of which there can be any number.
    private enum FieldMatcher: Sendable {
        /// One of the values meets the condition or, if the condition requires absence, there's no value.
        case one(WireMockImport.Matcher)
        /// Each condition is met by a value, and there are no other values.
        case exactly([WireMockImport.Matcher])
        /// Each condition is met by a value.
        case among([WireMockImport.Matcher])

        func isMet(by values: [String]) -> Bool {
            switch self {
            case .one(let matcher):
                values.isEmpty ? matcher.isMet(by: nil) : values.contains { matcher.isMet(by: $0) }
            case .exactly(let matchers): values.count == matchers.count && Self.have(matchers, values)
            case .among(let matchers): Self.have(matchers, values)
            }
        }

        private static func have(_ matchers: [WireMockImport.Matcher], _ values: [String]) -> Bool {
            matchers.allSatisfy { matcher in values.contains { matcher.isMet(by: $0) } }
        }

        /// The only value that meets the condition, or `nil` if there are others.
        var value: String? {
            switch self {
            case .one(.equals(let value, ignoresCase: false)): value
            case .among(let matchers) where matchers.count == 1: Self.one(matchers[0]).value
            case .one, .exactly, .among: nil
            }
        }

        func clause(isSecret: Bool) -> String {
            func list(_ matchers: [WireMockImport.Matcher]) -> String {
                matchers.map { $0.clause(isSecret: isSecret) }.joined(separator: ", ")
            }
            return switch self {
            case .one(let matcher): matcher.clause(isSecret: isSecret)
            case .exactly(let matchers): "with exactly: \(list(matchers))"
            case .among(let matchers): "with, among others: \(list(matchers))"
            }
        }
    }

    /// Reads the conditions on headers, cookies, credentials and query items.
    mutating func fields(_ members: inout WireMockImport.Members) -> [Rule] {
        var rules: [Rule] = []
        for (name, node) in self.members(members.take("headers"))?.all ?? [] {
            guard let matcher = field(node) else { continue }
            stateHeaderField(name, matcher, node)
            let clause = matcher.clause(isSecret: context.options.isSecret(name))
            rules.append(.matching("header \(name) \(clause)") { matcher.isMet(by: $0.headers.values(for: name)) })
        }
        for (name, node) in self.members(members.take("queryParameters"))?.all ?? [] {
            guard let matcher = field(node) else { continue }
            if let value = matcher.value {
                mock.condition.query[name] = value
            } else {
                keepOutOfFolders(node, "it has a condition on a query item other than its value")
            }
            // A rule for query items describes a near miss in more detail.
            if case .one(.equals(let value, false)) = matcher, !value.isEmpty {
                rules.append(.query([name: value]))
            } else {
                let clause = matcher.clause(isSecret: false)
                rules.append(.matching("query \(name) \(clause)") { matcher.isMet(by: $0.queryValues(name)) })
            }
        }
        for (name, node) in self.members(members.take("cookies"))?.all ?? [] {
            guard let matcher = field(node) else { continue }
            keepOutOfFolders(node, "it has a condition on a cookie")
            let clause = matcher.clause(isSecret: true)
            rules.append(.matching("cookie \(name) \(clause)") { matcher.isMet(by: $0.cookies(name)) })
        }
        // WireMock writes `basicAuthCredentials`; people also write `basicAuth`.
        return rules + credentials(members.take("basicAuthCredentials")) + credentials(members.take("basicAuth"))
    }

    /// Expresses the condition on a header in the form of a mock.
    private mutating func stateHeaderField(_ name: String, _ matcher: FieldMatcher, _ node: JSONNode) {
        guard let value = matcher.value else {
            return keepOutOfFolders(node, "it has a condition on a header other than its value")
        }
        mock.condition.headers[name] = value
        mock.headerNodes[name] = node
    }

    private mutating func credentials(_ node: JSONNode?) -> [Rule] {
        if let node { keepOutOfFolders(node, "it has a condition on credentials") }
        guard var members = members(node) else { return [] }
        let username = text(members.take("username"))
        let password = text(members.take("password"))
        close(members, as: "field of credentials")
        guard let username, let password else {
            refuse(members.node, "it needs a “username” and a “password”")
            return []
        }
        // RFC 7617 §2.
        let token = Data("\(username):\(password)".utf8).base64EncodedString()
        return [
            .matching("basic authentication as “\(username.shortened(to: 60))”") { request in
                request.headers.values(for: "Authorization").contains { value in
                    let parts = value.split(separator: " ", omittingEmptySubsequences: true)
                    return parts.count == 2 && parts[0].lowercased() == "basic" && parts[1] == token
                }
            }
        ]
    }

    /// Reads the condition on the values of one header, query item or cookie.
    private mutating func field(_ node: JSONNode) -> FieldMatcher? {
        if let members = node.value.members, members.count == 1 {
            for name in ["hasExactly", "includes"] {
                guard let list = members[exactly: name] else { continue }
                let nodes = elements(node.member(name, list)) ?? []
                let matchers = nodes.compactMap { matcher($0) }
                return name == "hasExactly" ? .exactly(matchers) : .among(matchers)
            }
        }
        return matcher(node).map { .one($0) }
    }
}

extension Request {
    /// Returns the values of a cookie (RFC 6265 §5.4).
    fileprivate func cookies(_ name: String) -> [String] {
        headers.values(for: "Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == name else { return nil }
            return parts[1].trimmingCharacters(in: .whitespaces)
        }
    }
}
