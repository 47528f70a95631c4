#if canImport(FoundationNetworking)
    @_spi(Reflection) import Swift
    import Teapot

    /// A stored property of one of Foundation's classes, found by its name at run time.
    ///
    /// On Linux a `URLProtocol` can't do all that HTTP asks by its public interface alone: it is not told its session, and
    /// has nowhere to put the file of a download. What it needs is in properties that are not public. They are looked up
    /// and their types checked, so that a Foundation without them leads to an error and not to a crash.
    struct StoredProperty {
        private let owner: AnyClass
        private let index: Int
        private let offset: Int
        private let type: any Any.Type

        /// `.classType`, which the standard library spells as a variable.
        private static let classOption = _EachFieldOptions(rawValue: 1)

        /// - Returns: `nil` when the class has no such property.
        init?(_ name: String, of owner: AnyClass) {
            var found: (index: Int, offset: Int, type: any Any.Type)?
            var count = 0
            _ = _forEachField(of: owner, options: Self.classOption) { field, offset, type, _ in
                if String(cString: field) == name { found = (count, offset, type) }
                count += 1
                return found == nil
            }
            guard let found else { return nil }
            self.owner = owner
            (index, offset, type) = found
        }

        /// The property's value; an optional's is unwrapped.
        func value(of object: AnyObject) -> Any? {
            var mirror: Mirror? = Mirror(reflecting: object)
            while let current = mirror, current.subjectType != owner { mirror = current.superclassMirror }
            guard let children = mirror?.children, index < children.count else { return nil }
            let value = children[children.index(children.startIndex, offsetBy: index)].value
            let inner = Mirror(reflecting: value)
            return inner.displayStyle == .optional ? inner.children.first?.value : value
        }

        /// Sets the property.
        ///
        /// - Parameters:
        ///   - value: The value, of the property's very type.
        ///   - object: The object, which nobody else touches meanwhile.
        /// - Returns: Whether the property is of that type.
        @discardableResult
        func set<Value>(_ value: Value, of object: AnyObject) -> Bool {
            guard type == Value.self else { return false }
            return withExtendedLifetime(object) {
                let address = Unmanaged.passUnretained(object).toOpaque() + offset
                address.assumingMemoryBound(to: Value.self).pointee = value
                return true
            }
        }

        /// Sets an entry of the dictionary that the property is.
        ///
        /// - Parameters:
        ///   - value: The entry's value.
        ///   - key: Its key, or the key's raw value.
        ///   - object: The object, which nobody else touches meanwhile.
        /// - Returns: Whether the property is such a dictionary.
        func set(_ value: Any, for key: String, of object: AnyObject) -> Bool {
            guard let dictionary = type as? any StringKeyed.Type else { return false }
            return withExtendedLifetime(object) {
                dictionary.set(value, for: key, at: Unmanaged.passUnretained(object).toOpaque() + offset)
            }
        }
    }

    /// A dictionary whose keys are strings, or enumerations of strings.
    protocol StringKeyed {
        static func set(_ value: Any, for key: String, at address: UnsafeMutableRawPointer) -> Bool
    }

    extension Dictionary: StringKeyed {
        private static func makeKey(_ name: String) -> Key? {
            if let key = name as? Key { return key }
            func raw<Raw: RawRepresentable>(_: Raw.Type) -> Key? {
                (name as? Raw.RawValue).flatMap { Raw(rawValue: $0) } as? Key
            }
            return (Key.self as? any RawRepresentable.Type).flatMap { raw($0) }
        }

        static func set(_ value: Any, for key: String, at address: UnsafeMutableRawPointer) -> Bool {
            guard let key = makeKey(key), let value = value as? Value else { return false }
            address.assumingMemoryBound(to: Self.self).pointee[key] = value
            return true
        }
    }

    /// A dictionary with numbers as keys, whatever its values are.
    protocol NumberKeyed {
        func value(for key: Int) -> Any?
    }

    extension Dictionary: NumberKeyed where Key == Int {
        func value(for key: Int) -> Any? { self[key] }
    }
#endif
