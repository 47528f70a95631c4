extension JSON.JSONDecoderImpl {
    /// The values of an array.
    ///
    /// A value that can't be decoded stays the next one, as in Foundation.
    struct UnkeyedContainer: UnkeyedDecodingContainer {
        private let decoder: JSON.JSONDecoderImpl
        private let path: Path?
        let count: Int?
        private(set) var currentIndex = 0
        /// The place of the next value.
        private var place: Int
        /// The place behind the array.
        private let end: Int
        /// The path of the last value that needed one, to be changed if no one has kept it.
        private var element: Path?

        init(_ decoder: JSON.JSONDecoderImpl, array: Int, _ path: Path?) {
            self.decoder = decoder
            self.path = path
            count = decoder.source.tape.elements[array].detail
            place = array + 1
            end = decoder.source.tape.elements[array].next
        }

        var codingPath: [any CodingKey] { path.keys }
        var isAtEnd: Bool { currentIndex >= count ?? 0 }

        /// Returns the path of the next value.
        private mutating func nextPath() -> Path {
            if isKnownUniquelyReferenced(&element), let element {
                element.step = .index(currentIndex)
                return element
            }
            let path = Path(path, .index(currentIndex))
            element = path
            return path
        }

        /// Moves on to the next value. In Foundation, an optional value moves the index on even at the end.
        private mutating func advance() {
            currentIndex += 1
            if place < end { place = decoder.source.place(after: place) }
        }

        /// Returns the place of the next value.
        private func next(_ type: Any.Type, _ description: String = "Unkeyed container is at end.") throws -> Int {
            if place < end { return place }
            let path = Path(path, .index(currentIndex))
            throw DecodingError.valueNotFound(type, decoder.context(description, path))
        }

        /// Returns the place of the next value, or `nil` at the end or for null.
        private var nextIfPresent: Int? {
            place < end && decoder.source.tape.elements[place].kind != .null ? place : nil
        }

        mutating func decodeNil() throws -> Bool {
            guard decoder.source.tape.elements[try next(Never.self)].kind == .null else { return false }
            advance()
            return true
        }

        mutating func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type
        ) throws -> KeyedDecodingContainer<NestedKey> {
            let place = try next(KeyedDecodingContainer<NestedKey>.self)
            let container: KeyedDecodingContainer<NestedKey> = try decoder.keyedContainer(at: place, nextPath())
            advance()
            return container
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            let place = try next((any UnkeyedDecodingContainer).self)
            let container = try decoder.unkeyedContainer(at: place, nextPath())
            advance()
            return container
        }

        mutating func superDecoder() throws -> any Decoder {
            let place = try next(
                (any Decoder).self, "Cannot get superDecoder() -- unkeyed container is at end.")
            let decoder = decoder.decoder(at: place, nextPath())
            advance()
            return decoder
        }

        mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
            let value = try decoder.value(type, at: try next(type), nextPath())
            advance()
            return value
        }

        mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
            let value = try nextIfPresent.map { try decoder.value(type, at: $0, nextPath()) }
            advance()
            return value
        }

        mutating func decode(_ type: Bool.Type) throws -> Bool {
            let value = try decoder.boolean(at: try next(type), nextPath())
            advance()
            return value
        }

        mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? {
            let value = try nextIfPresent.map { try decoder.boolean(at: $0, nextPath()) }
            advance()
            return value
        }

        mutating func decode(_ type: String.Type) throws -> String {
            let value = try decoder.string(at: try next(type), nextPath())
            advance()
            return value
        }

        mutating func decodeIfPresent(_ type: String.Type) throws -> String? {
            let value = try nextIfPresent.map { try decoder.string(at: $0, nextPath()) }
            advance()
            return value
        }

        mutating func decode(_ type: Double.Type) throws -> Double {
            let value = try decoder.double(at: try next(type), nextPath())
            advance()
            return value
        }

        mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? {
            let value = try nextIfPresent.map { try decoder.double(at: $0, nextPath()) }
            advance()
            return value
        }

        mutating func decode(_ type: Float.Type) throws -> Float {
            let value = try decoder.float(at: try next(type), nextPath())
            advance()
            return value
        }

        mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? {
            let value = try nextIfPresent.map { try decoder.float(at: $0, nextPath()) }
            advance()
            return value
        }

        @inline(__always) private mutating func integer<T: FixedWidthInteger>() throws -> T {
            let value = try decoder.integer(T.self, at: try next(T.self), nextPath())
            advance()
            return value
        }

        @inline(__always) private mutating func integerIfPresent<T: FixedWidthInteger>() throws -> T? {
            let value = try nextIfPresent.map { try decoder.integer(T.self, at: $0, nextPath()) }
            advance()
            return value
        }

        mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
        mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
        mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
        mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
        mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
        mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
        mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
        mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
        mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
        mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

        mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try integerIfPresent() }
        mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try integerIfPresent() }
        mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try integerIfPresent() }
        mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try integerIfPresent() }
        mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try integerIfPresent() }
        mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try integerIfPresent() }
        mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try integerIfPresent() }
        mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try integerIfPresent() }
        mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try integerIfPresent() }
        mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try integerIfPresent() }
    }
}
