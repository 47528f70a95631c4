import Teapot

/// A reference from one entity to another, by the other entity's ID.
///
/// ```swift
/// struct Comment: Storable, Codable {
///     let id: String
///     var article: Reference<Article>
///     var tags: [Reference<Tag>] = []
///
///     init(id: String, store: Store) {
///         self.id = id
///         article = Reference(store.create(Article.self)[0])
///     }
/// }
/// ```
///
/// ```swift
/// let article = try #require(store.find(comment.article))
/// let tags = store.find(comment.tags)
/// let comments = store.filter(Comment.self, where: \.article, is: article)
/// ```
///
/// In JSON, a reference is the ID, as a string. The entity doesn't have to be in the store. If it isn't, looking up the
/// reference finds nothing.
public struct Reference<Entity: Storable>: Hashable, Sendable {
    /// The ID of the entity.
    public let id: String

    /// Creates a reference to an entity.
    ///
    /// - Parameter entity: The entity, of which only the ID is kept.
    public init(_ entity: Entity) { self.init(id: entity.id) }

    /// Creates a reference to the entity with an ID.
    ///
    /// - Parameter id: The ID.
    public init(id: String) { self.id = id }
}

extension Reference: Codable {
    /// Creates a reference by decoding its ID, which is a string.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError` if the value isn't a string.
    public init(from decoder: any Decoder) throws {
        self.init(id: try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the ID as a string.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error that the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(id)
    }
}

extension Store {
    /// Returns the entity that a reference refers to.
    ///
    /// - Parameter reference: The reference.
    /// - Returns: The entity, or `nil` if there's none.
    public func find<Entity>(_ reference: Reference<Entity>) -> Entity? {
        find(Entity.self, id: reference.id)
    }

    /// Returns the entities that references refer to.
    ///
    /// - Parameter references: The references.
    /// - Returns: The entities, in the order of the references. Entities that aren't in the store are omitted.
    public func find<Entity>(_ references: some Sequence<Reference<Entity>>) -> [Entity] {
        state.withLock { [ids = references.map(\.id)] state in
            let table = state.table(Entity.self)
            return ids.compactMap { table.row($0)?.entity }
        }
    }

    /// Returns the entities that refer to another entity.
    ///
    /// Complexity: O(*n*).
    ///
    /// - Parameters:
    ///   - type: The type of the entities.
    ///   - reference: The property that contains the reference.
    ///   - target: The entity referred to.
    /// - Returns: The entities, in insertion order.
    public func filter<Entity: Storable, Target>(
        _ type: Entity.Type,
        where reference: KeyPath<Entity, Reference<Target>>,
        is target: Target
    ) -> [Entity] {
        let wanted = Reference(target)
        return filter(type) { $0[keyPath: reference] == wanted }
    }

    /// Returns the entities that refer to another entity through an optional property.
    ///
    /// Complexity: O(*n*).
    ///
    /// - Parameters:
    ///   - type: The type of the entities.
    ///   - reference: The property that contains the reference.
    ///   - target: The entity referred to, or `nil` for the entities without a reference.
    /// - Returns: The entities, in insertion order.
    public func filter<Entity: Storable, Target>(
        _ type: Entity.Type,
        where reference: KeyPath<Entity, Reference<Target>?>,
        is target: Target?
    ) -> [Entity] {
        let wanted = target.map { Reference($0) }
        return filter(type) { $0[keyPath: reference] == wanted }
    }

    /// Returns the entities whose references include another entity.
    ///
    /// Complexity: O(*n*) in the number of references.
    ///
    /// - Parameters:
    ///   - type: The type of the entities.
    ///   - references: The property that contains the references, such as an array or a set.
    ///   - target: The entity referred to.
    /// - Returns: The entities, in insertion order.
    public func filter<Entity: Storable, Target>(
        _ type: Entity.Type,
        where references: KeyPath<Entity, some Sequence<Reference<Target>>>,
        contains target: Target
    ) -> [Entity] {
        let wanted = Reference(target)
        return filter(type) { $0[keyPath: references].contains(wanted) }
    }
}
