import Foundation
import Teapot
import TeapotMock

/// A condition on the GraphQL operation of a request.
struct OperationMatcher: Matcher {
    /// The kind, or `nil` for any kind.
    let kind: GraphQL.Kind?
    /// The name, or `nil` for any name or none.
    let name: String?
    /// Whether the operation has a hash instead of a document.
    let isPersisted: Bool
    /// The values that the operation must have, possibly among others.
    let variables: [String: any Sendable]

    private struct Identity: Hashable {
        let kind: GraphQL.Kind?
        let name: String?
        let isPersisted: Bool
        let variables: [UInt8]
    }

    var identity: AnyHashable? {
        JSON.dictionary(variables).canonicalText.map {
            Identity(kind: kind, name: name, isPersisted: isPersisted, variables: $0)
        }
    }

    func matches(_ request: Request, path: ArraySlice<String>?) -> Bool {
        guard case .operation(let operation) = GraphQLReading(request) else { return false }
        return accepts(operation)
            && variables.allSatisfy { name, value in
                operation[name].map { Self.difference(in: $0, from: value, at: name) == nil } ?? false
            }
    }

    /// Returns whether an operation has the kind and the name.
    ///
    /// Without a document, the kind is unknown: it's the kind of the route with that name or, without one, a query.
    private func accepts(_ operation: GraphQL.Operation) -> Bool {
        (kind == nil || operation.kind == kind || (operation.kind == nil && (kind == .query || name != nil)))
            && (!isPersisted || operation.document == nil) && hasName(operation)
    }

    private func hasName(_ operation: GraphQL.Operation) -> Bool {
        guard let name else { return true }
        return operation.name?.utf8.elementsEqual(name.utf8) == true
    }

    private var operation: String {
        let noun = isPersisted ? "persisted query" : kind?.rawValue ?? "operation"
        return noun + (name.map { " “\($0.shortened(to: 60))”" } ?? "")
    }

    var title: String? { operation }

    func expectations(_ options: Teapot.Options) -> [String] {
        [operation]
            + names.map { "variable \($0.shortened(to: 60))=\(Self.shown(variables[$0]))" }
    }

    func explanations(of request: ExaminedRequest) -> [String?] {
        switch Self.reading(of: request) {
        case .problem(let text): [text] + names.map { _ in "" }
        case .batch(let elements):
            [elements.isEmpty ? "received an empty batch" : "received a batch"] + names.map { _ in "" }
        case .operation(let operation):
            [accepts(operation) ? nil : "received \(operation)"] + names.map { explanation(of: $0, in: operation) }
        }
    }

    private func explanation(of name: String, in operation: GraphQL.Operation) -> String? {
        guard let expected = variables[name] else { return nil }
        guard let actual = operation[name] else { return "received none" }
        guard let (place, value) = Self.difference(in: actual, from: expected, at: name) else { return nil }
        guard let value else { return "received no \(place.shortened(to: 60))" }
        return "received \(place == name ? "" : place.shortened(to: 60) + "=")\(Self.shown(value))"
    }

    /// Returns the first place where a value isn't as expected, with that value, or `nil` if there's none.
    ///
    /// An object may have other members. A list must have the same elements.
    private static func difference(
        in actual: any Sendable, from expected: any Sendable, at place: String
    ) -> (place: String, value: (any Sendable)?)? {
        // The test may have put a `JSON` value into another `JSON` value.
        let json = expected as? JSON
        let expected: any Sendable = json?.dictionary ?? json?.array ?? expected
        if let expected = expected as? [String: any Sendable], let actual = actual as? [String: any Sendable] {
            for (name, expected) in expected.sorted(by: { $0.key < $1.key }) {
                guard let value = actual[name] else { return ("\(place).\(name)", nil) }
                if let found = difference(in: value, from: expected, at: "\(place).\(name)") { return found }
            }
            return nil
        }
        if let expected = expected as? [any Sendable], let actual = actual as? [any Sendable],
            expected.count == actual.count
        {
            for index in expected.indices {
                if let found = difference(in: actual[index], from: expected[index], at: "\(place)[\(index)]") {
                    return found
                }
            }
            return nil
        }
        if JSON.array([actual]) == JSON.array([expected]) { return nil }
        return (place, actual)
    }

    /// Returns a distance that outweighs all variables for another operation; it's smaller for a more similar name.
    func remoteness(of request: ExaminedRequest) -> Double {
        guard case .operation(let operation) = Self.reading(of: request), !accepts(operation) else { return 0 }
        guard !hasName(operation), let name else { return 100 }
        guard let actual = operation.name else { return 400 }
        if actual.isLikelyTypo(of: name) { return 100 }
        let common = zip(actual.utf8, name.utf8).prefix { $0 == $1 }.count
        return 400 - 200 * Double(common) / Double(max(actual.utf8.count, name.utf8.count))
    }

    /// Returns the GraphQL content of a request, read once for all routes.
    private static func reading(of request: ExaminedRequest) -> GraphQLReading {
        request.derived { GraphQLReading($0.request, json: $0.json) }
    }

    func stub(for request: Request, path: String) -> String? {
        guard case .operation(let operation) = GraphQLReading(request) else { return nil }
        let verb = operation.document == nil ? "persistedQuery" : operation.kind?.rawValue ?? "operation"
        let shown = names.compactMap { name in Self.literal(operation[name]).map { "\(Diagnosis.literal(name)): \($0)" }
        }
        let isAlike = hasName(operation) && !shown.isEmpty
        let arguments = [
            operation.name.map { Diagnosis.literal($0) },
            isAlike ? "variables: [" + shown.joined(separator: ", ") + "]" : nil,
            "with: " + (operation.document == nil ? ".persistedQueryNotFound" : ".graphql(data: [:])"),
        ]
        return "router.graphql(\(path)).\(verb)(\(arguments.compactMap(\.self).joined(separator: ", ")))"
    }

    /// Returns a scalar as a Swift literal, or `nil` for any other value.
    private static func literal(_ value: (any Sendable)?) -> String? {
        guard let value, JSON(value) == nil, let data = try? JSON.data(from: value), data.count < 200 else {
            return nil
        }
        let text = String(decoding: data, as: UTF8.self)
        // JSON escapes all other characters in the same way as Swift.
        return text == "null" || text.contains("\\u") || text.contains("\\b") || text.contains("\\f") ? nil : text
    }

    /// The names of the variables, in the order to show them.
    private var names: [String] { variables.keys.sorted() }

    private static func shown(_ value: (any Sendable)?) -> String {
        let text = value.flatMap { try? JSON.data(from: $0, .sortedKeys) }.map { String(decoding: $0, as: UTF8.self) }
        return (text ?? "\(value as Any)").shortened(to: 60)
    }
}
