/// An entity that a ``Store`` can keep.
///
/// Best a value: what is found in a store is then a copy that nobody else changes. A class works too if it is
/// `Sendable`, but the store can't see what is changed inside its instances.
public protocol Storable: Sendable {
    /// What tells the entity from the others of its type; it must never change.
    ///
    /// The ids that a store gives out are whole numbers in decimal digits, so that `Int(id)` gives one of them as a
    /// number. Other ids, such as those in a file, may be any text.
    var id: String { get }

    /// Creates an entity for a store, with contents of its own choice.
    ///
    /// - Parameters:
    ///   - id: The id it must have.
    ///   - store: The store it is for, to create or find related entities in. No lock is held, and the entity itself is
    ///     not in the store yet.
    init(id: String, store: Store)

    /// What the type is called in a store's file; by default its name, such as `User`.
    static var storedName: String { get }
}

extension Storable {
    /// The type's own name, such as `User`, without the module and the types it is nested in.
    public static var storedName: String { String(describing: Self.self) }
}
