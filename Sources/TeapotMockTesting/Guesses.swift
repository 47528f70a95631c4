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

    @available(*, unavailable, message: "Write 'times: 1' after the rules. For a range, use 'journal.count(of: …)'.")
    public func expectRequests(
        _: Teapot.Method? = nil, _: String? = nil, _: Rule..., times: ClosedRange<Int>? = nil, count: Int? = nil,
        atLeast: Int? = nil, query: Any? = nil, headers: Any? = nil, body: Any? = nil, json: Any? = nil
    ) {}
#endif
