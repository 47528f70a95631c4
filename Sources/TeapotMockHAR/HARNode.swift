import TeapotMock
import TeapotMockDocuments

/// A value in a HAR file with its place.
struct HARNode {
    let file: String
    let json: JSONNode

    /// Whether the value is an object.
    var isObject: Bool { json.value.kind == .object }

    /// Returns a problem at this place.
    ///
    /// - Parameters:
    ///   - reason: The description of the problem and its effect.
    ///   - entry: The kind of entry that is skipped because of it, if that's known here.
    /// - Returns: The problem.
    func problem(_ reason: String, skipping entry: HAR.Problem.SkippedEntry? = nil) -> HAR.Problem {
        var problem = HAR.Problem(file: file, pointer: json.pointer.description, reason)
        problem.skipped = entry
        return problem
    }

    /// Returns the place of a member, which doesn't need to exist.
    func place(of name: String) -> HARNode { HARNode(file: file, json: json.member(name, .null)) }

    /// Accesses a member, or returns `nil` if it's missing or `null`.
    subscript(name: String) -> HARNode? {
        guard let value = json.value[name], value.kind != .null else { return nil }
        return HARNode(file: file, json: json.member(name, value))
    }

    /// Returns a member that must be an object.
    func object(_ name: String) throws(HAR.Problem) -> HARNode {
        guard let node = self[name] else {
            throw place(of: name).problem("It is missing; it must be an object.")
        }
        guard node.isObject else { throw node.problem("It must be an object.") }
        return node
    }

    /// Returns the elements of a member; empty if it's missing.
    func list(_ name: String) throws(HAR.Problem) -> [HARNode] {
        guard let node = self[name] else { return [] }
        guard let elements = node.json.elements else { throw node.problem("It must be a list.") }
        return elements.map { HARNode(file: file, json: $0) }
    }

    /// Returns the text of a member, or `nil` if it's missing.
    func text(_ name: String) throws(HAR.Problem) -> String? {
        guard let node = self[name] else { return nil }
        guard let text = node.json.value.text else { throw node.problem("It must be a string.") }
        return text
    }

    /// Returns the text of a required member.
    func requiredText(_ name: String) throws(HAR.Problem) -> String {
        guard let text = try text(name) else {
            throw place(of: name).problem("It is missing; it must be a string.")
        }
        return text
    }

    /// Returns a member as a number, which may be in a string, or `nil` for any other value, without an error.
    func number(_ name: String) -> Double? {
        let value = json.value[name]
        return value?.number?.double ?? value?.text.flatMap(Double.init)
    }
}
