/// A node of a JSON tree that is being encoded.
final class EncodedNode {
    private enum Form {
        case empty
        case scalar(any Sendable)
        case object
        case list
    }

    private var form = Form.empty
    /// The members of an object, each with its original key.
    private var members: [String: (key: String, node: EncodedNode)] = [:]
    /// The elements of a list.
    private var elements: [EncodedNode] = []

    /// The number of elements.
    var count: Int { elements.count }

    /// The JSON, or `nil` if nothing was encoded.
    var value: (any Sendable)? {
        switch form {
        case .empty: nil
        case .scalar(let value): value
        case .object: members.mapValues { $0.node.valueInside }
        case .list: elements.map(\.valueInside)
        }
    }

    /// The JSON when the node is inside another value.
    ///
    /// As with `JSONEncoder`, a value that encodes nothing becomes an empty object.
    private var valueInside: any Sendable { value ?? [String: any Sendable]() }

    /// Stores a finished value in this node.
    func put(_ value: any Sendable) { form = .scalar(value) }

    /// Makes this node an object, unless a superclass has already done so.
    func becomeObject() {
        if case .object = form { return }
        form = .object
    }

    /// Makes this node a list, unless it already is one.
    func becomeList() {
        if case .list = form { return }
        form = .list
    }

    /// Returns the node of a member.
    ///
    /// The same key always returns the same node. A second key with the same name returns a node outside the tree.
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
