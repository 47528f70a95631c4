// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if canImport(Testing)
    public import Teapot
    public import TeapotMock
    public import Testing

    // Names that newcomers guess. They don't compile, but the compiler's error says what to write instead.

    extension Trait where Self == RouterTrait {
        @available(*, unavailable, message: "Write '.router(\"https://api.test\", isOptional: true)'.")
        public static func router(
            _: String = "", optional: Bool? = nil, baseURL: String? = nil, router _: Any? = nil, for _: Any? = nil
        ) -> Self { router(isOptional: false) }
    }

    @available(*, unavailable, message: "Write 'times: 1', or '#expect(try router.journal.count(of: …) >= 1)'.")
    public func expectRequests(
        _: Teapot.Method? = nil, _: String? = nil, _: Rule..., count: Int? = nil, atLeast: Int? = nil, body: Any? = nil
    ) {}
#endif
