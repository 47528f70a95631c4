extension JSON {
    /// A step into a document: the name of a member, or the index of an element.
    public protocol Step: Sendable {}

    /// Returns the value at a path in the document, `NSNull` for a `null`, or `nil` if there is none.
    ///
    ///     let name = json["items", 0, "name"] as? String
    ///
    /// - Parameter path: The names and indices, starting from the outermost.
    public subscript(path: any Step...) -> (any Sendable)? {
        path.reduce(topLevel) { value, step in
            let value = (value as? JSON)?.topLevel ?? value
            return switch step {
            case let name as String: (value as? [String: any Sendable])?[name]
            case let index as Int:
                (value as? [any Sendable]).flatMap { $0.indices.contains(index) ? $0[index] : nil }
            default: nil
            }
        }
    }
}

extension String: JSON.Step {}
extension Int: JSON.Step {}
