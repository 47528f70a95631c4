import Teapot

/// What stands where a value can't be said in JSON.
struct Unserializable: Sendable, CustomStringConvertible {
    /// Why.
    let reason: String
    /// Why, for whoever prints the JSON.
    var description: String { "⚠︎ \(reason)" }
}

extension Unserializable {
    /// Throws if there is any in a JSON value.
    ///
    /// - Parameter value: What ``Serializer`` made.
    /// - Throws: A `TeapotError` of the type `invalidPayload` that names the way to the first one and why.
    static func refuse(in value: any Sendable) throws(TeapotError) {
        guard let (path, reason) = first(in: value) else { return }
        let way = path.hasPrefix(".") ? String(path.dropFirst()) : path
        let place = way.count > 200 ? "\(way.prefix(100))…\(way.suffix(100))" : way
        throw .make(.invalidPayload, place.isEmpty ? reason : "\(place): \(reason)")
    }

    private static func first(in value: any Sendable) -> (path: String, reason: String)? {
        switch value {
        case let refused as Unserializable: return ("", refused.reason)
        case let members as [String: any Sendable]:
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
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
