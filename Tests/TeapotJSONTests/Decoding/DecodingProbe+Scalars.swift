// The containers have separate methods for these types, which generic code doesn't call.

extension Bool: ProbedType {
    static func read(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws -> Self {
        try object.decode(Bool.self, forKey: key)
    }
    static func readIfPresent(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws
        -> Self?
    {
        try object.decodeIfPresent(Bool.self, forKey: key)
    }
    static func read(_ list: inout any UnkeyedDecodingContainer) throws -> Self { try list.decode(Bool.self) }
    static func readIfPresent(_ list: inout any UnkeyedDecodingContainer) throws -> Self? {
        try list.decodeIfPresent(Bool.self)
    }
    static func read(_ value: any SingleValueDecodingContainer) throws -> Self { try value.decode(Bool.self) }
}

extension String: ProbedType {
    static func read(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws -> Self {
        try object.decode(String.self, forKey: key)
    }
    static func readIfPresent(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws
        -> Self?
    {
        try object.decodeIfPresent(String.self, forKey: key)
    }
    static func read(_ list: inout any UnkeyedDecodingContainer) throws -> Self { try list.decode(String.self) }
    static func readIfPresent(_ list: inout any UnkeyedDecodingContainer) throws -> Self? {
        try list.decodeIfPresent(String.self)
    }
    static func read(_ value: any SingleValueDecodingContainer) throws -> Self { try value.decode(String.self) }
}

extension Double: ProbedType {
    static func read(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws -> Self {
        try object.decode(Double.self, forKey: key)
    }
    static func readIfPresent(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws
        -> Self?
    {
        try object.decodeIfPresent(Double.self, forKey: key)
    }
    static func read(_ list: inout any UnkeyedDecodingContainer) throws -> Self { try list.decode(Double.self) }
    static func readIfPresent(_ list: inout any UnkeyedDecodingContainer) throws -> Self? {
        try list.decodeIfPresent(Double.self)
    }
    static func read(_ value: any SingleValueDecodingContainer) throws -> Self { try value.decode(Double.self) }
}

extension Float: ProbedType {
    static func read(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws -> Self {
        try object.decode(Float.self, forKey: key)
    }
    static func readIfPresent(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws
        -> Self?
    {
        try object.decodeIfPresent(Float.self, forKey: key)
    }
    static func read(_ list: inout any UnkeyedDecodingContainer) throws -> Self { try list.decode(Float.self) }
    static func readIfPresent(_ list: inout any UnkeyedDecodingContainer) throws -> Self? {
        try list.decodeIfPresent(Float.self)
    }
    static func read(_ value: any SingleValueDecodingContainer) throws -> Self { try value.decode(Float.self) }
}

extension Int: ProbedType {
    static func read(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws -> Self {
        try object.decode(Int.self, forKey: key)
    }
    static func readIfPresent(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws
        -> Self?
    {
        try object.decodeIfPresent(Int.self, forKey: key)
    }
    static func read(_ list: inout any UnkeyedDecodingContainer) throws -> Self { try list.decode(Int.self) }
    static func readIfPresent(_ list: inout any UnkeyedDecodingContainer) throws -> Self? {
        try list.decodeIfPresent(Int.self)
    }
    static func read(_ value: any SingleValueDecodingContainer) throws -> Self { try value.decode(Int.self) }
}

extension Int8: ProbedType {
    static func read(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws -> Self {
        try object.decode(Int8.self, forKey: key)
    }
    static func readIfPresent(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws
        -> Self?
    {
        try object.decodeIfPresent(Int8.self, forKey: key)
    }
    static func read(_ list: inout any UnkeyedDecodingContainer) throws -> Self { try list.decode(Int8.self) }
    static func readIfPresent(_ list: inout any UnkeyedDecodingContainer) throws -> Self? {
        try list.decodeIfPresent(Int8.self)
    }
    static func read(_ value: any SingleValueDecodingContainer) throws -> Self { try value.decode(Int8.self) }
}

extension Int16: ProbedType {
    static func read(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws -> Self {
        try object.decode(Int16.self, forKey: key)
    }
    static func readIfPresent(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws
        -> Self?
    {
        try object.decodeIfPresent(Int16.self, forKey: key)
    }
    static func read(_ list: inout any UnkeyedDecodingContainer) throws -> Self { try list.decode(Int16.self) }
    static func readIfPresent(_ list: inout any UnkeyedDecodingContainer) throws -> Self? {
        try list.decodeIfPresent(Int16.self)
    }
    static func read(_ value: any SingleValueDecodingContainer) throws -> Self { try value.decode(Int16.self) }
}

extension Int32: ProbedType {
    static func read(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws -> Self {
        try object.decode(Int32.self, forKey: key)
    }
    static func readIfPresent(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws
        -> Self?
    {
        try object.decodeIfPresent(Int32.self, forKey: key)
    }
    static func read(_ list: inout any UnkeyedDecodingContainer) throws -> Self { try list.decode(Int32.self) }
    static func readIfPresent(_ list: inout any UnkeyedDecodingContainer) throws -> Self? {
        try list.decodeIfPresent(Int32.self)
    }
    static func read(_ value: any SingleValueDecodingContainer) throws -> Self { try value.decode(Int32.self) }
}

extension Int64: ProbedType {
    static func read(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws -> Self {
        try object.decode(Int64.self, forKey: key)
    }
    static func readIfPresent(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws
        -> Self?
    {
        try object.decodeIfPresent(Int64.self, forKey: key)
    }
    static func read(_ list: inout any UnkeyedDecodingContainer) throws -> Self { try list.decode(Int64.self) }
    static func readIfPresent(_ list: inout any UnkeyedDecodingContainer) throws -> Self? {
        try list.decodeIfPresent(Int64.self)
    }
    static func read(_ value: any SingleValueDecodingContainer) throws -> Self { try value.decode(Int64.self) }
}

extension UInt: ProbedType {
    static func read(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws -> Self {
        try object.decode(UInt.self, forKey: key)
    }
    static func readIfPresent(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws
        -> Self?
    {
        try object.decodeIfPresent(UInt.self, forKey: key)
    }
    static func read(_ list: inout any UnkeyedDecodingContainer) throws -> Self { try list.decode(UInt.self) }
    static func readIfPresent(_ list: inout any UnkeyedDecodingContainer) throws -> Self? {
        try list.decodeIfPresent(UInt.self)
    }
    static func read(_ value: any SingleValueDecodingContainer) throws -> Self { try value.decode(UInt.self) }
}

extension UInt8: ProbedType {
    static func read(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws -> Self {
        try object.decode(UInt8.self, forKey: key)
    }
    static func readIfPresent(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws
        -> Self?
    {
        try object.decodeIfPresent(UInt8.self, forKey: key)
    }
    static func read(_ list: inout any UnkeyedDecodingContainer) throws -> Self { try list.decode(UInt8.self) }
    static func readIfPresent(_ list: inout any UnkeyedDecodingContainer) throws -> Self? {
        try list.decodeIfPresent(UInt8.self)
    }
    static func read(_ value: any SingleValueDecodingContainer) throws -> Self { try value.decode(UInt8.self) }
}

extension UInt16: ProbedType {
    static func read(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws -> Self {
        try object.decode(UInt16.self, forKey: key)
    }
    static func readIfPresent(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws
        -> Self?
    {
        try object.decodeIfPresent(UInt16.self, forKey: key)
    }
    static func read(_ list: inout any UnkeyedDecodingContainer) throws -> Self { try list.decode(UInt16.self) }
    static func readIfPresent(_ list: inout any UnkeyedDecodingContainer) throws -> Self? {
        try list.decodeIfPresent(UInt16.self)
    }
    static func read(_ value: any SingleValueDecodingContainer) throws -> Self { try value.decode(UInt16.self) }
}

extension UInt32: ProbedType {
    static func read(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws -> Self {
        try object.decode(UInt32.self, forKey: key)
    }
    static func readIfPresent(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws
        -> Self?
    {
        try object.decodeIfPresent(UInt32.self, forKey: key)
    }
    static func read(_ list: inout any UnkeyedDecodingContainer) throws -> Self { try list.decode(UInt32.self) }
    static func readIfPresent(_ list: inout any UnkeyedDecodingContainer) throws -> Self? {
        try list.decodeIfPresent(UInt32.self)
    }
    static func read(_ value: any SingleValueDecodingContainer) throws -> Self { try value.decode(UInt32.self) }
}

extension UInt64: ProbedType {
    static func read(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws -> Self {
        try object.decode(UInt64.self, forKey: key)
    }
    static func readIfPresent(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws
        -> Self?
    {
        try object.decodeIfPresent(UInt64.self, forKey: key)
    }
    static func read(_ list: inout any UnkeyedDecodingContainer) throws -> Self { try list.decode(UInt64.self) }
    static func readIfPresent(_ list: inout any UnkeyedDecodingContainer) throws -> Self? {
        try list.decodeIfPresent(UInt64.self)
    }
    static func read(_ value: any SingleValueDecodingContainer) throws -> Self { try value.decode(UInt64.self) }
}
