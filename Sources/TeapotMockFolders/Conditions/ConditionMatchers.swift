import Foundation
import Teapot
import TeapotMock
import TeapotMockLive
import TeapotMockWebSocket

extension Matcher {
    var identity: AnyHashable? { nil }

    func matches(_ request: Request, path: ArraySlice<String>?) -> Bool {
        explanations(of: ExaminedRequest(request)).allSatisfy { $0 == nil }
    }
}

/// A condition on the host that a request is sent to.
struct HostMatcher: Matcher {
    /// The host in lowercase, with its port unless that's the default port.
    let host: String

    func expectations(_ options: Teapot.Options) -> [String] { ["host \(host)"] }

    func explanations(of request: ExaminedRequest) -> [String?] {
        guard let actual = request.request.namedHost, actual != host else { return [nil] }
        return ["received \(actual.shortened(to: 60))"]
    }
}

/// A condition on the whole path.
///
/// An empty segment counts, such as the one after a trailing slash, because many servers redirect `/docs` to `/docs/`.
struct WholePathMatcher: Matcher {
    private let text: String
    private let segments: [AnyText]

    init(_ path: String) {
        text = path.hasPrefix("/") ? path : "/" + path
        segments = Self.segments(of: text).map { AnyText($0) }
    }

    private static func segments(of path: String) -> [String] {
        path.split(separator: "/", omittingEmptySubsequences: false).map { Request.decode($0) }
    }

    func expectations(_ options: Teapot.Options) -> [String] { ["path \(text.shortened(to: 120))"] }

    func explanations(of request: ExaminedRequest) -> [String?] {
        let path = request.request.path
        let actual = Self.segments(of: path.isEmpty ? "/" : path)
        let isMet = actual.count == segments.count && zip(segments, actual).allSatisfy { $0.matches($1) }
        return [isMet ? nil : "received \(path.shortened(to: 120))"]
    }
}

/// A condition on the end of the path.
struct PathEndMatcher: Matcher {
    private let text: String
    private let segments: [String]

    init(_ path: String) {
        text = "/" + path.split(separator: "/").joined(separator: "/")
        // The end can be percent-encoded, like the names of directories.
        segments = path.split(separator: "/").map { Request.decode($0).lowercased() }
    }

    func expectations(_ options: Teapot.Options) -> [String] { ["path that ends with \(text.shortened(to: 120))"] }

    func explanations(of request: ExaminedRequest) -> [String?] {
        let path = Request.segments(of: request.request.path).map { $0.lowercased() }
        let isMet =
            path.count >= segments.count
            && zip(segments, path.suffix(segments.count)).allSatisfy { $0 == $1 || AnyText.isVariable($0) }
        return [isMet ? nil : "received \(request.request.path.shortened(to: 120))"]
    }
}

/// A condition on the items of a query or a form.
struct ItemsMatcher: Matcher {
    private let items: [URLQueryItem]
    /// Whether other items are rejected.
    private let isExact: Bool
    private let isForm: Bool

    init(_ items: [URLQueryItem], isExact: Bool, isForm: Bool) {
        self.items = isExact ? Self.sorted(items) : items
        self.isExact = isExact
        self.isForm = isForm
    }

    func expectations(_ options: Teapot.Options) -> [String] {
        let source = isForm ? "form" : "query"
        guard !items.isEmpty else { return ["no \(source)"] }
        return ["\(source) \(Self.text(items))" + (isExact ? " and nothing else" : "")]
    }

    func explanations(of request: ExaminedRequest) -> [String?] {
        let actual = isForm ? FormDecoder.items(of: request.request.body) : request.request.query
        let isMet: Bool
        if isExact {
            isMet =
                items.count == actual.count
                && zip(items, Self.sorted(actual)).allSatisfy { expected, item in
                    // `?page` and `?page=` are different URLs. In a form, both mean an empty value.
                    Self.isMet(expected, by: item)
                        && (isForm || Self.isAny(expected) || (expected.value == nil) == (item.value == nil))
                }
        } else {
            isMet = items.allSatisfy { item in actual.contains { Self.isMet(item, by: $0) } }
        }
        return [isMet ? nil : actual.isEmpty ? "received none" : "received “\(Self.text(actual))”"]
    }

    private static func isMet(_ expected: URLQueryItem, by item: URLQueryItem) -> Bool {
        guard expected.name.isExactly(item.name) else { return false }
        return isAny(expected) || AnyText(expected.value ?? "").matches(item.value ?? "")
    }

    private static func isAny(_ item: URLQueryItem) -> Bool { item.value == RequestCondition.anyValue }

    private static func sorted(_ items: [URLQueryItem]) -> [URLQueryItem] {
        items.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element)
    }

    private static func text(_ items: [URLQueryItem]) -> String {
        items.map { item in item.value.map { "\(item.name)=\($0)" } ?? item.name }.joined(separator: "&")
            .shortened(to: 80)
    }
}

/// A condition on a JSON body, in which `REDACTED` stands for any value.
struct JSONBodyMatcher: Matcher {
    private let expected: JSON
    private let rule: Rule
    private let hasAnyValue: Bool

    init(_ expected: JSON, _ rule: Rule) {
        self.expected = expected
        self.rule = rule
        hasAnyValue = expected.masking(expected).hasMask
    }

    func expectations(_ options: Teapot.Options) -> [String] { rule.matcher.expectations(options) }

    func explanations(of request: ExaminedRequest) -> [String?] {
        var examined = request
        if hasAnyValue, case .success(let actual) = request.json, let body = try? actual.masking(expected).json.data() {
            var masked = request.request
            masked.body = body
            examined = ExaminedRequest(masked)
        }
        return rule.matcher.explanations(of: examined).map { text in
            let isLonger = text?.split(separator: "; ").allSatisfy { $0.hasSuffix(": not expected") } == true
            return text.map { isLonger ? $0 + " (“jsonContains” allows other members)" : $0 }
        }
    }
}

/// A condition on a text body, in which `REDACTED` stands for any text.
struct TextBodyMatcher: Matcher {
    private let rule: Rule
    private let text: AnyText

    init(_ text: String) {
        rule = Rule.body(equals: Data(text.utf8))
        self.text = AnyText(text)
    }

    func expectations(_ options: Teapot.Options) -> [String] { rule.matcher.expectations(options) }

    func explanations(of request: ExaminedRequest) -> [String?] {
        text.hasAny && text.matches(request.request.body) ? [nil] : rule.matcher.explanations(of: request)
    }
}

/// A condition on the digest of the body.
struct DigestMatcher: Matcher {
    /// The hexadecimal digits, in lowercase.
    let digest: String

    func expectations(_ options: Teapot.Options) -> [String] { ["body with the SHA-1 digest \(digest)"] }

    func explanations(of request: ExaminedRequest) -> [String?] {
        let actual = request.request.body.conditionDigest
        return [actual == digest ? nil : "received a body with the digest \(actual)"]
    }
}

extension Data {
    /// The SHA-1 digest of a body in hexadecimal digits, after sorting the members of a JSON body.
    package var conditionDigest: String {
        let sorted = (try? JSON(parsing: self)).flatMap { try? $0.data(.sortedKeys) }
        return (sorted ?? self).sha1Digest
    }
}

extension JSON {
    /// Returns the document with the mask's value in place of each value where the mask has `REDACTED`.
    fileprivate func masking(_ mask: JSON) -> (json: JSON, hasMask: Bool) {
        var hasMask = false
        func masked(_ value: any Sendable, _ mask: any Sendable) -> any Sendable {
            if let text = mask as? String, text.contains(RequestCondition.anyValue),
                text == RequestCondition.anyValue || AnyText(text).matches(value as? String)
            {
                hasMask = true
                return text
            }
            if let members = value as? [String: any Sendable], let others = mask as? [String: any Sendable] {
                var result = members
                for (name, mask) in others { result[name] = members[name].map { masked($0, mask) } }
                return result
            }
            if let elements = value as? [any Sendable], let others = mask as? [any Sendable] {
                let replaced = zip(elements, others).map { masked($0, $1) }
                return replaced + elements.dropFirst(replaced.count)
            }
            return value
        }
        let value = masked(topLevel, mask.topLevel)
        return (JSON(value) ?? self, hasMask)
    }
}

extension Request {
    /// The host that the request was sent to, in lowercase, with its port unless that's the default port.
    ///
    /// It's `nil` if the host is unknown, `localhost` or an IP address, as it is for a mock server.
    package var namedHost: String? {
        let field = headers["Host"].map { Request.origin("http://\($0)"[...]) }
        guard let origin = origin ?? field, let mark = origin.range(of: "://") else { return nil }
        let authority = String(origin[mark.upperBound...])
        return AllowedHosts.isOwn(authority) ? nil : authority
    }
}
