public import Foundation
import TeapotLocalization

extension Teapot {
    private static let bundle = Locked<Bundle?>(nil)

    /// The bundle whose `Localizable` table replaces the package's messages, or `nil` for none.
    ///
    /// Keys that aren't in the table keep the package's messages. `Localization/en.lproj` lists the keys, such as
    /// `Teapot:MissingImage`.
    public static var localizationBundle: Bundle? {
        get { bundle.withLock { $0 } }
        set { bundle.withLock { $0 = newValue } }
    }

    /// Returns a bundle with the package's messages in one language, to assign to ``localizationBundle``.
    ///
    /// On Linux, where Foundation ignores the user's language, use this to choose one.
    ///
    /// - Parameter language: A language tag, such as `de` or `pt-BR`.
    /// - Returns: The bundle, or `nil` if there are no messages in that language.
    public static func localizationBundle(forLanguage language: String) -> Bundle? {
        TeapotLocalization.localizationBundle(forLanguage: language)
    }
}
