import Teapot

/// The conditions of a rule in a form that makes two rules with the same conditions equal.
enum ComparableRule: Hashable {
    case method(String)
    /// The segments of a path, which are `nil` for any segment; the position of its catch-all; and its query items.
    case path([ExactText?], PathPattern.CatchAll, [ComparableItem])
    case query([ComparableItem])
    case headerFields([Teapot.HeaderFields.Field])
    case body(Data)
    case json(Data, JSONCondition.Relation)
}

extension Rule {
    /// The rule in a comparable form, or `nil` for a closure.
    var comparable: ComparableRule? {
        switch condition {
        case .method(let method): .method(method)
        case .path(let pattern): pattern.comparable
        case .query(let items): .query(items.inOrder)
        case .headerFields(let expectation):
            .headerFields(expectation.fields.map { .init(name: $0.name.lowercased(), value: $0.value) })
        case .body(let data): .body(data)
        case .json(let condition): (try? condition.expected.data(.sortedKeys)).map { .json($0, condition.relation) }
        case .custom: nil
        }
    }
}

extension PathPattern {
    /// The pattern in a comparable form, without the names of its variables.
    var comparable: ComparableRule {
        let texts = segments.map { segment -> ExactText? in
            if case .exact(let text) = segment { ExactText(text) } else { nil }
        }
        return .path(texts, catchAll, query.inOrder)
    }
}

/// A query item, compared in the same way as a rule compares it.
struct ComparableItem: Hashable {
    let name: ExactText
    let value: ExactText?
}

extension [URLQueryItem] {
    /// The items, sorted to make their original order irrelevant.
    fileprivate var inOrder: [ComparableItem] {
        sorted { ($0.name, $0.value ?? "") < ($1.name, $1.value ?? "") }
            .map { ComparableItem(name: ExactText($0.name), value: $0.value.map(ExactText.init)) }
    }
}
