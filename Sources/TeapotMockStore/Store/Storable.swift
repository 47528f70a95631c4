/// An entity that a ``Store`` can keep.
///
/// A value type is recommended, because a lookup then returns a copy that no other code changes. A class also works if
/// it's `Sendable`, but the store can't detect changes inside its instances.
public protocol Storable: Sendable {
    /// The identifier of the entity, which is unique among the entities of its type and must never change.
    ///
    /// The IDs that a store assigns are whole numbers in decimal digits, so `Int(id)` returns such an ID as a number.
    /// Other IDs, such as those in a file, can be any text.
    var id: String { get }

    /// Creates an entity for a store, with default contents.
    ///
    /// - Parameters:
    ///   - id: The ID that the entity must have.
    ///   - store: The store that the entity is created for. Use it to create or find related entities. No lock is held,
    ///     and the entity itself isn't in the store yet.
    init(id: String, store: Store)

    /// The name of the type in a store's file; by default, it's the name of the Swift type, such as `User`.
    static var storedName: String { get }
}

extension Storable {
    /// The name of the Swift type, such as `User`, without its module and enclosing types.
    public static var storedName: String { String(describing: Self.self) }
}
