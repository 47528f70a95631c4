/// An entity in a store.
struct Row<Entity: Storable> {
    /// The entity's ID, read once, so none of the entity's code runs while the store is locked.
    let id: String
    let entity: Entity
    /// The number of the write to the table that stored this row.
    fileprivate(set) var version = 0

    init(_ entity: Entity) {
        self.id = entity.id
        self.entity = entity
    }
}

/// The entities of one type, by ID and in insertion order.
///
/// The store's lock guards it. Release its results only after unlocking: releasing the last reference to an object runs
/// its `deinit`, which may use the store.
final class Table<Entity: Storable> {
    /// The rows in order, with `nil` where a row was deleted.
    ///
    /// For *n* rows, there are at most 2*n* + 16 elements.
    private var rows: [Row<Entity>?] = []
    /// The index in `rows` of each ID.
    private var places: [String: Int] = [:]
    /// The number of writes, which never decreases, so a row that is deleted and inserted again has a new version.
    private var version = 0

    var entities: [Entity] { rows.compactMap { $0?.entity } }

    /// Returns the row with an ID, if there's one.
    func row(_ id: String) -> Row<Entity>? { places[id].flatMap { rows[$0] } }

    /// Appends a row, unless its ID is taken.
    ///
    /// - Returns: The existing row with the ID, which is kept.
    func insert(_ row: Row<Entity>) -> Row<Entity>? {
        if let taken = self.row(row.id) { return taken }
        places[row.id] = rows.count
        rows.append(stamped(row))
        return nil
    }

    /// Replaces the row with the same ID.
    ///
    /// - Parameters:
    ///   - row: The new row.
    ///   - version: The version that the existing row must have, or `nil` for any version.
    /// - Returns: The replaced row, or `nil` if nothing was changed because there's no such row or it has another
    ///   version.
    func replace(_ row: Row<Entity>, version: Int? = nil) -> Row<Entity>? {
        guard let place = places[row.id], let old = rows[place], version ?? old.version == old.version else {
            return nil
        }
        rows[place] = stamped(row)
        return old
    }

    /// Deletes the row with an ID, in constant time on average.
    ///
    /// - Returns: The row, if there was one.
    func delete(_ id: String) -> Row<Entity>? {
        guard let place = places.removeValue(forKey: id) else { return nil }
        let old = rows[place]
        rows[place] = nil
        // Amortized constant time: since the last compaction, at least as many rows were deleted as are visited now.
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

/// The operations on a table that don't need the type of its entities.
protocol AnyTable: AnyObject {
    /// The type of the entities.
    var type: any Storable.Type { get }
    /// The entities, in order.
    var anyEntities: [any Storable] { get }
    /// The IDs, in order.
    var ids: [String] { get }
    /// Whether the table has no entities.
    var isEmpty: Bool { get }
    /// Returns whether there's an entity with an ID.
    func contains(_ id: String) -> Bool
    /// Deletes everything.
    ///
    /// - Returns: The deleted entities, to be released after unlocking.
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
