extension PropertyPolicy: Encodable where Wrapped: Encodable {
    /// Encodes the value, or `null`.
    ///
    /// Called where nothing can be left out, as in a list. A keyed container leaves ``none`` out.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error of the value's own encoding.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .some(let wrapped) = self { try container.encode(wrapped) } else { try container.encodeNil() }
    }
}

extension PropertyPolicy: Decodable where Wrapped: Decodable {
    /// Creates a policy by decoding a value, or ``null``.
    ///
    /// - Parameter decoder: The decoder to read from. A keyed container reads a missing member as ``none``.
    /// - Throws: Any error of the value's own decoding.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .some(try container.decode(Wrapped.self))
    }
}

// A synthesized `encode(to:)` calls `encode(_:forKey:)` for each property. These overloads are more specific than the
// container's own, so they are selected.
extension KeyedEncodingContainer {
    /// Encodes a policy as no member, `null` or its value.
    ///
    /// - Parameters:
    ///   - value: The policy.
    ///   - key: The member's name.
    /// - Throws: Any error of the value's own encoding.
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
    /// - Throws: Any error of the value's own encoding.
    public mutating func encodeIfPresent<Wrapped: Encodable>(
        _ value: PropertyPolicy<Wrapped>?, forKey key: Key
    ) throws {
        if let value { try encode(value, forKey: key) }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a policy: ``PropertyPolicy/none`` if there's no such member.
    ///
    /// - Parameters:
    ///   - type: The policy's type.
    ///   - key: The member's name.
    /// - Returns: The policy.
    /// - Throws: Any error of the value's own decoding.
    public func decode<Wrapped: Decodable>(
        _ type: PropertyPolicy<Wrapped>.Type, forKey key: Key
    ) throws -> PropertyPolicy<Wrapped> {
        guard contains(key) else { return .none }
        return try decodeNil(forKey: key) ? .null : .some(decode(Wrapped.self, forKey: key))
    }
}
