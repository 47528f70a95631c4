#if canImport(FoundationNetworking)
    @_spi(Reflection) import Swift
    import Teapot

    /// A stored property of a Foundation class, found by its name at run time.
    ///
    /// On Linux a `URLProtocol` cannot support all of HTTP with its public interface alone: it does not know its
    /// session, and cannot set the file of a download. The necessary properties are not public. They are looked up and
    /// their types are checked, so that a Foundation without them leads to an error instead of a crash.
    struct StoredProperty {
        private let owner: AnyClass
        private let index: Int
        private let offset: Int
        private let type: any Any.Type

        /// The option `.classType`, which the standard library declares as a variable.
        private static let classOption = _EachFieldOptions(rawValue: 1)

        /// - Returns: `nil` if the class has no such property.
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

        /// Returns the value of the property.
        ///
        /// An optional value is unwrapped.
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
        ///   - value: The value, whose type is exactly that of the property.
        ///   - object: The object. No other code may access it during the call.
        /// - Returns: `true` if the property has that type; otherwise, `false`.
        @discardableResult
        func set<Value>(_ value: Value, of object: AnyObject) -> Bool {
            guard type == Value.self else { return false }
            return withExtendedLifetime(object) {
                let address = Unmanaged.passUnretained(object).toOpaque() + offset
                address.assumingMemoryBound(to: Value.self).pointee = value
                return true
            }
        }

        /// Sets an entry of a property that is a dictionary.
        ///
        /// - Parameters:
        ///   - value: The value of the entry.
        ///   - key: The key, or the raw value of the key.
        ///   - object: The object. No other code may access it during the call.
        /// - Returns: `true` if the property is such a dictionary; otherwise, `false`.
        func set(_ value: Any, for key: String, of object: AnyObject) -> Bool {
            guard let dictionary = type as? any StringKeyed.Type else { return false }
            return withExtendedLifetime(object) {
                dictionary.set(value, for: key, at: Unmanaged.passUnretained(object).toOpaque() + offset)
            }
        }
    }

    /// A dictionary whose keys are strings, or enumerations with string raw values.
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

    /// A dictionary with integer keys and values of any type.
    protocol NumberKeyed {
        func value(for key: Int) -> Any?
    }

    extension Dictionary: NumberKeyed where Key == Int {
        func value(for key: Int) -> Any? { self[key] }
    }
#endif
