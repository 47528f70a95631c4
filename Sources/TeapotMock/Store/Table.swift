/// An entity as a store keeps it.
struct Row<Entity: Storable> {
    /// The entity's id, read once, so that no code of the entity's own runs while the store is locked.
    let id: String
    let entity: Entity
    /// Which of all writes to the table this is.
    fileprivate(set) var version = 0

    init(_ entity: Entity) {
        self.id = entity.id
        self.entity = entity
    }
}

/// The entities of one type: by id, and in the order in which they were inserted.
///
/// The lock of the store guards it. What it gives back is to be released after that lock: the last release of an object
/// runs its `deinit`, which may use the store.
final class Table<Entity: Storable> {
    /// In order; `nil` where a row was deleted, of which there are never many more than there are rows.
    private var rows: [Row<Entity>?] = []
    /// The index of each id in `rows`.
    private var places: [String: Int] = [:]
    /// The number of writes, which never goes back: a row that is deleted and inserted again has another version.
    private var version = 0

    var entities: [Entity] { rows.compactMap { $0?.entity } }

    /// The row with an id, if there is one.
    func row(_ id: String) -> Row<Entity>? { places[id].flatMap { rows[$0] } }

    /// Puts a row at the end, unless its id is taken.
    ///
    /// - Returns: The row that has the id already, and stays.
    func insert(_ row: Row<Entity>) -> Row<Entity>? {
        if let taken = self.row(row.id) { return taken }
        places[row.id] = rows.count
        rows.append(stamped(row))
        return nil
    }

    /// Puts a row in the place of the one with its id.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - version: The version that the one there must have; `nil` for any.
    /// - Returns: The row that was there; `nil` if there is none, or it has another version, and nothing happened.
    func replace(_ row: Row<Entity>, version: Int? = nil) -> Row<Entity>? {
        guard let place = places[row.id], let old = rows[place], version ?? old.version == old.version else {
            return nil
        }
        rows[place] = stamped(row)
        return old
    }

    /// Deletes the row with an id, in constant time on average.
    ///
    /// - Returns: The row, if there was one.
    func delete(_ id: String) -> Row<Entity>? {
        guard let place = places.removeValue(forKey: id) else { return nil }
        let old = rows[place]
        rows[place] = nil
        // Each time this is done, at least as many rows were deleted since the last as are now looked at.
        if rows.count > 2 * places.count + 16 {
            rows = rows.filter { $0 != nil }
            for (place, row) in rows.enumerated() { if let row { places[row.id] = place } }
        }
        return old
    }

    private func stamped(_ row: Row<Entity>) -> Row<Entity> {
        version += 1
        var row = row
        row.version = version
        return row
    }
}

/// What can be asked of a table without knowing the type of its entities.
protocol AnyTable: AnyObject {
    /// The type of the entities.
    var type: any Storable.Type { get }
    /// The entities, in order.
    var anyEntities: [any Storable] { get }
    /// The ids, in order.
    var ids: [String] { get }
    /// Whether there is no entity.
    var isEmpty: Bool { get }
    /// Whether there is an entity with an id.
    func contains(_ id: String) -> Bool
    /// Deletes everything.
    ///
    /// - Returns: What was deleted, to be released after the lock.
    func deleteAll() -> [any Storable]
}

extension Table: AnyTable {
    var type: any Storable.Type { Entity.self }
    var anyEntities: [any Storable] { entities }
    var ids: [String] { rows.compactMap { $0?.id } }

    var isEmpty: Bool { places.isEmpty }

    func contains(_ id: String) -> Bool { places[id] != nil }

    func deleteAll() -> [any Storable] {
        defer { (rows, places) = ([], [:]) }
        return entities
    }
}
