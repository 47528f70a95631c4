import Teapot

extension Store {
    /// Puts an entity in the place of the one with its id.
    ///
    /// What others changed since the entity was found is lost; ``update(_:id:_:)`` loses nothing.
    ///
    /// - Parameter entity: The entity as it shall be.
    /// - Throws: A ``StoreError`` for the reason `notFound` if there is none with its id.
    public func update<Entity: Storable>(_ entity: Entity) throws(StoreError) {
        let row = Row(entity)
        guard state.withLock({ $0.table().replace(row) }) != nil else { throw notFound(Entity.self, row.id) }
    }

    /// Changes an entity, without losing what others change at the same time.
    ///
    /// ```swift
    /// try store.update(Article.self, id: "0") { $0.text += "!" }
    /// ```
    ///
    /// The closure gets a copy and is called without a lock. If somebody wrote the entity meanwhile, its result is dropped,
    /// and it is called again with the entity as it is now: it should do nothing else than change what it gets, and must
    /// not write the same entity to the store.
    ///
    /// - Parameters:
    ///   - type: The type of the entity; of a class only the reference is guarded, not what it refers to.
    ///   - id: Its id.
    ///   - change: Changes it; called once or more.
    /// - Returns: The entity as it was changed.
    /// - Throws: A ``StoreError`` for the reason `notFound` if there is none with the id, `changedID` if the closure
    ///   changed that, or `contention` if it was written meanwhile 10,000 times in a row; or what the closure throws. In each
    ///   case the closure changed nothing.
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

    /// How often a change is tried: others may be faster for a while, but only a closure that writes the entity which it
    /// is to change loses every time.
    private static let attempts = 10_000

    /// Puts an entity in the place of the one with its id, or inserts it if there is none.
    ///
    /// - Parameter entity: The entity as it shall be.
    /// - Returns: The entity that it replaced, or `nil` if it was inserted.
    @discardableResult
    public func upsert<Entity: Storable>(_ entity: Entity) -> Entity? {
        let row = Row(entity)
        let old = state.withLock { state in
            let old = state.table().replace(row)
            return old ?? state.insert(row)
        }
        return old?.entity
    }

    /// Deletes the entity with the same type and id as one that is given.
    ///
    /// - Parameter entity: The entity; only its id counts.
    /// - Throws: A ``StoreError`` for the reason `notFound` if there is none.
    public func delete<Entity: Storable>(_ entity: Entity) throws(StoreError) {
        try delete(Entity.self, id: entity.id)
    }

    /// Deletes the entity with an id.
    ///
    /// References to it stay, and find nothing from then on.
    ///
    /// - Parameters:
    ///   - type: The type of the entity.
    ///   - id: Its id.
    /// - Returns: The entity.
    /// - Throws: A ``StoreError`` for the reason `notFound` if there is none.
    @discardableResult
    public func delete<Entity: Storable>(_ type: Entity.Type, id: String) throws(StoreError) -> Entity {
        guard let row = state.withLock({ $0.table(type).delete(id) }) else { throw notFound(Entity.self, id) }
        return row.entity
    }

    /// The error for an entity that is not there, with what is there instead.
    private func notFound(_ type: any Storable.Type, _ id: String) -> StoreError {
        let (ids, others) = state.withLock { state in
            let tables = state.filledTables
            let ids = tables.first { $0.type == type }?.ids ?? []
            return (ids, tables.filter { $0.type != type && $0.contains(id) }.map(\.type))
        }
        return .notFound(type, id, among: ids, others: others)
    }
}
