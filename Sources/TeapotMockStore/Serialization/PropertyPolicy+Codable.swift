extension PropertyPolicy: Encodable where Wrapped: Encodable {
    /// Encodes the value, or `null`.
    ///
    /// This is called where nothing can be omitted, as in a list. A keyed container omits ``none``.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error that encoding the value throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .some(let wrapped) = self { try container.encode(wrapped) } else { try container.encodeNil() }
    }
}

extension PropertyPolicy: Decodable where Wrapped: Decodable {
    /// Creates a policy by decoding a value, or ``null``.
    ///
    /// - Parameter decoder: The decoder to read from. A keyed container reads a missing member as ``none``.
    /// - Throws: Any error that decoding the value throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .some(try container.decode(Wrapped.self))
    }
}

// A synthesized `encode(to:)` calls `encode(_:forKey:)` for each property. These overloads are more specific than the
// container's own, so the compiler selects them.
extension KeyedEncodingContainer {
    /// Encodes a policy as no member, `null` or its value.
    ///
    /// - Parameters:
    ///   - value: The policy.
    ///   - key: The member's name.
    /// - Throws: Any error that encoding the value throws.
    public mutating func encode<Wrapped: Encodable>(_ value: PropertyPolicy<Wrapped>, forKey key: Key) throws {
        switch value {
        case .none: return
        case .null: try encodeNil(forKey: key)
        case .some(let wrapped): try encode(wrapped, forKey: key)
        }
    }

    /// Encodes a policy if it isn't `nil`.
    ///
    /// - Parameters:
    ///   - value: The policy, if any.
    ///   - key: The member's name.
    /// - Throws: Any error that encoding the value throws.
    public mutating func encodeIfPresent<Wrapped: Encodable>(
        _ value: PropertyPolicy<Wrapped>?, forKey key: Key
    ) throws {
        if let value { try encode(value, forKey: key) }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a policy, or ``PropertyPolicy/none`` if there's no such member.
    ///
    /// - Parameters:
    ///   - type: The policy's type.
    ///   - key: The member's name.
    /// - Returns: The policy.
    /// - Throws: Any error that decoding the value throws.
    public func decode<Wrapped: Decodable>(
        _ type: PropertyPolicy<Wrapped>.Type, forKey key: Key
    ) throws -> PropertyPolicy<Wrapped> {
        guard contains(key) else { return .none }
        return try decodeNil(forKey: key) ? .null : .some(decode(Wrapped.self, forKey: key))
    }
}
