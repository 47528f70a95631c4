public import TeapotLocalization

extension Teapot {
    private static let bundle = Locked<Bundle?>(nil)

    /// A bundle whose `Localizable` table replaces the package's own sentences, key by key; `nil` for none.
    ///
    /// The keys are those of `Localization/en.lproj`, such as `Teapot:MissingImage`.
    public static var localizationBundle: Bundle? {
        get { bundle.withLock { $0 } }
        set { bundle.withLock { $0 = newValue } }
    }
}
