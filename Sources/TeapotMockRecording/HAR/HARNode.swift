import Foundation
import Teapot
import TeapotMock

/// A value in a HAR file with its place.
struct HARNode {
    let file: String
    /// The place as a JSON Pointer (RFC 6901).
    let pointer: String
    let value: any Sendable

    func problem(_ reason: String) -> HAR.Problem { HAR.Problem(file: file, pointer: pointer, reason) }

    /// Returns the place of a member, which need not exist.
    func place(of name: String) -> HARNode { HARNode(file: file, pointer: pointer + "/" + name, value: NSNull()) }

    /// Accesses a member; `nil` if there is none, or it is `null`.
    subscript(name: String) -> HARNode? {
        guard let value = (value as? [String: any Sendable])?[name], !(value is NSNull) else { return nil }
        return HARNode(file: file, pointer: pointer + "/" + name, value: value)
    }

    /// Returns a member that must be an object.
    func object(_ name: String) throws(HAR.Problem) -> HARNode {
        guard let node = self[name] else {
            throw place(of: name).problem("It is missing; it must be an object.")
        }
        guard node.value is [String: any Sendable] else { throw node.problem("It must be an object.") }
        return node
    }

    /// Returns the elements of a member; none if it is missing.
    func list(_ name: String) throws(HAR.Problem) -> [HARNode] {
        guard let node = self[name] else { return [] }
        guard let elements = node.value as? [any Sendable] else { throw node.problem("It must be a list.") }
        return elements.enumerated().map { index, element in
            HARNode(file: file, pointer: "\(node.pointer)/\(index)", value: element)
        }
    }

    /// Returns the text of a member; `nil` if it is missing.
    func text(_ name: String) throws(HAR.Problem) -> String? {
        guard let node = self[name] else { return nil }
        guard let text = node.value as? String else { throw node.problem("It must be a string.") }
        return text
    }

    /// Returns the text of a required member.
    func requiredText(_ name: String) throws(HAR.Problem) -> String {
        guard let text = try text(name) else {
            throw place(of: name).problem("It is missing; it must be a string.")
        }
        return text
    }

    /// Returns a member as a number, which may be in a string; `nil` for other values, which are not an error.
    func number(_ name: String) -> Double? {
        guard let value = self[name]?.value, !JSON.isBoolean(value) else { return nil }
        return (value as? String).flatMap(Double.init) ?? value as? Double
    }
}

extension JSON {
    /// Returns whether a parsed value is `true` or `false`, and not a number that could be cast to a Boolean.
    static func isBoolean(_ value: any Sendable) -> Bool { type(of: value) == Bool.self }
}
