import Foundation

extension JSON {
    /// A decoder of a scanned text, which behaves like Foundation's type of the same name.
    ///
    /// All values of a text share one decoder. As in Foundation, the decoder always refers to the value being decoded,
    /// even if it was kept from an earlier one. Only `superDecoder` creates others.
    final class JSONDecoderImpl: Decoder, SingleValueDecodingContainer {
        let source: ScannedText
        /// The path of the value, or `nil` for the top level.
        private(set) var path: Path?
        /// The place of the value.
        private(set) var place: Int

        init(_ source: ScannedText, path: Path? = nil, place: Int) {
            self.source = source
            self.path = path
            self.place = place
        }

        var codingPath: [any CodingKey] { path.keys }
        var userInfo: [CodingUserInfoKey: Any] { source.options.userInfo }

        func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            try keyedContainer(at: place, path)
        }

        func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try unkeyedContainer(at: place, path) }

        func singleValueContainer() -> any SingleValueDecodingContainer { self }

        func decodeNil() -> Bool { isNull(place) }

        func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type, at: place, path) }

        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        func decode(_ type: Int128.Type) throws -> Int128 { throw source.uncertainty() }

        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        func decode(_ type: UInt128.Type) throws -> UInt128 { throw source.uncertainty() }

        /// Calls a closure while this is the decoder of another value.
        @inline(__always) func with<T>(_ place: Int, _ path: Path?, _ body: () throws -> T) rethrows -> T {
            let (outerPlace, outerPath) = (self.place, self.path)
            (self.place, self.path) = (place, path)
            defer { (self.place, self.path) = (outerPlace, outerPath) }
            return try body()
        }
    }
}

extension JSON.JSONDecoderImpl {
    /// The strategies of a `JSONDecoder` and its `userInfo`.
    struct Options {
        let dates: JSONDecoder.DateDecodingStrategy
        let data: JSONDecoder.DataDecodingStrategy
        let floats: JSONDecoder.NonConformingFloatDecodingStrategy
        let keys: JSONDecoder.KeyDecodingStrategy
        let userInfo: [CodingUserInfoKey: Any]
    }

    @inline(__always) func isNull(_ place: Int) -> Bool { source.values[place].kind == .null }

    func keyedContainer<Key: CodingKey>(at place: Int, _ path: Path?) throws -> KeyedDecodingContainer<Key> {
        guard source.values[place].kind == .object else {
            throw mismatch([String: Any].self, at: place, path, container: "keyed")
        }
        let names = try source.names(of: place, path)
        return KeyedDecodingContainer(KeyedContainer<Key>(decoder: self, names: names, path: path, object: place))
    }

    func unkeyedContainer(at place: Int, _ path: Path?) throws -> UnkeyedContainer {
        guard source.values[place].kind == .array else {
            throw mismatch([Any].self, at: place, path, container: "unkeyed")
        }
        let array = source.values[place]
        return UnkeyedContainer(
            decoder: self, path: path, count: array.count, place: place + 1, end: Int(array.payload))
    }

    /// Returns the error for a value of another type, or for null.
    ///
    /// - Parameters:
    ///   - type: The requested type.
    ///   - place: The place of the value.
    ///   - path: The path of the value.
    ///   - container: The kind of container that was requested instead of a value.
    /// - Returns: The error.
    @inline(never) func mismatch(
        _ type: Any.Type, at place: Int, _ path: Path?, container: String? = nil
    ) -> DecodingError {
        if isNull(place), type != Bool.self {
            let subject = container.map { "\($0) decoding container" } ?? "value of type \(type)"
            return .valueNotFound(type, context("Cannot get \(subject) -- found null value instead", path))
        }
        let found =
            switch source.values[place].kind {
            case .string, .escapedString: "a string"
            case .integer, .real, .number: "number"
            case .boolean: "bool"
            case .null: "null"
            case .object: "a dictionary"
            default: "an array"
            }
        return .typeMismatch(type, context("Expected to decode \(type) but found \(found) instead.", path))
    }

    func context(_ description: String, _ path: Path?) -> DecodingError.Context {
        DecodingError.Context(codingPath: path.keys, debugDescription: description)
    }

    /// The last key of a coding path, and the keys before it.
    final class Path {
        fileprivate let parent: Path?
        fileprivate let key: any CodingKey

        init(_ parent: Path?, _ key: any CodingKey) {
            self.parent = parent
            self.key = key
        }
    }

    /// A key for parts of a coding path without a key type, with the name and descriptions of Foundation's key.
    struct _CodingKey: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
        init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
        init(index: Int) { (stringValue, intValue) = ("Index \(index)", index) }
    }
}

extension JSON.JSONDecoderImpl.Path? {
    /// The coding path.
    var keys: [any CodingKey] { map { $0.parent.keys + [$0.key] } ?? [] }
}
