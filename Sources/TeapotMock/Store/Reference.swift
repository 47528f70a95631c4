import Teapot

/// An entity that another one refers to, by its id.
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
/// In JSON it is the id, a string. What it refers to need not be in the store: then it finds nothing.
public struct Reference<Entity: Storable>: Hashable, Sendable {
    /// The id of the entity.
    public let id: String

    /// Refers to an entity.
    ///
    /// - Parameter entity: The entity, of which the id is kept.
    public init(_ entity: Entity) { self.init(id: entity.id) }

    /// Refers to the entity with an id.
    ///
    /// - Parameter id: The id.
    public init(id: String) { self.id = id }
}

extension Reference: Codable {
    /// Reads the id, a string.
    ///
    /// - Parameter decoder: Where from.
    /// - Throws: A `DecodingError` if it is not a string.
    public init(from decoder: any Decoder) throws {
        self.init(id: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the id, a string.
    ///
    /// - Parameter encoder: Where to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(id)
    }
}

extension Store {
    /// The entity that a reference stands for.
    ///
    /// - Parameter reference: The reference.
    /// - Returns: The entity, or `nil` if there is none.
    public func find<Entity>(_ reference: Reference<Entity>) -> Entity? {
        find(Entity.self, id: reference.id)
    }

    /// The entities that references stand for.
    ///
    /// - Parameter references: The references.
    /// - Returns: The entities, in the order of the references; those that are not there are left out.
    public func find<Entity>(_ references: some Sequence<Reference<Entity>>) -> [Entity] {
        state.withLock { [ids = references.map(\.id)] state in
            let table = state.table(Entity.self)
            return ids.compactMap { table.row($0)?.entity }
        }
    }

    /// The entities that refer to another one.
    ///
    /// Complexity: O(*n*).
    ///
    /// - Parameters:
    ///   - type: Their type.
    ///   - reference: The property that refers to it.
    ///   - target: What it refers to.
    /// - Returns: The entities, in the order in which they were inserted.
    public func filter<Entity: Storable, Target>(
        _ type: Entity.Type,
        where reference: KeyPath<Entity, Reference<Target>>,
        is target: Target
    ) -> [Entity] {
        let wanted = Reference(target)
        return filter(type) { $0[keyPath: reference] == wanted }
    }

    /// The entities that refer to another one by a property that may be `nil`.
    ///
    /// Complexity: O(*n*).
    ///
    /// - Parameters:
    ///   - type: Their type.
    ///   - reference: The property that refers to it.
    ///   - target: What it refers to; `nil` for the entities that refer to nothing.
    /// - Returns: The entities, in the order in which they were inserted.
    public func filter<Entity: Storable, Target>(
        _ type: Entity.Type,
        where reference: KeyPath<Entity, Reference<Target>?>,
        is target: Target?
    ) -> [Entity] {
        let wanted = target.map { Reference($0) }
        return filter(type) { $0[keyPath: reference] == wanted }
    }

    /// The entities that refer to another one among several.
    ///
    /// Complexity: O(*n*) in the number of references.
    ///
    /// - Parameters:
    ///   - type: Their type.
    ///   - references: The property that refers to it, such as an array or a set.
    ///   - target: What one of the references is to.
    /// - Returns: The entities, in the order in which they were inserted.
    public func filter<Entity: Storable, Target>(
        _ type: Entity.Type,
        where references: KeyPath<Entity, some Sequence<Reference<Target>>>,
        contains target: Target
    ) -> [Entity] {
        let wanted = Reference(target)
        return filter(type) { $0[keyPath: references].contains(wanted) }
    }
}
