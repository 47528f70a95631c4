import Teapot

/// A value in a HAR file, which knows where it stands.
struct HARNode {
    let file: String
    /// The place as a JSON pointer (RFC 6901).
    let pointer: String
    let value: any Sendable

    func problem(_ reason: String) -> HAR.Problem { HAR.Problem(file: file, pointer: pointer, reason) }

    /// The place of a member, there or not.
    func place(of name: String) -> HARNode { HARNode(file: file, pointer: pointer + "/" + name, value: NSNull()) }

    /// A member; `nil` when there is none, or `null`.
    subscript(name: String) -> HARNode? {
        guard let value = (value as? [String: any Sendable])?[name], !(value is NSNull) else { return nil }
        return HARNode(file: file, pointer: pointer + "/" + name, value: value)
    }

    /// A member that has to be an object.
    func object(_ name: String) throws(HAR.Problem) -> HARNode {
        guard let node = self[name] else {
            throw place(of: name).problem("There is none, and there must be an object.")
        }
        guard node.value is [String: any Sendable] else { throw node.problem("It must be an object.") }
        return node
    }

    /// The elements of a member; none when it is missing.
    func list(_ name: String) throws(HAR.Problem) -> [HARNode] {
        guard let node = self[name] else { return [] }
        guard let elements = node.value as? [any Sendable] else { throw node.problem("It must be a list.") }
        return elements.enumerated().map { index, element in
            HARNode(file: file, pointer: "\(node.pointer)/\(index)", value: element)
        }
    }

    /// The text of a member; `nil` when it is missing.
    func text(_ name: String) throws(HAR.Problem) -> String? {
        guard let node = self[name] else { return nil }
        guard let text = node.value as? String else { throw node.problem("It must be a string.") }
        return text
    }

    /// The text of a member that has to be there.
    func requiredText(_ name: String) throws(HAR.Problem) -> String {
        guard let text = try text(name) else {
            throw place(of: name).problem("There is none, and there must be a string.")
        }
        return text
    }

    /// The number that a member is, also one in a string; `nil` when it is neither, which nothing depends on.
    func number(_ name: String) -> Double? {
        guard let value = self[name]?.value, !JSON.isBoolean(value) else { return nil }
        return (value as? String).flatMap(Double.init) ?? value as? Double
    }
}

extension JSON {
    /// Whether a value that was read is `true` or `false`, and not a number that could stand for it.
    static func isBoolean(_ value: any Sendable) -> Bool { type(of: value) == Bool.self }
}
