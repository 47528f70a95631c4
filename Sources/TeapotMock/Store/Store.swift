import Teapot

/// Entities that a mock keeps as a backend would, by type and id.
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
/// **Types.** Each type has entities of its own, found by that very type: one of the same name elsewhere is another, so
/// are `Box<Int>` and `Box<Text>`, and a subclass is not looked for with its superclass.
///
/// **Ids.** The store gives out `"0"`, `"1"`, `"2"` and so on, counted over all types, and none of them twice in its
/// life: not after a ``delete(_:)``, not after ``reset()``, and not one that an entity brought along.
///
/// **Threads.** A store may be used from any, and each call happens as a whole. No closure and no `init(id:store:)` is
/// called with the lock held, so they may use the store.
public final class Store: Sendable {
    let state = Locked(State())

    /// Creates an empty store.
    public init() {}

    /// Creates entities by `init(id:store:)` and inserts them.
    ///
    /// They get ids that follow one another, and are inserted together once all are made. If somebody inserts an entity of
    /// their own with one of these ids meanwhile, that one stays and is returned.
    ///
    /// - Parameters:
    ///   - type: The type of the entities.
    ///   - number: How many; none if it is not positive.
    /// - Returns: The entities, in the order of their ids.
    @discardableResult
    public func create<Entity: Storable>(_ type: Entity.Type, number: Int = 1) -> [Entity] {
        let ids = state.withLock { state in (0..<max(0, number)).map { _ in state.newID() } }
        let rows = ids.map { Row(Entity(id: $0, store: self)) }
        return state.withLock { state in rows.map { state.insert($0)?.entity ?? $0.entity } }
    }

    /// Inserts the entity that a closure makes.
    ///
    /// An entity with another id than the closure was given is kept by its own id. If the store has one with that id, it
    /// stays as it is, and is what is returned: use ``insert(_:)-(Entity)`` where the id is the caller's choice.
    ///
    /// - Parameter make: Makes the entity from a new id.
    /// - Returns: The entity that the store now has.
    /// - Throws: What the closure throws; then nothing is inserted.
    @discardableResult
    public func insert<Entity: Storable>(_ make: (_ id: String) throws -> Entity) rethrows -> Entity {
        let row = Row(try make(state.withLock { $0.newID() }))
        return state.withLock { $0.insert(row) }?.entity ?? row.entity
    }

    /// Inserts an entity that has an id of its own.
    ///
    /// - Parameter entity: The entity.
    /// - Returns: The same entity.
    /// - Throws: A ``StoreError`` for the reason `conflict` if its id is taken.
    @discardableResult
    public func insert<Entity: Storable>(_ entity: Entity) throws(StoreError) -> Entity {
        let row = Row(entity)
        guard state.withLock({ $0.insert(row) }) == nil else { throw .conflict(Entity.self, row.id) }
        return entity
    }

    /// The entity with an id.
    ///
    /// Complexity: O(1).
    ///
    /// - Parameters:
    ///   - type: The type of the entity.
    ///   - id: The id.
    /// - Returns: The entity, or `nil` if there is none.
    public func find<Entity: Storable>(_ type: Entity.Type, id: String) -> Entity? {
        state.withLock { $0.table(type).row(id)?.entity }
    }

    /// All entities of a type, in the order in which they were inserted.
    ///
    /// Complexity: O(*n*).
    ///
    /// - Parameter type: The type of the entities.
    /// - Returns: The entities.
    public func findAll<Entity: Storable>(_ type: Entity.Type) -> [Entity] {
        state.withLock { $0.table(type).entities }
    }

    /// The entities of a type that meet a condition, in the order in which they were inserted.
    ///
    /// Complexity: O(*n*).
    ///
    /// - Parameters:
    ///   - type: The type of the entities.
    ///   - includeElement: The condition.
    /// - Returns: The entities.
    /// - Throws: What the condition throws.
    public func filter<Entity: Storable>(
        _ type: Entity.Type,
        includeElement: (Entity) throws -> Bool
    ) rethrows -> [Entity] {
        try findAll(type).filter(includeElement)
    }

    /// Deletes every entity of every type.
    ///
    /// Ids go on from where they were.
    public func reset() {
        _ = state.withLock { $0.filledTables.map { $0.deleteAll() } }
    }
}
