import Foundation
import Teapot

extension Serializer {
    /// Serializes a value by reflection.
    func reflected(_ value: Any) -> SerializedValue {
        if let representable = value as? any RawRepresentable { return serialize(representable.rawValue) }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .enum: return enumeration(value, mirror)
        case .tuple: return tuple(mirror)
        default: break
        }
        guard value is any Serializable else { return foreign(value) }
        let isList = mirror.displayStyle == .collection || mirror.displayStyle == .set
        if isList { return .value(list(mirror.children.map(\.value)) { $0.serialize($1) }) }
        return .value(object(Self.properties(of: value)))
    }

    /// Returns the stored properties of a value, with those of its superclasses first.
    package static func properties(of value: Any) -> [(name: String, value: Any)] {
        let mirrors = Array(sequence(first: Mirror(reflecting: value), next: \.superclassMirror))
        return mirrors.reversed().flatMap { mirror in
            mirror.children.enumerated().map { index, child in
                // Swift gives this label to the storage of a lazy property. The storage is `nil` until the property is
                // first read.
                let lazy = "$__lazy_storage_$_"
                let label = child.label ?? "\(index)"
                return (label.hasPrefix(lazy) ? String(label.dropFirst(lazy.count)) : label, child.value)
            }
        }
    }

    /// Returns an object with the given properties, except those that are `nil`.
    private func object(_ properties: [(name: String, value: Any)]) -> [String: any Sendable] {
        var object = SerializedObject()
        for (name, value) in properties {
            guard case .value(let value) = serialize(value) else { continue }
            object.add(value, as: transformed(name))
        }
        return object.members
    }

    /// Returns the name of a case, or an object with the case's values under that name.
    private func enumeration(_ value: Any, _ mirror: Mirror) -> SerializedValue {
        guard let child = mirror.children.first, let name = child.label else { return .value("\(value)") }
        let values = within(child.value) { $0.serialize(child.value) }
        return .value([transformed(name): values.value ?? NSNull()] as [String: any Sendable])
    }

    private func tuple(_ mirror: Mirror) -> SerializedValue {
        if mirror.children.isEmpty { return .nothing }
        // An element without a label has the label `.0`.
        let isLabelled = mirror.children.contains { $0.label?.hasPrefix(".") == false }
        guard isLabelled else { return .value(list(mirror.children.map(\.value)) { $0.serialize($1) }) }
        let properties = mirror.children.map { child in
            (name: child.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 } ?? "", value: child.value)
        }
        return .value(object(properties))
    }

    /// Serializes a value that can be cast to a container, such as a Foundation container, or returns a placeholder.
    private func foreign(_ value: Any) -> SerializedValue {
        if type(of: value) is AnyClass {
            if let elements = value as? [Any] { return serialize(elements) }
            if let members = value as? [String: Any] { return serialize(members) }
        }
        return .unserializable("\(type(of: value)) isn't Encodable")
    }
}
