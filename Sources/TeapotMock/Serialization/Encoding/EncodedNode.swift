/// A node of a JSON tree that is being encoded.
final class EncodedNode {
    private enum Form {
        case empty
        case scalar(any Sendable)
        case object
        case list
    }

    private var form = Form.empty
    /// The members of an object, each with the key that it was encoded for.
    private var members: [String: (key: String, node: EncodedNode)] = [:]
    /// The elements of a list.
    private var elements: [EncodedNode] = []

    /// The number of elements.
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

    /// The JSON inside another value, where a value that encodes nothing is an empty object, as with `JSONEncoder`.
    private var valueInside: any Sendable { value ?? [String: any Sendable]() }

    /// Stores a finished value in this node.
    func put(_ value: any Sendable) { form = .scalar(value) }

    /// Makes this node an object, unless it is one already because a superclass began it.
    func becomeObject() {
        if case .object = form { return }
        form = .object
    }

    /// Makes this node a list, unless it is one already.
    func becomeList() {
        if case .list = form { return }
        form = .list
    }

    /// Returns the node of a member.
    ///
    /// The same key always gets the same node. A second key with the same name gets a node that is not part of the
    /// tree.
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

    /// Returns the node of a new element.
    func element() -> EncodedNode {
        let node = EncodedNode()
        elements.append(node)
        return node
    }
}
