#if !canImport(ObjectiveC)
    import Foundation

    extension Bundle {
        /// What the bundle's `Localizable` table says for a key in the language that Foundation chooses.
        ///
        /// Read without `localizedString(forKey:value:table:)`, which crashes here when the key's value is no string.
        /// Foundation still picks the file, which means the English one, `Base.lproj`, or one outside any `.lproj`.
        func sentence(forKey key: String) -> String? {
            StringTables.shared.table(of: self)[key]
        }
    }

    /// The tables read so far.
    ///
    /// Foundation keeps its own for as long: a table edited meanwhile is not read again there either.
    private final class StringTables: @unchecked Sendable {
        static let shared = StringTables()

        // `lock` guards `tables`.
        private let lock = NSLock()
        private var tables: [String: [String: String]] = [:]

        /// A bundle's table; empty if it is absent or malformed, which is remembered as well.
        func table(of bundle: Bundle) -> [String: String] {
            let path = bundle.bundlePath
            if let known = lock.withLock({ tables[path] }) { return known }
            let table = Self.read(bundle.url(forResource: "Localizable", withExtension: "strings"))
            lock.withLock {
                // An app has one bundle or two. One that makes them up as it goes shall not fill the memory.
                if tables.count >= 64 { tables.removeAll() }
                tables[path] = table
            }
            return table
        }

        private static func read(_ file: URL?) -> [String: String] {
            guard let file, let data = try? Data(contentsOf: file),
                let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
                let entries = list as? [String: Any]
            else { return [:] }
            return entries.compactMapValues { $0 as? String }
        }
    }
#endif
