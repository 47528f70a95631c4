// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Teapot

// A name that newcomers guess. It doesn't compile, but the compiler's error says what to write instead.

extension TeapotClient {
    @available(*, unavailable, renamed: "pages(_:as:)")
    public func pages<Page: Decodable & Sendable>(_ path: String, of type: Page.Type) -> AsyncStream<Page> {
        AsyncStream { nil }
    }
}
