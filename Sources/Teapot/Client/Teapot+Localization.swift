public import Foundation
import TeapotLocalization

extension Teapot {
    private static let bundle = Locked<Bundle?>(nil)

    /// The bundle whose `Localizable` table replaces the package's sentences, or `nil` for none.
    ///
    /// Keys that aren't in the table keep the package's sentences. The keys are in `Localization/en.lproj`, such as
    /// `Teapot:MissingImage`.
    public static var localizationBundle: Bundle? {
        get { bundle.withLock { $0 } }
        set { bundle.withLock { $0 = newValue } }
    }

    /// Returns a bundle with the package's sentences in one language, to assign to ``localizationBundle``.
    ///
    /// On Linux, where Foundation ignores the user's language, use this to choose one.
    ///
    /// - Parameter language: A language tag, such as `de` or `pt-BR`.
    /// - Returns: The bundle, or `nil` if there are no sentences in that language.
    public static func localizationBundle(forLanguage language: String) -> Bundle? {
        TeapotLocalization.localizationBundle(forLanguage: language)
    }
}
