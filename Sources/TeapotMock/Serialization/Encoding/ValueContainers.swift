import Foundation
import Teapot

/// A container that encodes members.
struct KeyedValueContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) throws { member(key).put(NSNull()) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try encoder.serializer.encode(value, to: member(key), at: codingPath + [key])
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> { nested(key).container(keyedBy: keyType) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { nested(SuperKey()) }

    func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func member(_ key: any CodingKey) -> EncodedNode {
        encoder.node.member(encoder.serializer.transformed(key.stringValue), for: key.stringValue)
    }

    private func nested(_ key: any CodingKey) -> ValueEncoder {
        ValueEncoder(node: member(key), serializer: encoder.serializer, codingPath: codingPath + [key])
    }
}

/// A container that encodes elements.
struct UnkeyedValueContainer: UnkeyedEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.node.count }

    func encodeNil() throws { encoder.node.element().put(NSNull()) }

    func encode<T: Encodable>(_ value: T) throws {
        let path = codingPath + [IndexKey(count)]
        try encoder.serializer.encode(value, to: encoder.node.element(), at: path)
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        nested().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    func superEncoder() -> any Encoder { nested() }

    private func nested() -> ValueEncoder {
        let path = codingPath + [IndexKey(count)]
        return ValueEncoder(node: encoder.node.element(), serializer: encoder.serializer, codingPath: path)
    }
}

/// A container that encodes one value.
struct SingleValueContainer: SingleValueEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() throws { encoder.node.put(NSNull()) }

    func encode<T: Encodable>(_ value: T) throws {
        try encoder.serializer.encode(value, to: encoder.node, at: codingPath)
    }
}

/// The key under which a superclass encodes itself.
private struct SuperKey: CodingKey {
    var stringValue: String { "super" }
    var intValue: Int? { nil }
    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}

/// The index of an element, as a coding key.
private struct IndexKey: CodingKey {
    let index: Int
    var stringValue: String { "\(index)" }
    var intValue: Int? { index }
    init(_ index: Int) { self.index = index }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}
