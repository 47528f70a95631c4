extension JSON.JSONDecoderImpl {
    /// The members of an object.
    struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: JSON.JSONDecoderImpl
        /// The numbers of the members by name.
        let names: [String: Int]
        let path: Path?
        /// The place of the object.
        let object: Int

        var codingPath: [any CodingKey] { path.keys }

        var allKeys: [Key] { names.keys.compactMap { Key(stringValue: $0) } }

        /// Returns the place of a member, or 0, the place of a null, if there's no such member.
        private func find(_ name: String) -> Int {
            names[name].map { decoder.source.place(ofMember: $0, in: object) } ?? 0
        }

        private func place(of key: Key) throws -> Int {
            let place = find(key.stringValue)
            if place != 0 { return place }
            let description = "No value associated with key \(key) (\"\(key.stringValue)\")."
            throw DecodingError.keyNotFound(key, decoder.context(description, path))
        }

        private func path(of key: Key) -> Path { Path(path, key) }

        func contains(_ key: Key) -> Bool { find(key.stringValue) != 0 }

        func decodeNil(forKey key: Key) throws -> Bool { decoder.isNull(try place(of: key)) }

        @inline(__always) func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            try decoder.value(type, at: try place(of: key), path(of: key))
        }

        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { throw decoder.source.uncertainty() }

        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { throw decoder.source.uncertainty() }

        func nestedContainer<K: CodingKey>(keyedBy: K.Type, forKey key: Key) throws -> KeyedDecodingContainer<K> {
            try decoder.keyedContainer(at: try place(of: key), path(of: key))
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try decoder.unkeyedContainer(at: try place(of: key), path(of: key))
        }

        func superDecoder() -> any Decoder {
            let path = Path(path, _CodingKey(stringValue: "super"))
            return JSON.JSONDecoderImpl(decoder.source, path: path, place: find("super"))
        }

        func superDecoder(forKey key: Key) -> any Decoder {
            JSON.JSONDecoderImpl(decoder.source, path: path(of: key), place: find(key.stringValue))
        }
    }
}
