extension JSON.JSONDecoderImpl {
    /// The values of an array.
    ///
    /// A value that can't be decoded remains the next value, as in Foundation.
    struct UnkeyedContainer: UnkeyedDecodingContainer {
        let decoder: JSON.JSONDecoderImpl
        let path: Path?
        let count: Int?
        /// The place of the next value.
        var place: Int
        /// The place after the array.
        let end: Int
        private(set) var currentIndex = 0

        var codingPath: [any CodingKey] { path.keys }
        var isAtEnd: Bool { currentIndex >= count ?? 0 }

        /// The path of the next value.
        private var nextPath: Path { Path(path, _CodingKey(index: currentIndex)) }

        /// Moves on to the next value.
        private mutating func advance() {
            currentIndex += 1
            if place < end { place = decoder.source.values[place].next(after: place) }
        }

        /// Passes the next value, its place, and its path to a closure, and moves on.
        @inline(__always) private mutating func take<T>(
            _ type: Any.Type = T.self, _ body: (JSON.JSONDecoderImpl, Int, () -> Path) throws -> T
        ) throws -> T {
            guard place < end else {
                let subject = type == (any Decoder).self ? "Cannot get superDecoder() -- unkeyed" : "Unkeyed"
                throw DecodingError.valueNotFound(type, decoder.context("\(subject) container is at end.", nextPath))
            }
            let value = try body(decoder, place) { nextPath }
            advance()
            return value
        }

        mutating func decodeNil() throws -> Bool {
            if place < end, !decoder.isNull(place) { return false }
            return try take(Never.self) { _, _, _ in true }
        }

        @inline(__always) mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
            try take { try $0.value(type, at: $1, $2()) }
        }

        mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? { try optional() }

        /// Decodes an optional value, and advances the index even at the end, as in Foundation.
        @inline(__always) private mutating func optional<T: Decodable>() throws -> T? {
            if place < end, !decoder.isNull(place) { return try decode(T.self) }
            advance()
            return nil
        }

        mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? { try optional() }
        mutating func decodeIfPresent(_ type: String.Type) throws -> String? { try optional() }
        mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? { try optional() }
        mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? { try optional() }
        mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try optional() }
        mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try optional() }
        mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try optional() }
        mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try optional() }
        mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try optional() }
        mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try optional() }
        mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try optional() }
        mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try optional() }
        mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try optional() }
        mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try optional() }

        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        mutating func decode(_ type: Int128.Type) throws -> Int128 { throw decoder.source.uncertainty() }

        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        mutating func decode(_ type: UInt128.Type) throws -> UInt128 { throw decoder.source.uncertainty() }

        mutating func nestedContainer<K: CodingKey>(keyedBy type: K.Type) throws -> KeyedDecodingContainer<K> {
            try take { try $0.keyedContainer(at: $1, $2()) }
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try take((any UnkeyedDecodingContainer).self) { try $0.unkeyedContainer(at: $1, $2()) }
        }

        mutating func superDecoder() throws -> any Decoder {
            try take((any Decoder).self) { JSON.JSONDecoderImpl($0.source, path: $2(), place: $1) }
        }
    }
}
