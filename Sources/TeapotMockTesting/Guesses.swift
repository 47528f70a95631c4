// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if canImport(Testing)
    public import Testing

    // A name that newcomers guess. It doesn't compile, but the compiler's error says what to write instead.
    extension Trait where Self == RouterTrait {
        @available(*, unavailable, renamed: "router(_:)")
        public static func router(baseURL: String) -> Self { router(baseURL) }
    }
#endif
