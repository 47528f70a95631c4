package import Foundation
package import Teapot

/// A condition on the items of the query.
package struct QueryMatcher: Matcher {
    /// The required items.
    package let items: [URLQueryItem]
    /// Whether the query must have exactly these items, in this order.
    package let isExact: Bool

    /// Creates a condition.
    ///
    /// - Parameters:
    ///   - items: The required items.
    ///   - isExact: Whether the query must have exactly these items, in this order.
    package init(items: [URLQueryItem], isExact: Bool = false) {
        self.items = items
        self.isExact = isExact
    }

    /// A query item that compares like a request's.
    private struct Item: Hashable {
        let name: ExactText
        let value: ExactText?
    }

    private struct Identity: Hashable {
        let items: [Item]
        let isExact: Bool
    }

    package var readsBody: Bool { false }

    package var identity: AnyHashable? {
        let sorted = isExact ? items : items.ordered { ($0.name, $0.value ?? "") < ($1.name, $1.value ?? "") }
        return Identity(
            items: sorted.map { Item(name: ExactText($0.name), value: $0.value.map(ExactText.init)) }, isExact: isExact)
    }

    package func matches(_ request: Request, path: ArraySlice<String>?) -> Bool {
        let query = request.query
        guard isExact else { return items.allSatisfy(query.containsRequired) }
        return query.count == items.count && zip(query, items).allSatisfy { [$0].containsExactly($1) }
    }

    package func expectations(_ options: Teapot.Options) -> [String] {
        guard isExact else {
            return items.map { "query \($0.name)" + ($0.value.map { "=" + $0.shortened(to: 60) } ?? "") }
        }
        return [items.isEmpty ? "no query" : "query \(Self.shown(items)) and nothing else"]
    }

    package func explanations(of request: ExaminedRequest) -> [String?] {
        let query = request.request.query
        if isExact {
            let isMet = matches(request.request, path: nil)
            return [isMet ? nil : query.isEmpty ? "received none" : "received “\(Self.shown(query))”"]
        }
        return items.map { item in
            guard !query.containsRequired(item) else { return nil }
            let others = query.filter { $0.name == item.name }
            if others.isEmpty { return "received none" + item.name.hint(among: query.map(\.name)) }
            let looksSame = others.contains(item)
            let values = others.map { $0.value.map { "“\($0.shown(exact: looksSame))”" } ?? "no value" }
            return "received " + values.joined(separator: " and ")
        }
    }

    private static func shown(_ items: [URLQueryItem]) -> String { items.encoded.shortened(to: 80) }
}
