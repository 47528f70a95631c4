import Foundation
import Teapot

extension Serializer {
    /// Returns a value's JSON, from the router's encoder or from one that writes dates in ISO 8601.
    ///
    /// Without a router's encoder, it keeps every digit of a `Decimal`, sorts the elements of sets, and stops at an
    /// object that refers back to itself.
    ///
    /// - Parameter value: The value, which is already part of the surroundings.
    /// - Returns: The JSON. A value that encodes nothing becomes an empty object, as it does inside other values.
    func encoded(_ value: any Encodable) -> any Sendable {
        if let encoder = surroundings.encoder {
            do { return try JSON.value(parsing: encoder.encode(value)) } catch {
                return Unserializable(reason: "\(type(of: value)) can't be encoded: \(error)")
            }
        }
        let node = EncodedNode()
        do { try encode(inside: value, to: node, at: []) } catch EncodingError.invalidValue(_, let context) {
            let way = context.codingPath.map(\.stringValue).joined(separator: ".")
            let place = way.isEmpty ? "" : " at \(way)"
            return Unserializable(reason: "\(type(of: value)) can't be encoded\(place): \(context.debugDescription)")
        } catch { return Unserializable(reason: "\(type(of: value)) can't be encoded: \(error)") }
        return node.value ?? [String: any Sendable]()
    }

    /// Encodes a value into a node.
    func encode(_ value: any Encodable, to node: EncodedNode, at path: [any CodingKey]) throws {
        if let scalar = Self.scalar(value) { return node.put(scalar) }
        var failure: (any Error)?
        let outcome = within(value) { serializer in
            do { try serializer.encode(inside: value, to: node, at: path) } catch { failure = error }
            return .nothing
        }
        if let failure { throw failure }
        if let refused = outcome.value { node.put(refused) }
    }

    private static func text(of date: Date) -> any Sendable {
        // RFC 3339 covers the years 0 to 9999.
        guard -63_145_958_400..<252_423_993_600 ~= date.timeIntervalSinceReferenceDate else {
            return Unserializable(reason: "\(date.timeIntervalSinceReferenceDate) s after 2001 has no ISO 8601 form")
        }
        return date.ISO8601Format()
    }

    private func encode(inside value: any Encodable, to node: EncodedNode, at path: [any CodingKey]) throws {
        switch value {
        case let date as Date: node.put(Self.text(of: date))
        case let data as Data: node.put(data.base64EncodedString())
        case let url as URL: node.put(url.absoluteString)
        default: try value.encode(to: ValueEncoder(node: node, serializer: self, codingPath: path))
        }
        if let container = value as? any StandardContainer, case .unordered = container.contents {
            if let elements = node.value as? [any Sendable] { node.put(Self.ordered(elements)) }
        }
    }
}

/// An encoder that writes to a node.
struct ValueEncoder: Encoder {
    let node: EncodedNode
    let serializer: Serializer
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeObject()
        return KeyedEncodingContainer(KeyedValueContainer<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeList()
        return UnkeyedValueContainer(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueContainer(encoder: self) }
}
