import Teapot

extension Store {
    /// Replaces the entity with the same ID.
    ///
    /// Changes that other code made after the entity was found are lost. Use ``update(_:id:_:)`` to keep them.
    ///
    /// - Parameter entity: The new entity.
    /// - Throws: A ``StoreError`` with the reason `notFound` if there's no entity with that ID.
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
    /// The closure receives a copy and is called without a lock. If other code writes the entity in the meantime, the
    /// result is discarded, and the closure is called again with the current entity. So the closure should only change
    /// its argument, and must not write the same entity to the store.
    ///
    /// - Parameters:
    ///   - type: The type of the entity. For a class, only the reference is guarded, not the object.
    ///   - id: The ID of the entity.
    ///   - change: A closure that changes the entity. It may be called several times.
    /// - Returns: The changed entity.
    /// - Throws: A ``StoreError`` with the reason `notFound` if there's no entity with the ID, `changedID` if the
    ///   closure changed the ID, or `contention` if other code wrote the entity during 10,000 attempts in a row; or any
    ///   error that the closure throws. In each case, the entity is unchanged.
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
    /// Other writers may win for a while, but only a closure that itself writes the entity fails every time.
    private static let attempts = 10_000

    /// Replaces the entity with the same ID, or inserts the entity if there's none.
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

    /// Deletes the entity with the same ID.
    ///
    /// - Parameter entity: The entity, of which only the ID is used.
    /// - Throws: A ``StoreError`` with the reason `notFound` if there's no such entity.
    public func delete<Entity: Storable>(_ entity: Entity) throws(StoreError) {
        try delete(Entity.self, id: entity.id)
    }

    /// Deletes the entity with an ID.
    ///
    /// References to it remain, but find nothing.
    ///
    /// - Parameters:
    ///   - type: The type of the entity.
    ///   - id: The ID of the entity.
    /// - Returns: The deleted entity.
    /// - Throws: A ``StoreError`` with the reason `notFound` if there's no such entity.
    @discardableResult
    public func delete<Entity: Storable>(_ type: Entity.Type, id: String) throws(StoreError) -> Entity {
        guard let row = state.withLock({ $0.table(type).delete(id) }) else { throw notFound(Entity.self, id) }
        return row.entity
    }

    /// Returns the error for a missing entity, which lists the entities that exist.
    private func notFound(_ type: any Storable.Type, _ id: String) -> StoreError {
        let (ids, others) = state.withLock { state in
            let tables = state.filledTables
            let ids = tables.first { $0.type == type }?.ids ?? []
            return (ids, tables.filter { $0.type != type && $0.contains(id) }.map(\.type))
        }
        return .notFound(type, id, among: ids, others: others)
    }
}
