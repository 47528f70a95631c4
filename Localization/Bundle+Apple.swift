#if canImport(ObjectiveC)
    import Foundation

    extension Bundle {
        /// Returns the sentence of a key in the bundle's `Localizable` table, in the language that Foundation chooses.
        ///
        /// It is looked up by Foundation, so that string catalogs and an app's own subclass of `Bundle` are used too.
        func sentence(forKey key: String) -> String? {
            let absent = "\u{0}"
            let sentence = localizedString(forKey: key, value: absent, table: "Localizable")
            return sentence == absent ? nil : sentence
        }
    }
#endif
