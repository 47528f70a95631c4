extension Store {
    /// The state that a store's lock guards.
    struct State {
        private var tables: [ObjectIdentifier: any AnyTable] = [:]
        /// The next ID to assign.
        ///
        /// Only IDs up to `Int.max` advance it, so there are always just as many left.
        private var nextID: UInt64 = 0

        /// Returns an ID that has never been assigned or used by an entity.
        mutating func newID() -> String {
            defer { nextID += 1 }
            return String(nextID)
        }

        /// Returns the table of a type.
        ///
        /// The key is the type itself, so two types with the same name have separate tables.
        ///
        /// The parameter only selects the type, because its value may be an instance of a subclass.
        mutating func table<Entity>(_: Entity.Type = Entity.self) -> Table<Entity> {
            let key = ObjectIdentifier(Entity.self)
            if let table = tables[key] as? Table<Entity> { return table }
            let table = Table<Entity>()
            tables[key] = table
            return table
        }

        /// Appends a row to its table, unless its ID is taken.
        ///
        /// - Returns: The existing row with the ID, which is kept.
        mutating func insert<Entity>(_ row: Row<Entity>) -> Row<Entity>? {
            if let number = Int(row.id), number >= 0 { nextID = max(nextID, UInt64(number) + 1) }
            return table().insert(row)
        }

        /// The tables that have entities, in no particular order.
        var filledTables: [any AnyTable] { tables.values.filter { !$0.isEmpty } }
    }
}
