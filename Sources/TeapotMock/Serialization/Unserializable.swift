import Teapot

/// A placeholder for a value that can't be represented in JSON.
package struct Unserializable: Sendable, CustomStringConvertible {
    /// The reason the value can't be represented.
    package let reason: String
    /// The reason, for people who print the JSON.
    package var description: String { "⚠︎ \(reason)" }

    /// Creates a placeholder.
    ///
    /// - Parameter reason: The reason the value can't be represented.
    package init(reason: String) { self.reason = reason }
}

extension Unserializable {
    /// Throws an error if a JSON value contains a placeholder.
    ///
    /// - Parameter value: The result of ``Serializer``.
    /// - Throws: A `TeapotError` of type `invalidResponseBody`, with the path to the first placeholder and the reason.
    static func refuse(in value: any Sendable) throws(TeapotError) {
        guard let (path, reason) = first(in: value) else { return }
        let way = path.hasPrefix(".") ? String(path.dropFirst()) : path
        let place = way.count > 200 ? "\(way.prefix(100))…\(way.suffix(100))" : way
        throw .make(.invalidResponseBody, place.isEmpty ? reason : "\(place): \(reason)")
    }

    private static func first(in value: any Sendable) -> (path: String, reason: String)? {
        switch value {
        case let refused as Unserializable: return ("", refused.reason)
        case let members as [String: any Sendable]:
            for (name, value) in members.ordered(by: { $0.key < $1.key }) {
                if let (path, reason) = first(in: value) { return (step(to: name) + path, reason) }
            }
        case let elements as [any Sendable]:
            for (index, value) in elements.enumerated() {
                if let (path, reason) = first(in: value) { return ("[\(index)]" + path, reason) }
            }
        default: break
        }
        return nil
    }

    private static func step(to name: String) -> String {
        let isPlain = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "_-$".contains($0) }
        return isPlain ? ".\(name)" : "[\(name.debugDescription)]"
    }
}
