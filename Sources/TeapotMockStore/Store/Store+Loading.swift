public import Foundation
import Teapot
import TeapotMock

extension Store {
    /// Creates a store with the entities of a JSON file.
    ///
    /// - Parameters:
    ///   - file: The file, as ``save(to:encoder:)`` writes it.
    ///   - types: The types of the entities in it.
    ///   - decoder: The decoder for the entities.
    /// - Throws: Any error that ``load(from:types:decoder:)`` throws.
    public convenience init(
        contentsOf file: URL,
        types: [any (Storable & Decodable).Type],
        decoder: JSONDecoder = JSONDecoder()
    ) throws(StoreError) {
        self.init()
        try load(from: file, types: types, decoder: decoder)
    }

    /// Inserts the entities of a JSON file after those in the store, or none of them if there's an error.
    ///
    /// To replace the existing entities, call ``reset()`` first. The IDs that the store assigns afterward are higher
    /// than the numeric IDs in the file.
    ///
    /// - Parameters:
    ///   - file: The file, as ``save(to:encoder:)`` writes it.
    ///   - types: The types of the entities in the file. You must list every type in the file, but a type you list may
    ///     be missing from the file.
    ///   - decoder: The decoder for the entities.
    /// - Throws: A ``StoreError`` with the reason
    ///   - `fileFailed` if the file can't be read;
    ///   - `invalidFile` if the file isn't JSON, with line and column; if it has a type that isn't listed; if an entity
    ///     can't be decoded, with index and key path; or if two entities have the same ID;
    ///   - `conflict` if an ID is taken in the store;
    ///   - `notCodable` if two of the types have the same ``Storable/storedName``.
    public func load(
        from file: URL,
        types: [any (Storable & Decodable).Type],
        decoder: JSONDecoder = JSONDecoder()
    ) throws(StoreError) {
        let file = try StoreFile(file)
        var named: [String: any Storable.Type] = [:]
        for type in types {
            let other = named.updateValue(type, forKey: type.storedName)
            if let other { throw .ambiguous(type.storedName, [type, other]) }
        }
        if let unknown = file.names.first(where: { named[$0] == nil }) {
            let guess = unknown.closest(among: named.keys.sorted()).map { " Did you mean “\($0)”?" } ?? ""
            let types = named.keys.sorted().joined(separator: ", ")
            throw file.error("“\(unknown)” is not one of the given types: \(types).\(guess)")
        }
        let lists = try types.map { type throws(StoreError) in try file.list(of: type, decoder) }
        let taken = state.withLock { state -> TakenID? in
            for list in lists { if let taken = list.taken(in: &state) { return taken } }
            for list in lists { list.insert(into: &state) }
            return nil
        }
        if let taken { throw .conflict(taken.type, taken.id) }
    }
}
