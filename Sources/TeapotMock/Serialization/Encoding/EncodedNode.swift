/// A place in a tree of JSON that is being encoded.
final class EncodedNode {
    private enum Form {
        case empty
        case scalar(any Sendable)
        case object
        case list
    }

    private var form = Form.empty
    /// An object's members, each with the key that it was encoded for.
    private var members: [String: (key: String, node: EncodedNode)] = [:]
    /// A list's elements.
    private var elements: [EncodedNode] = []

    /// How many elements there are.
    var count: Int { elements.count }

    /// The JSON; `nil` if nothing was encoded.
    var value: (any Sendable)? {
        switch form {
        case .empty: nil
        case .scalar(let value): value
        case .object: members.mapValues { $0.node.valueInside }
        case .list: elements.map(\.valueInside)
        }
    }

    /// The JSON inside another, where a value that encodes nothing is an empty object, as `JSONEncoder` has it.
    private var valueInside: any Sendable { value ?? [String: any Sendable]() }

    /// Puts a finished value here.
    func put(_ value: any Sendable) { form = .scalar(value) }

    /// Makes this an object, if it is none; a superclass may have begun it.
    func becomeObject() {
        if case .object = form { return }
        form = .object
    }

    /// Makes this a list, if it is none.
    func becomeList() {
        if case .list = form { return }
        form = .list
    }

    /// The node of a member: for one key always the same, and for a second key of that name one that leads nowhere.
    func member(_ name: String, for key: String) -> EncodedNode {
        if let member = members[name] {
            if member.key == key { return member.node }
            member.node.put(Unserializable(reason: "two members have this name"))
            return EncodedNode()
        }
        let node = EncodedNode()
        members[name] = (key, node)
        return node
    }

    /// The node of a new element.
    func element() -> EncodedNode {
        let node = EncodedNode()
        elements.append(node)
        return node
    }
}
