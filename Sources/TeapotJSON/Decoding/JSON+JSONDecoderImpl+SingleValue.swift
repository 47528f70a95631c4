extension JSON.JSONDecoderImpl: SingleValueDecodingContainer {
    func decodeNil() -> Bool { source.tape.elements[place].kind == .null }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type, at: place, path) }

    func decode(_ type: Bool.Type) throws -> Bool { try boolean(at: place, path) }
    func decode(_ type: String.Type) throws -> String { try string(at: place, path) }
    func decode(_ type: Double.Type) throws -> Double { try double(at: place, path) }
    func decode(_ type: Float.Type) throws -> Float { try float(at: place, path) }
    func decode(_ type: Int.Type) throws -> Int { try integer(type, at: place, path) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type, at: place, path) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type, at: place, path) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type, at: place, path) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type, at: place, path) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type, at: place, path) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type, at: place, path) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type, at: place, path) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type, at: place, path) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type, at: place, path) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try integer(type, at: place, path) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type, at: place, path) }

    /// Returns another decoder, of a value of the same text.
    func decoder(at place: Int, _ path: Path) -> any Decoder {
        source.isShared = true
        return JSON.JSONDecoderImpl(source, path: path, place: place)
    }
}
