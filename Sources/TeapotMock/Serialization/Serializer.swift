import Teapot

/// Makes JSON values of values of any type.
///
/// It never throws: what can't be said in JSON becomes an ``Unserializable``, so that it comes through code which can't
/// throw either, such as a ``CustomSerializable``.
struct Serializer {
    /// How many levels may stand inside one another: few enough for half a megabyte of stack, also unoptimized.
    static let maximumDepth = 100

    /// What makes the members' names.
    let keyTransformer: KeyTransformer?
    /// What is being serialized around.
    var surroundings: Surroundings

    /// Creates a serializer that goes on where the call stack is.
    init(_ keyTransformer: KeyTransformer?) {
        self.keyTransformer = keyTransformer
        surroundings = .current
    }

    /// A name as it stands in the JSON.
    func transformed(_ name: String) -> String { keyTransformer?(name) ?? name }
}

extension Serializer {
    /// What is being serialized around a value.
    struct Surroundings: Sendable {
        /// How deep the value lies.
        var depth = 0
        /// The objects around it.
        var objects: Set<ObjectIdentifier> = []

        /// Those of the call stack: across a ``CustomSerializable`` that serializes what it holds.
        @TaskLocal static var current = Surroundings()
    }

    /// What became of a value.
    enum Outcome {
        /// JSON.
        case value(any Sendable)
        /// Nothing, which a list and a dictionary show as `null`.
        case nothing
        /// Nothing, which is left out everywhere.
        case omitted

        /// The JSON, if any.
        var value: (any Sendable)? { if case .value(let value) = self { value } else { nil } }

        /// What can't be said.
        static func unserializable(_ reason: String) -> Self { .value(Unserializable(reason: reason)) }
    }
}

extension Serializer {
    /// Serializes a value of any type.
    func outcome(of value: Any) -> Outcome {
        if let scalar = Self.scalar(value) { return .value(scalar) }
        switch value {
        case let refused as Unserializable: return .value(refused)
        case let hashable as AnyHashable where type(of: value) == AnyHashable.self: return outcome(of: hashable.base)
        default: break
        }
        return within(value) { serializer in serializer.composite(value) }
    }

    /// Serializes a value that is no scalar.
    private func composite(_ value: Any) -> Outcome {
        if let container = value as? any StandardContainer { return outcome(of: container.contents) }
        if let custom = value as? any CustomSerializable {
            let result = Surroundings.$current.withValue(surroundings) {
                custom.customSerialized(transformingKeys: keyTransformer)
            }
            return result.map(settled) ?? .nothing
        }
        if let encodable = value as? any Encodable { return .value(encoded(encodable)) }
        return reflected(value)
    }

    /// Serializes what a custom serialization returned: the names in its dictionaries are final.
    private func settled(_ value: Any) -> Outcome {
        guard let container = value as? any StandardContainer else { return outcome(of: value) }
        switch container.contents {
        case .value(let value): return settled(value)
        case .members(let members):
            return within(value) { .value($0.object(members, named: { $0 }) { $0.settled($1) }) }
        case .list(let elements): return within(value) { .value($0.list(elements) { $0.settled($1) }) }
        case let contents: return outcome(of: contents)
        }
    }

    /// Serializes one level deeper, unless that is too deep, or around itself.
    func within(_ value: Any, _ body: (Serializer) -> Outcome) -> Outcome {
        var copy = self
        copy.surroundings.depth += 1
        guard copy.surroundings.depth <= Self.maximumDepth else {
            return .unserializable("more than \(Self.maximumDepth) levels of nesting can't be serialized")
        }
        if type(of: value) is AnyClass {
            let isNew = copy.surroundings.objects.insert(ObjectIdentifier(value as AnyObject)).inserted
            guard isNew else {
                let reason =
                    "this \(type(of: value)) is one around itself; say with CustomSerializable what to show of it"
                return .unserializable(reason)
            }
        }
        return body(copy)
    }
}

extension Serializer {
    private func outcome(of contents: StandardContents) -> Outcome {
        switch contents {
        case .nothing: .nothing
        case .omitted: .omitted
        case .null: .value(NSNull())
        case .value(let value): outcome(of: value)
        case .list(let elements): .value(list(elements) { $0.outcome(of: $1) })
        case .unordered(let elements): .value(Self.ordered(list(elements) { $0.outcome(of: $1) }))
        case .members(let members): .value(object(members, named: transformed) { $0.outcome(of: $1) })
        }
    }

    /// A list, with `null` for `nil`.
    func list(_ elements: [Any], _ serialize: (Serializer, Any) -> Outcome) -> [any Sendable] {
        elements.compactMap { element in
            switch serialize(self, element) {
            case .value(let value): value
            case .nothing: NSNull()
            case .omitted: nil
            }
        }
    }

    /// An object, with `null` for `nil`.
    func object(
        _ members: [(key: AnyHashable, value: Any)], named: (String) -> String,
        _ serialize: (Serializer, Any) -> Outcome
    ) -> [String: any Sendable] {
        var object = SerializedObject()
        // In order, so that of two members with one name always the same is at fault.
        let members = members.map { (Self.name(of: $0.key.base), $0.value) }.sorted { ($0.0 ?? "") < ($1.0 ?? "") }
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

    /// A key as a member's name.
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

/// The members of an object in the making, of which no two have one name.
struct SerializedObject {
    /// The members.
    private(set) var members: [String: any Sendable] = [:]

    /// Adds a member, in place of which a second one of the same name puts why two can't be said in JSON.
    mutating func add(_ value: any Sendable, as name: String) {
        if members.updateValue(value, forKey: name) != nil {
            members[name] = Unserializable(reason: "two members have this name")
        }
    }
}
