package import Foundation

/// The sentence for a key in the user's language, its placeholders filled in.
///
/// Asked in turn, key by key: the app's own bundle, Teapot's tables, the English in the code. A bundle is passed over
/// when it lacks the key, when its table can't be parsed, and when the sentence's placeholders are not those of the
/// English one, since filling them would read arguments that aren't there. A sentence with no placeholders at all is
/// taken: whoever leaves the status code out means to. Sentences are formats: a percent sign is written `%%`.
///
/// Which language a bundle answers in is Foundation's choice. On Apple platforms it weighs the user's preferred
/// languages against those of the app. On Linux it heeds neither `LANG` nor the user's preferences, so a bundle answers
/// in English or not at all; hand in ``localizationBundle(forLanguage:)`` to choose another language there.
///
/// - Parameters:
///   - key: The sentence wanted.
///   - bundle: The app's bundle with a `Localizable.strings` that may hold some of the keys, or a plain folder of
///     `.lproj` folders opened as a bundle; `nil` when the app brings none.
///   - arguments: What the placeholders stand for: an integer for each `%d`, a string for each `%@`.
/// - Returns: The sentence, never empty. English and unfilled if the arguments don't fit the key.
package func localized(_ key: LocalizationKey, in bundle: Bundle?, _ arguments: any CVarArg...) -> String {
    localized(key, from: [bundle, ResourceBundle.shared], arguments)
}

/// The sentence for a key from the first of some bundles that has a usable one, else the English in the code.
///
/// - Parameters:
///   - key: The sentence wanted.
///   - bundles: The bundles to ask, in order.
///   - arguments: What the placeholders stand for.
/// - Returns: The sentence, its placeholders filled in.
package func localized(_ key: LocalizationKey, from bundles: [Bundle?], _ arguments: [any CVarArg]) -> String {
    let expected = arguments.map(Placeholder.init(filledBy:))
    guard Placeholder.all(in: key.english) == expected else { return key.english }
    for case let bundle? in bundles {
        guard let sentence = bundle.sentence(forKey: key.rawValue), !sentence.isEmpty,
            // Some tools export an untranslated key as its own value.
            sentence != key.rawValue,
            let found = Placeholder.all(in: sentence), found.isEmpty || found == expected
        else { continue }
        return Placeholder.fill(sentence, with: found.isEmpty ? [] : arguments)
    }
    return Placeholder.fill(key.english, with: arguments)
}

/// Teapot's sentences in one language, whatever the user prefers.
///
/// - Parameter language: A language tag in any case, such as `pt-BR`, `de_AT` or `zh-hans`. A language in the same
///   script but of another region will do: `de-AT` gives German and `pt-PT` Brazilian Portuguese, but `zh-TW` does not
///   give Simplified Chinese.
/// - Returns: A bundle to use as the app's own, or `nil` if there is no table for the language.
package func localizationBundle(forLanguage language: String) -> Bundle? {
    ResourceBundle.shared.flatMap { ResourceBundle.bundle(forLanguage: language, in: $0) }
}
