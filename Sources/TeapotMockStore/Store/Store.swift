import Teapot

/// A store of entities, keyed by type and ID, for the state of a mock backend.
///
/// ```swift
/// struct Article: Storable, Codable {
///     let id: String
///     var text: String
///
///     init(id: String, text: String) {
///         self.id = id
///         self.text = text
///     }
///
///     init(id: String, store: Store) {
///         self.init(id: id, text: "Article \(id)")
///     }
/// }
/// ```
///
/// ```swift
/// let store = Store()
/// store.create(Article.self, number: 20)
/// let article = store.insert { id in Article(id: id, text: "Hello") }
/// let found = store.find(Article.self, id: article.id)
/// let helloes = store.filter(Article.self) { $0.text == "Hello" }
/// ```
///
/// **Types.** Each type has its own entities, and a lookup finds only entities of exactly that type. Types with the
/// same name in different scopes are different types, as are `Box<Int>` and `Box<Text>`. A lookup of a superclass
/// doesn't find instances of its subclasses.
///
/// **IDs.** The store assigns `"0"`, `"1"`, `"2"` and so on, counting across all types. It never assigns an ID twice,
/// even after ``delete(_:)`` or ``reset()``, and never assigns the ID of an inserted entity.
///
/// **Threads.** You can use a store from any thread, and each call is atomic. No closure or `init(id:store:)` is called
/// while the lock is held, so they can use the store.
public final class Store: Sendable {
    let state = Locked(State())

    /// Creates an empty store.
    public init() {}

    /// Creates entities with `init(id:store:)`, and inserts them.
    ///
    /// They get consecutive IDs, and are inserted together once all are created. If other code inserts an entity with
    /// one of these IDs in the meantime, that entity is kept and returned.
    ///
    /// - Parameters:
    ///   - type: The type of the entities.
    ///   - number: The number of entities. If it isn't positive, none are created.
    /// - Returns: The entities, in the order of their IDs.
    @discardableResult
    public func create<Entity: Storable>(_ type: Entity.Type, number: Int = 1) -> [Entity] {
        let ids = state.withLock { state in (0..<max(0, number)).map { _ in state.newID() } }
        let rows = ids.map { Row(Entity(id: $0, store: self)) }
        return state.withLock { state in rows.map { state.insert($0)?.entity ?? $0.entity } }
    }

    /// Inserts the entity that a closure creates.
    ///
    /// If the entity's ID differs from the one passed to the closure, the entity keeps its own ID. If the store already
    /// has an entity with that ID, the existing entity is kept and returned. To choose the ID yourself, use
    /// ``insert(_:)-(Entity)``.
    ///
    /// - Parameter make: A closure that creates the entity with a new ID.
    /// - Returns: The entity that is now in the store.
    /// - Throws: Any error that the closure throws, in which case nothing is inserted.
    @discardableResult
    public func insert<Entity: Storable>(_ make: (_ id: String) throws -> Entity) rethrows -> Entity {
        let row = Row(try make(state.withLock { $0.newID() }))
        return state.withLock { $0.insert(row) }?.entity ?? row.entity
    }

    /// Inserts an entity with its own ID.
    ///
    /// - Parameter entity: The entity.
    /// - Returns: The same entity.
    /// - Throws: A ``StoreError`` with the reason `conflict` if its ID is taken.
    @discardableResult
    public func insert<Entity: Storable>(_ entity: Entity) throws(StoreError) -> Entity {
        let row = Row(entity)
        guard state.withLock({ $0.insert(row) }) == nil else { throw .conflict(Entity.self, row.id) }
        return entity
    }

    /// Returns the entity with an ID.
    ///
    /// Complexity: O(1).
    ///
    /// - Parameters:
    ///   - type: The type of the entity.
    ///   - id: The ID.
    /// - Returns: The entity, or `nil` if there's none.
    public func find<Entity: Storable>(_ type: Entity.Type, id: String) -> Entity? {
        state.withLock { $0.table(type).row(id)?.entity }
    }

    /// Returns all entities of a type, in insertion order.
    ///
    /// Complexity: O(*n*).
    ///
    /// - Parameter type: The type of the entities.
    /// - Returns: The entities.
    public func findAll<Entity: Storable>(_ type: Entity.Type) -> [Entity] {
        state.withLock { $0.table(type).entities }
    }

    /// Returns the entities of a type that satisfy a condition, in insertion order.
    ///
    /// Complexity: O(*n*).
    ///
    /// - Parameters:
    ///   - type: The type of the entities.
    ///   - isIncluded: The condition.
    /// - Returns: The entities.
    /// - Throws: Any error that the condition throws.
    public func filter<Entity: Storable>(
        _ type: Entity.Type,
        isIncluded: (Entity) throws -> Bool
    ) rethrows -> [Entity] {
        try findAll(type).filter(isIncluded)
    }

    /// Deletes every entity of every type.
    ///
    /// The store doesn't reuse the IDs of deleted entities.
    public func reset() {
        _ = state.withLock { $0.filledTables.map { $0.deleteAll() } }
    }
}
