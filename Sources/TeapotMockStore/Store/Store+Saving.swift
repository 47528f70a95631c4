public import Foundation
import Teapot

extension Store {
    /// A new encoder that writes a store's file in a readable format, with one line for each member, sorted by name.
    ///
    /// Change its settings for dates and other values, then pass it to ``save(to:encoder:)``.
    public static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// Writes every entity to a JSON file, `{"Article": [ … ], "User": [ … ]}`.
    ///
    /// Types are listed by their ``Storable/storedName``. A type without entities is omitted. The entities of each type
    /// are in insertion order, so an unchanged store always results in the same file. The file is a consistent
    /// snapshot, no matter what other threads do. It's replaced as a whole or not at all.
    ///
    /// ```swift
    /// try store.save(to: file)
    /// let copy = try Store(contentsOf: file, types: [Article.self, Tag.self])
    /// ```
    ///
    /// - Parameters:
    ///   - file: The file, in an existing folder.
    ///   - encoder: The encoder for the entities.
    /// - Throws: A ``StoreError`` with the reason `notCodable`, which names the type that isn't `Encodable`, or the
    ///   index and key path of the value that can't be encoded; or a ``StoreError`` with the reason `fileFailed`.
    public func save(to file: URL, encoder: JSONEncoder = Store.encoder) throws(StoreError) {
        var lists: [String: [AnyEntity]] = [:]
        var types: [String: any Storable.Type] = [:]
        for (type, entities) in state.withLock({ $0.filledTables.map { ($0.type, $0.anyEntities) } }) {
            let name = type.storedName
            if let other = types.updateValue(type, forKey: name) { throw .ambiguous(name, [type, other]) }
            lists[name] = try entities.map { entity throws(StoreError) in
                guard let entity = entity as? any Encodable else { throw .notEncodable(type) }
                return AnyEntity(entity)
            }
        }
        do {
            var text = try encoder.encode(lists)
            text.append(UInt8(ascii: "\n"))
            try text.write(to: file, options: .atomic)
        } catch let error as EncodingError {
            throw .unsaved(.notCodable, file, error.explanation)
        } catch {
            throw .unsaved(.fileFailed, file, error.systemReason)
        }
    }
}

/// An entity of any type that encodes itself.
private struct AnyEntity: Encodable {
    private let entity: any Encodable

    init(_ entity: any Encodable) { self.entity = entity }

    func encode(to encoder: any Encoder) throws {
        do {
            try entity.encode(to: encoder)
        } catch let error as EncodingError {
            throw error
        } catch {
            let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "\(error)")
            throw EncodingError.invalidValue(entity, context)
        }
    }
}

extension StoreError {
    /// Returns the error for two types with the same name in a file.
    static func ambiguous(_ name: String, _ types: [any Storable.Type]) -> StoreError {
        let names = types.map { String(reflecting: $0) }.sorted().joined(separator: " and ")
        return StoreError(
            .notCodable, "The types \(names) have the same storedName, “\(name)”. Change one of them.")
    }

    fileprivate static func notEncodable(_ type: any Storable.Type) -> StoreError {
        StoreError(
            .notCodable,
            "A store with \(type) in it can't be saved. Make \(type) Codable, or delete its entities first.")
    }

    fileprivate static func unsaved(_ reason: Reason, _ file: URL, _ explanation: String) -> StoreError {
        StoreError(reason, "The store can't be saved in “\(file.path)”. \(explanation)")
    }
}
