#if !canImport(ObjectiveC)
    import Foundation

    extension Bundle {
        /// Returns the sentence of a key in the bundle's `Localizable` table, in the language that Foundation chooses.
        ///
        /// It is read without `localizedString(forKey:value:table:)`, which crashes on Linux if the value of the key is
        /// not a string. Foundation still chooses the file, which is the English one, `Base.lproj`, or one outside any
        /// `.lproj`.
        func sentence(forKey key: String) -> String? {
            StringTables.shared.table(of: self)[key]
        }
    }

    /// The tables read so far.
    ///
    /// Foundation also caches its tables: a table that is edited later is not read again there either.
    private final class StringTables: @unchecked Sendable {
        static let shared = StringTables()

        // `lock` guards `tables`.
        private let lock = NSLock()
        private var tables: [String: [String: String]] = [:]

        /// Returns the table of a bundle, which is empty if it is absent or malformed.
        ///
        /// The result is cached in either case.
        func table(of bundle: Bundle) -> [String: String] {
            let path = bundle.bundlePath
            if let known = lock.withLock({ tables[path] }) { return known }
            let table = Self.read(bundle.url(forResource: "Localizable", withExtension: "strings"))
            lock.withLock {
                // An app has one bundle or two. The limit bounds the memory for an app that creates bundles
                // continuously.
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
