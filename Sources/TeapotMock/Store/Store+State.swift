extension Store {
    /// What a store's lock guards.
    struct State {
        private var tables: [ObjectIdentifier: any AnyTable] = [:]
        /// The next id to give out.
        ///
        /// Ids up to `Int.max` move it on, so that it has as many left again.
        private var nextID: UInt64 = 0

        /// An id that was neither given out before nor used by an entity.
        mutating func newID() -> String {
            defer { nextID += 1 }
            return String(nextID)
        }

        /// The table of a type, which is the key itself: two types of the same name have one each.
        ///
        /// The parameter only says which: its value may be a subclass.
        mutating func table<Entity>(_: Entity.Type = Entity.self) -> Table<Entity> {
            let key = ObjectIdentifier(Entity.self)
            if let table = tables[key] as? Table<Entity> { return table }
            let table = Table<Entity>()
            tables[key] = table
            return table
        }

        /// Puts a row at the end of its table, unless its id is taken.
        ///
        /// - Returns: The row that has the id already, and stays.
        mutating func insert<Entity>(_ row: Row<Entity>) -> Row<Entity>? {
            if let number = Int(row.id), number >= 0 { nextID = max(nextID, UInt64(number) + 1) }
            return table().insert(row)
        }

        /// Every table with an entity in it, in no particular order.
        var filledTables: [any AnyTable] { tables.values.filter { !$0.isEmpty } }
    }
}
