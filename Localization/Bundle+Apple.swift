#if canImport(ObjectiveC)
    import Foundation

    extension Bundle {
        /// What the bundle's `Localizable` table says for a key in the language that Foundation chooses.
        ///
        /// Asked through Foundation, so that string catalogs and an app's own subclass of `Bundle` count too.
        func sentence(forKey key: String) -> String? {
            let absent = "\u{0}"
            let sentence = localizedString(forKey: key, value: absent, table: "Localizable")
            return sentence == absent ? nil : sentence
        }
    }
#endif
