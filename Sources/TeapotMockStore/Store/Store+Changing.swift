import Teapot

extension Store {
    /// Replaces the entity with the same id.
    ///
    /// Changes made elsewhere since the entity was found are lost. ``update(_:id:_:)`` loses nothing.
    ///
    /// - Parameter entity: The new entity.
    /// - Throws: A ``StoreError`` with the reason `notFound` if there's no entity with its id.
    public func update<Entity: Storable>(_ entity: Entity) throws(StoreError) {
        let row = Row(entity)
        guard state.withLock({ $0.table().replace(row) }) != nil else { throw notFound(Entity.self, row.id) }
    }

    /// Changes an entity without losing concurrent changes.
    ///
    /// ```swift
    /// try store.update(Article.self, id: "0") { $0.text += "!" }
    /// ```
    ///
    /// The closure gets a copy and is called without a lock. If other code writes the entity in the meantime, the
    /// result is dropped, and the closure is called again with the current entity. The closure should therefore only
    /// change its argument, and must not write the same entity to the store.
    ///
    /// - Parameters:
    ///   - type: The type of the entity. For a class, only the reference is guarded, not the object.
    ///   - id: The id of the entity.
    ///   - change: A closure that changes the entity; called one or more times.
    /// - Returns: The changed entity.
    /// - Throws: A ``StoreError`` with the reason `notFound` if there's no entity with the id, `changedID` if the
    ///   closure changed the id, or `contention` if other code wrote the entity during 10,000 attempts in a row; or any
    ///   error that the closure throws. The entity is unchanged in each case.
    @discardableResult
    public func update<Entity: Storable>(
        _ type: Entity.Type,
        id: String,
        _ change: (inout Entity) throws -> Void
    ) throws -> Entity {
        for _ in 0..<Self.attempts {
            guard let row = state.withLock({ $0.table(type).row(id) }) else { throw notFound(Entity.self, id) }
            var entity = row.entity
            try change(&entity)
            let changed = Row(entity)
            guard changed.id == id else { throw StoreError.changedID(Entity.self, id, to: changed.id) }
            if state.withLock({ $0.table().replace(changed, version: row.version) }) != nil { return entity }
        }
        throw StoreError.contention(Entity.self, id, attempts: Self.attempts)
    }

    /// The maximum number of attempts to make a change.
    ///
    /// Other writers may win for a while, but only a closure that writes the entity itself fails every time.
    private static let attempts = 10_000

    /// Replaces the entity with the same id, or inserts the entity if there's none.
    ///
    /// - Parameter entity: The new entity.
    /// - Returns: The replaced entity, or `nil` if the entity was inserted.
    @discardableResult
    public func upsert<Entity: Storable>(_ entity: Entity) -> Entity? {
        let row = Row(entity)
        let old = state.withLock { state in
            let old = state.table().replace(row)
            return old ?? state.insert(row)
        }
        return old?.entity
    }

    /// Deletes the entity with the same id.
    ///
    /// - Parameter entity: The entity; only its id is used.
    /// - Throws: A ``StoreError`` with the reason `notFound` if there's no such entity.
    public func delete<Entity: Storable>(_ entity: Entity) throws(StoreError) {
        try delete(Entity.self, id: entity.id)
    }

    /// Deletes the entity with an id.
    ///
    /// References to it remain, but find nothing.
    ///
    /// - Parameters:
    ///   - type: The type of the entity.
    ///   - id: The id of the entity.
    /// - Returns: The deleted entity.
    /// - Throws: A ``StoreError`` with the reason `notFound` if there's no such entity.
    @discardableResult
    public func delete<Entity: Storable>(_ type: Entity.Type, id: String) throws(StoreError) -> Entity {
        guard let row = state.withLock({ $0.table(type).delete(id) }) else { throw notFound(Entity.self, id) }
        return row.entity
    }

    /// Returns the error for a missing entity, with the entities that exist.
    private func notFound(_ type: any Storable.Type, _ id: String) -> StoreError {
        let (ids, others) = state.withLock { state in
            let tables = state.filledTables
            let ids = tables.first { $0.type == type }?.ids ?? []
            return (ids, tables.filter { $0.type != type && $0.contains(id) }.map(\.type))
        }
        return .notFound(type, id, among: ids, others: others)
    }
}
