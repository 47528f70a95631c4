#if canImport(FoundationNetworking)
    import Foundation
    import TeapotMock

    extension StoredProperty {
        /// Sets the property.
        ///
        /// - Parameters:
        ///   - value: The value, whose type must be exactly that of the property.
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
#endif
