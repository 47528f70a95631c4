import Foundation
import Teapot

/// A type that converts values of any type to JSON.
///
/// It never throws. A value that can't be represented in JSON becomes an ``Unserializable``, so it can pass through
/// code that can't throw, such as a ``CustomSerializable``.
package struct Serializer {
    /// The maximum nesting depth, which fits into half a megabyte of stack even in an unoptimized build.
    static let maximumDepth = 100

    /// The function that transforms the members' names.
    let keyTransformer: KeyTransformer?
    /// The values that contain the value being serialized.
    var surroundings: Surroundings

    /// Creates a serializer that starts with the surroundings of the current call stack.
    package init(_ keyTransformer: KeyTransformer?) {
        self.keyTransformer = keyTransformer
        surroundings = .current
    }

    /// Returns the name to use in the JSON.
    package func transformed(_ name: String) -> String { keyTransformer?(name) ?? name }
}

extension Serializer {
    /// The values that contain the value being serialized.
    struct Surroundings: Sendable {
        /// The depth of the value.
        var depth = 0
        /// The objects that contain the value.
        var objects: Set<ObjectIdentifier> = []

        /// The router's encoder, or `nil` for the default one.
        var encoder: JSONEncoder?

        /// The surroundings of the current call stack, for a ``CustomSerializable`` that serializes the values inside
        /// it.
        @TaskLocal static var current = Surroundings()
    }

    /// The result of serializing a value.
    package enum SerializedValue {
        /// A JSON value.
        case value(any Sendable)
        /// No value, which becomes `null` in a list and in a dictionary.
        case nothing
        /// No value, which is omitted everywhere.
        case omitted

        /// The JSON, if any.
        package var value: (any Sendable)? { if case .value(let value) = self { value } else { nil } }

        /// Returns the placeholder for a value that can't be represented in JSON.
        static func unserializable(_ reason: String) -> Self { .value(Unserializable(reason: reason)) }
    }
}

extension Serializer {
    /// Serializes a value of any type.
    package func serialize(_ value: Any) -> SerializedValue {
        if let scalar = Self.scalar(value) { return .value(scalar) }
        switch value {
        case let refused as Unserializable: return .value(refused)
        case let hashable as AnyHashable where type(of: value) == AnyHashable.self: return serialize(hashable.base)
        default: break
        }
        return within(value) { serializer in serializer.composite(value) }
    }

    /// Serializes a value that isn't a scalar.
    private func composite(_ value: Any) -> SerializedValue {
        if let container = value as? any StandardContainer { return serialize(container.contents) }
        if let custom = value as? any CustomSerializable {
            let result = Surroundings.$current.withValue(surroundings) {
                custom.customSerialized(transformingKeys: keyTransformer)
            }
            return result.map(settled) ?? .nothing
        }
        if let encodable = value as? any Encodable { return .value(encoded(encodable)) }
        return reflected(value)
    }

    /// Serializes the result of a custom serialization, keeping the names in its dictionaries.
    private func settled(_ value: Any) -> SerializedValue {
        guard let container = value as? any StandardContainer else { return serialize(value) }
        switch container.contents {
        case .value(let value): return settled(value)
        case .members(let members):
            return within(value) { .value($0.object(members, named: { $0 }) { $0.settled($1) }) }
        case .list(let elements): return within(value) { .value($0.list(elements) { $0.settled($1) }) }
        case let contents: return serialize(contents)
        }
    }

    /// Serializes a value one level deeper, unless it's nested too deeply or inside itself.
    func within(_ value: Any, _ body: (Serializer) -> SerializedValue) -> SerializedValue {
        var copy = self
        copy.surroundings.depth += 1
        guard copy.surroundings.depth <= Self.maximumDepth else {
            return .unserializable("more than \(Self.maximumDepth) levels of nesting can't be serialized")
        }
        if type(of: value) is AnyClass {
            let isNew = copy.surroundings.objects.insert(ObjectIdentifier(value as AnyObject)).inserted
            guard isNew else {
                let reason =
                    "this \(type(of: value)) contains itself; conform it to CustomSerializable to choose its JSON"
                return .unserializable(reason)
            }
        }
        return body(copy)
    }
}

extension Serializer {
    private func serialize(_ contents: StandardContents) -> SerializedValue {
        switch contents {
        case .nothing: .nothing
        case .omitted: .omitted
        case .null: .value(NSNull())
        case .value(let value): serialize(value)
        case .list(let elements): .value(list(elements) { $0.serialize($1) })
        case .unordered(let elements): .value(Self.ordered(list(elements) { $0.serialize($1) }))
        case .members(let members): .value(object(members, named: transformed) { $0.serialize($1) })
        }
    }

    /// Returns a list, with `null` for `nil`.
    func list(_ elements: [Any], _ serialize: (Serializer, Any) -> SerializedValue) -> [any Sendable] {
        elements.compactMap { element in
            switch serialize(self, element) {
            case .value(let value): value
            case .nothing: NSNull()
            case .omitted: nil
            }
        }
    }

    /// Returns an object, with `null` for `nil`.
    func object(
        _ members: [(key: AnyHashable, value: Any)], named: (String) -> String,
        _ serialize: (Serializer, Any) -> SerializedValue
    ) -> [String: any Sendable] {
        var object = SerializedObject()
        // Sort the members, so if two have the same name, the error is always about the same one.
        let members = members.map { (Self.name(of: $0.key.base), $0.value) }.ordered { ($0.0 ?? "") < ($1.0 ?? "") }
        for (name, value) in members {
            guard let name else {
                let reason = "only a dictionary whose keys are strings or integers can be JSON"
                object.add(Unserializable(reason: reason), as: "?")
                continue
            }
            switch serialize(self, value) {
            case .value(let value): object.add(value, as: named(name))
            case .nothing: object.add(NSNull(), as: named(name))
            case .omitted: continue
            }
        }
        return object.members
    }

    /// Returns the name of the member for a dictionary key.
    private static func name(of key: Any) -> String? {
        switch key {
        case let name as String: name
        case let name as Substring: String(name)
        case let name as Character: String(name)
        case let integer as any FixedWidthInteger: String(integer, radix: 10)
        case let representable as any RawRepresentable: name(of: representable.rawValue)
        default: nil
        }
    }
}

/// The members of an object under construction, each with a different name.
struct SerializedObject {
    /// The members so far.
    private(set) var members: [String: any Sendable] = [:]

    /// Adds a member.
    ///
    /// A second member with the same name replaces the value with a placeholder that has the reason.
    mutating func add(_ value: any Sendable, as name: String) {
        if members.updateValue(value, forKey: name) != nil {
            members[name] = Unserializable(reason: "two members have this name")
        }
    }
}
