import Teapot

extension Serializer {
    /// Serializes a value by looking into it.
    func reflected(_ value: Any) -> Outcome {
        if let representable = value as? any RawRepresentable { return outcome(of: representable.rawValue) }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .enum: return enumeration(value, mirror)
        case .tuple: return tuple(mirror)
        default: break
        }
        guard value is any Serializable else { return foreign(value) }
        let isList = mirror.displayStyle == .collection || mirror.displayStyle == .set
        if isList { return .value(list(mirror.children.map(\.value)) { $0.outcome(of: $1) }) }
        return .value(object(Self.properties(of: value)))
    }

    /// The stored properties of a value, its superclasses' first.
    static func properties(of value: Any) -> [(name: String, value: Any)] {
        let mirrors = Array(sequence(first: Mirror(reflecting: value), next: \.superclassMirror))
        return mirrors.reversed().flatMap { mirror in
            mirror.children.enumerated().map { index, child in
                // So Swift calls what a lazy property has computed, or `nil` if it was not asked yet.
                let lazy = "$__lazy_storage_$_"
                let label = child.label ?? "\(index)"
                return (label.hasPrefix(lazy) ? String(label.dropFirst(lazy.count)) : label, child.value)
            }
        }
    }

    /// An object with properties; `nil` leaves one out.
    private func object(_ properties: [(name: String, value: Any)]) -> [String: any Sendable] {
        var object = SerializedObject()
        for (name, value) in properties {
            guard case .value(let value) = outcome(of: value) else { continue }
            object.add(value, as: transformed(name))
        }
        return object.members
    }

    /// A case's name, or an object that has its values under it.
    private func enumeration(_ value: Any, _ mirror: Mirror) -> Outcome {
        guard let child = mirror.children.first, let name = child.label else { return .value("\(value)") }
        let values = within(child.value) { $0.outcome(of: child.value) }
        return .value([transformed(name): values.value ?? NSNull()] as [String: any Sendable])
    }

    private func tuple(_ mirror: Mirror) -> Outcome {
        if mirror.children.isEmpty { return .nothing }
        // An element without a label is called `.0`.
        let isLabelled = mirror.children.contains { $0.label?.hasPrefix(".") == false }
        guard isLabelled else { return .value(list(mirror.children.map(\.value)) { $0.outcome(of: $1) }) }
        let properties = mirror.children.map { child in
            (name: child.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 } ?? "", value: child.value)
        }
        return .value(object(properties))
    }

    /// What can be cast to a container, such as Foundation's, or can't be serialized.
    private func foreign(_ value: Any) -> Outcome {
        if type(of: value) is AnyClass {
            if let elements = value as? [Any] { return outcome(of: elements) }
            if let members = value as? [String: Any] { return outcome(of: members) }
        }
        let type = "\(type(of: value))"
        let article = "AEIO".contains(type.prefix(1)) ? "an" : "a"
        return .unserializable("\(article) \(type) is neither Serializable nor Encodable")
    }
}
