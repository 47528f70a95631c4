import Foundation
import Teapot

/// Conditions on the values of query items, headers or form fields.
struct ValuesMatcher: Matcher, Hashable {
    enum Source: String {
        case query
        case header
        case form
    }

    private struct Item: Hashable {
        let name: String
        let value: Rule.Value
    }

    private let source: Source
    private let items: [Item]

    init(_ source: Source, _ items: [String: Rule.Value]) {
        self.source = source
        self.items = items.map { Item(name: $0.key, value: $0.value) }.ordered { $0.name < $1.name }
    }

    var readsBody: Bool { source == .form }

    var identity: AnyHashable? { self }

    /// Returns all values that a request has for a name.
    private func values(_ name: String, in request: Request) -> [String?] {
        switch source {
        case .query: request.query.filter { $0.name.isExactly(name) }.map(\.value)
        case .form: FormDecoder.items(of: request.body).filter { $0.name.isExactly(name) }.map(\.value)
        case .header: request.headers[name].map { [$0] } ?? []
        }
    }

    func matches(_ request: Request, path: ArraySlice<String>?) -> Bool {
        items.allSatisfy { values($0.name, in: request).contains(where: $0.value.isMet) }
    }

    private func shown(_ value: String, of name: String, _ options: Teapot.Options) -> String {
        Teapot.HeaderFields.Field(name: name, value: value).redactedValue(options).shortened(to: 60)
    }

    func expectations(_ options: Teapot.Options) -> [String] {
        items.map { item in "\(source) \(item.name) \(item.value.clause { shown($0, of: item.name, options) })" }
    }

    func explanations(of request: ExaminedRequest) -> [String?] {
        items.map { item in
            let values = values(item.name, in: request.request)
            if values.contains(where: item.value.isMet) { return nil }
            let type = request.request.headers.mediaType ?? "application/x-www-form-urlencoded"
            if values.isEmpty, source == .form, !type.hasSuffix("form-urlencoded") { return "the body is \(type)" }
            if values.isEmpty { return "received none" }
            let texts = values.map { $0.map { "“\(shown($0, of: item.name, request.options))”" } ?? "no value" }
            return "received " + texts.joined(separator: " and ")
        }
    }
}

/// A condition that a request meets at least one of several rules.
struct AlternativesMatcher: Matcher {
    let rules: [Rule]

    var readsBody: Bool { rules.contains { $0.matcher.readsBody } }

    var identity: AnyHashable? {
        let identities = rules.compactMap(\.matcher.identity)
        return identities.count == rules.count ? AnyHashable(["any of": identities]) : nil
    }

    func matches(_ request: Request, path: ArraySlice<String>?) -> Bool {
        rules.contains { $0.matcher.matches(request, path: path) }
    }

    func expectations(_ options: Teapot.Options) -> [String] {
        [rules.map { $0.matcher.expectations(options).joined(separator: " and ") }.joined(separator: ", or ")]
    }

    func explanations(of request: ExaminedRequest) -> [String?] {
        let explanations = rules.map { $0.matcher.explanations(of: request).compactMap(\.self) }
        if explanations.contains(where: \.isEmpty) { return [nil] }
        var texts: [String] = []
        for text in explanations.flatMap({ $0 }) where !texts.contains(text) && !text.isEmpty { texts.append(text) }
        return [texts.joined(separator: "; ")]
    }
}
