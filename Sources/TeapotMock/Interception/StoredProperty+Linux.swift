#if canImport(FoundationNetworking)
    @_spi(Reflection) import Swift
    import Teapot

    /// A stored property of a Foundation class, found by its name at run time.
    ///
    /// On Linux, a `URLProtocol` can reach its session and an upload's body only through properties that aren't public.
    /// This type reads them; only `TeapotMockCorelibs` writes properties. If a version of Foundation doesn't have them,
    /// the result is an error instead of a crash.
    package struct StoredProperty: Sendable {
        private let owner: AnyClass
        private let index: Int
        /// The number of bytes from the beginning of an object to the property.
        package let offset: Int
        /// The declared type of the property.
        package let type: any Any.Type
        /// Whether a value of the type is stored at the offset, or `nil` if that isn't known yet.
        ///
        /// A weak reference is stored differently, but its declaration doesn't show that.
        private let isPlain = Locked<Bool?>(nil)

        /// The option `.classType`, which the standard library declares as a variable.
        private static let classOption = _EachFieldOptions(rawValue: 1)

        /// - Returns: `nil` if the class has no such property.
        package init?(_ name: String, of owner: AnyClass) {
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

        /// Returns the value of the property, or `nil` if the object has no such property.
        ///
        /// An optional value is unwrapped. Reflection takes as long as the rest of an intercepted request, so it's used
        /// only until it has shown that the value can be read directly.
        package func value(of object: AnyObject) -> Any? {
            guard isInstance(object, of: owner) else { return nil }
            if isPlain.withLock({ $0 }) == true { return storedValue(of: object) }
            guard let value = reflectedValue(of: object) else { return nil }
            let isReference = Swift.type(of: value) is AnyClass
            let isPlain = !isReference || word(of: object) == UInt(bitPattern: ObjectIdentifier(value as AnyObject))
            self.isPlain.withLock { $0 = isPlain }
            return value
        }

        /// Returns the value at the offset, which must be plain.
        private func storedValue(of object: AnyObject) -> Any? {
            withExtendedLifetime(object) {
                let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque() + offset)
                if let optional = type as? any Unwrapping.Type { return optional.value(at: address) }
                func read<Value>(_: Value.Type) -> Any { address.assumingMemoryBound(to: Value.self).pointee }
                return _openExistential(type, do: read)
            }
        }

        /// Returns the first word of the storage at the offset.
        private func word(of object: AnyObject) -> UInt {
            withExtendedLifetime(object) { (Unmanaged.passUnretained(object).toOpaque() + offset).load(as: UInt.self) }
        }

        private func reflectedValue(of object: AnyObject) -> Any? {
            var mirror: Mirror? = Mirror(reflecting: object)
            while let current = mirror, current.subjectType != owner { mirror = current.superclassMirror }
            guard let children = mirror?.children, index < children.count else { return nil }
            let value = children[children.index(children.startIndex, offsetBy: index)].value
            let inner = Mirror(reflecting: value)
            return inner.displayStyle == .optional ? inner.children.first?.value : value
        }
    }

    private func isInstance<Owner>(_ object: AnyObject, of _: Owner.Type) -> Bool { object is Owner }

    /// An optional type, whose values can be unwrapped wherever they are stored.
    private protocol Unwrapping { static func value(at address: UnsafeRawPointer) -> Any? }

    extension Optional: Unwrapping {
        fileprivate static func value(at address: UnsafeRawPointer) -> Any? {
            address.assumingMemoryBound(to: Self.self).pointee
        }
    }

    /// A dictionary with integer keys and values of any type.
    protocol NumberKeyed { func value(for key: Int) -> Any? }

    extension Dictionary: NumberKeyed where Key == Int { func value(for key: Int) -> Any? { self[key] } }
#endif
