public import Teapot

// Names that newcomers guess. They don't compile, but the compiler's error suggests the right name.

extension TeapotClient {
    /// A guess at `pages(_:as:)`.
    @available(*, unavailable, renamed: "pages(_:as:)")
    public func pages<Page: Decodable & Sendable>(_ path: String, of type: Page.Type) -> AsyncStream<Page> {
        AsyncStream { nil }
    }
}
