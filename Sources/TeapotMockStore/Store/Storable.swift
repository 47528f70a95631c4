/// An entity that a ``Store`` can keep.
///
/// A value type is recommended: a lookup then returns a copy that no other code changes. A class works too if it is
/// `Sendable`, but the store can't detect changes inside its instances.
public protocol Storable: Sendable {
    /// The identifier of the entity, unique among the entities of its type; it must never change.
    ///
    /// The ids that a store assigns are whole numbers in decimal digits, so `Int(id)` returns one of them as a number.
    /// Other ids, such as those in a file, can be any text.
    var id: String { get }

    /// Creates an entity for a store, with default contents.
    ///
    /// - Parameters:
    ///   - id: The id that the entity must have.
    ///   - store: The store that the entity is created for. Use it to create or find related entities; no lock is held,
    ///     and the entity itself isn't in the store yet.
    init(id: String, store: Store)

    /// The name of the type in a store's file; by default the name of the Swift type, such as `User`.
    static var storedName: String { get }
}

extension Storable {
    /// The name of the Swift type, such as `User`, without the module and the types it's nested in.
    public static var storedName: String { String(describing: Self.self) }
}
