extension JSON.JSONDecoderImpl {
    /// The members of an object.
    struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: JSON.JSONDecoderImpl
        let names: JSON.Names
        let path: Path?
        /// The place of the object.
        let object: Int

        var codingPath: [any CodingKey] { path.keys }

        var allKeys: [Key] {
            let names = names.isUnique ? names.all : Array(Set(names.all))
            return names.compactMap { Key(stringValue: $0) }
        }

        func contains(_ key: Key) -> Bool { find(key) != 0 }

        func decodeNil(forKey key: Key) throws -> Bool {
            decoder.source.tape.elements[try place(of: key)].kind == .null
        }

        /// Returns the place of a member, or 0 if there is none.
        private func find(_ key: Key) -> Int { decoder.source.place(of: key.stringValue, in: object, names) }

        /// Returns the place of a member, or `nil` if there is none or if it is null.
        private func findValue(_ key: Key) -> Int? {
            let place = find(key)
            return decoder.source.tape.elements[place].kind == .null ? nil : place
        }

        private func place(of key: Key) throws -> Int {
            let place = find(key)
            if place != 0 { return place }
            let name = key.stringValue
            let description = "No value associated with key \(key) (\"\(name)\")."
            throw DecodingError.keyNotFound(key, decoder.context(description, path))
        }

        private func path(of key: Key) -> Path { Path(path, .key(key)) }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<NestedKey> {
            try decoder.keyedContainer(at: try place(of: key), path(of: key))
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try decoder.unkeyedContainer(at: try place(of: key), path(of: key))
        }

        func superDecoder() -> any Decoder {
            let place = decoder.source.place(of: "super", in: object, names)
            return decoder.decoder(at: place, Path(path, .key(_CodingKey.string("super"))))
        }

        // Without a value, the decoder is of null.
        func superDecoder(forKey key: Key) -> any Decoder { decoder.decoder(at: find(key), path(of: key)) }

        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            try decoder.value(type, at: try place(of: key), path(of: key))
        }

        func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
            guard let place = findValue(key) else { return nil }
            return try decoder.value(type, at: place, path(of: key))
        }

        func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
            try decoder.boolean(at: try place(of: key), path(of: key))
        }

        func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
            try findValue(key).map { try decoder.boolean(at: $0, path(of: key)) }
        }

        func decode(_ type: String.Type, forKey key: Key) throws -> String {
            try decoder.string(at: try place(of: key), path(of: key))
        }

        func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
            try findValue(key).map { try decoder.string(at: $0, path(of: key)) }
        }

        func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
            try decoder.double(at: try place(of: key), path(of: key))
        }

        func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
            try findValue(key).map { try decoder.double(at: $0, path(of: key)) }
        }

        func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
            try decoder.float(at: try place(of: key), path(of: key))
        }

        func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
            try findValue(key).map { try decoder.float(at: $0, path(of: key)) }
        }

        @inline(__always) private func integer<T: FixedWidthInteger>(_ key: Key) throws -> T {
            try decoder.integer(T.self, at: try place(of: key), path(of: key))
        }

        @inline(__always) private func integerIfPresent<T: FixedWidthInteger>(_ key: Key) throws -> T? {
            guard let place = findValue(key) else { return nil }
            return try decoder.integer(T.self, at: place, path(of: key))
        }

        func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
        func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
        func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
        func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
        func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
        func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
        func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
        func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
        func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
        func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key) }
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key) }

        func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try integerIfPresent(key) }
        func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try integerIfPresent(key) }
        func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try integerIfPresent(key) }
        func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try integerIfPresent(key) }
        func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try integerIfPresent(key) }
        func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try integerIfPresent(key) }
        func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try integerIfPresent(key) }
        func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try integerIfPresent(key) }
        func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try integerIfPresent(key) }
        func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try integerIfPresent(key) }
    }
}
