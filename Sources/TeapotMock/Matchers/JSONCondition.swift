import Foundation
import Teapot

/// A condition that a JSON body equals or contains a given document.
package struct JSONCondition: Sendable, Equatable {
    enum Relation: String, Sendable {
        case equals
        case contains
    }

    let expected: JSON
    let relation: Relation

    /// Returns whether a body matches the condition.
    ///
    /// A body that isn't a JSON document never matches.
    func isMet(by body: Data) -> Bool {
        guard let actual = try? JSON(parsing: body) else { return false }
        return isMet(by: actual)
    }

    /// Returns whether a document matches the condition.
    func isMet(by actual: JSON) -> Bool {
        switch (relation, actual, expected) {
        case (.equals, _, _): return actual == expected
        case (.contains, .dictionary(let whole), .dictionary(let part)): return Self.contains(whole, part)
        case (.contains, .array(let whole), .array(let part)): return Self.contains(whole, part)
        default: return false
        }
    }

    /// Returns whether `whole` contains `part`.
    ///
    /// Members are compared by name, and elements in order. Other elements may be in between.
    static func contains(_ whole: any Sendable, _ part: any Sendable) -> Bool {
        if let part = part as? [String: any Sendable] {
            guard let whole = whole as? [String: any Sendable] else { return false }
            return part.allSatisfy { name, value in whole[name].map { contains($0, value) } ?? false }
        }
        guard let part = part as? [any Sendable] else { return JSON.array([whole]) == JSON.array([part]) }
        guard let whole = whole as? [any Sendable] else { return false }
        var rest = whole[...]
        return part.allSatisfy { element in
            guard let index = rest.firstIndex(where: { contains($0, element) }) else { return false }
            rest = rest[(index + 1)...]
            return true
        }
    }
}
