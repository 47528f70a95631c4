import Foundation

extension JSON {
    /// A decoder of a scanned text, which behaves as Foundation's own of this name.
    ///
    /// There is one for all values of a text. As in Foundation, it is the decoder of the value that is being decoded at
    /// the moment, so that one that was kept moves on with it. Only `superDecoder` makes others.
    final class JSONDecoderImpl: Decoder {
        let source: ScannedText
        /// The path of the value, which is `nil` for the top level.
        private(set) var path: Path?
        /// The place of the value.
        private(set) var place: Int

        init(_ source: ScannedText, path: Path?, place: Int) {
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
    func keyedContainer<Key: CodingKey>(at place: Int, _ path: Path?) throws -> KeyedDecodingContainer<Key> {
        guard source.tape.elements[place].kind == .object else {
            throw noContainer([String: Any].self, "keyed", at: place, path)
        }
        return KeyedDecodingContainer(
            KeyedContainer<Key>(decoder: self, names: try names(of: place, path), path: path, object: place))
    }

    func unkeyedContainer(at place: Int, _ path: Path?) throws -> UnkeyedContainer {
        guard source.tape.elements[place].kind == .array else {
            throw noContainer([Any].self, "unkeyed", at: place, path)
        }
        return UnkeyedContainer(self, array: place, path)
    }

    /// Returns the names of an object as the strategy converts them.
    private func names(of object: Int, _ path: Path?) throws -> JSON.Names {
        guard case .custom(let convert) = source.options.keys else { return try source.names(of: object) }
        let path = path.keys
        return JSON.Names(try source.names(of: object).all.map { convert(path + [_CodingKey.string($0)]).stringValue })
    }
}
