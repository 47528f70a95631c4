#if canImport(FoundationNetworking)
    @_spi(Reflection) import Swift
    import Teapot

    /// A stored property of a Foundation class, found by its name at run time.
    ///
    /// On Linux a `URLProtocol` does not know its session or the body of an upload, which are in properties that are
    /// not public. They are read by reflection here; only `TeapotMockCorelibs` writes properties. A Foundation without
    /// them leads to an error instead of a crash.
    package struct StoredProperty: Sendable {
        private let owner: AnyClass
        private let index: Int
        /// The number of bytes from the beginning of an object to the property.
        package let offset: Int
        /// The declared type of the property.
        package let type: any Any.Type

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

        /// Returns the value of the property.
        ///
        /// An optional value is unwrapped.
        package func value(of object: AnyObject) -> Any? {
            var mirror: Mirror? = Mirror(reflecting: object)
            while let current = mirror, current.subjectType != owner { mirror = current.superclassMirror }
            guard let children = mirror?.children, index < children.count else { return nil }
            let value = children[children.index(children.startIndex, offsetBy: index)].value
            let inner = Mirror(reflecting: value)
            return inner.displayStyle == .optional ? inner.children.first?.value : value
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
