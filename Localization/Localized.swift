package import Foundation

/// Returns the sentence for a key in the user's language, with its placeholders filled in.
///
/// For each key, these sources are searched in order: the app's own bundle, Teapot's tables, and the English sentence
/// in the code. A bundle is skipped if it lacks the key, if its table can't be parsed, or if the placeholders of the
/// sentence differ from those of the English one, since filling them in would read arguments that do not exist. A
/// sentence without any placeholders is accepted, because its author may have left out the status code deliberately.
/// Sentences are format strings: a percent sign is written `%%`.
///
/// Foundation chooses the language of a bundle. On Apple platforms it compares the user's preferred languages with
/// those of the app. On Linux it ignores `LANG` and the user's preferences, so a bundle has sentences in English or
/// none. Pass ``localizationBundle(forLanguage:)`` to choose another language there.
///
/// - Parameters:
///   - key: The key of the sentence.
///   - bundle: The app's bundle with a `Localizable.strings` that may have some of the keys, or a folder of `.lproj`
///     folders opened as a bundle, or `nil` if the app has none.
///   - arguments: The values of the placeholders: an integer for each `%d`, a string for each `%@`.
/// - Returns: The sentence, which is never empty. If the arguments do not match the key, it is the English sentence
///   with its placeholders.
package func localized(_ key: LocalizationKey, in bundle: Bundle?, _ arguments: any CVarArg...) -> String {
    localized(key, from: [bundle, ResourceBundle.shared], arguments)
}

/// Returns the sentence for a key from the first of several bundles that has a usable one, or the English one in the
/// code.
///
/// - Parameters:
///   - key: The key of the sentence.
///   - bundles: The bundles to search, in order.
///   - arguments: The values of the placeholders.
/// - Returns: The sentence with its placeholders filled in.
package func localized(_ key: LocalizationKey, from bundles: [Bundle?], _ arguments: [any CVarArg]) -> String {
    let expected = arguments.map(Placeholder.init(filledBy:))
    guard Placeholder.all(in: key.english) == expected else { return key.english }
    for case let bundle? in bundles {
        guard let sentence = bundle.sentence(forKey: key.rawValue), !sentence.isEmpty,
            // Some tools export an untranslated key with the key as its value.
            sentence != key.rawValue,
            let found = Placeholder.all(in: sentence), found.isEmpty || found == expected
        else { continue }
        return Placeholder.fill(sentence, with: found.isEmpty ? [] : arguments)
    }
    return Placeholder.fill(key.english, with: arguments)
}

/// Returns a bundle with Teapot's sentences in one language, independent of the user's preferences.
///
/// - Parameter language: A language tag in any case, such as `pt-BR`, `de_AT` or `zh-hans`. A language of another
///   region in the same script is accepted: `de-AT` returns German and `pt-PT` Brazilian Portuguese, but `zh-TW` does
///   not return Simplified Chinese.
/// - Returns: A bundle to use as the app's own, or `nil` if there is no table for the language.
package func localizationBundle(forLanguage language: String) -> Bundle? {
    ResourceBundle.shared.flatMap { ResourceBundle.bundle(forLanguage: language, in: $0) }
}
