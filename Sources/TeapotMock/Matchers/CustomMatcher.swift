package import Teapot

/// A condition that a closure evaluates.
package struct CustomMatcher: Matcher {
    /// The name of the condition, if it has one.
    let name: String?
    /// The closure, which may be called several times for one request.
    let condition: @Sendable (Request) -> Bool

    /// Closures can't be compared.
    package var identity: AnyHashable? { nil }

    package func matches(_ request: Request, path: ArraySlice<String>?) -> Bool { condition(request) }

    package func expectations(_ options: Teapot.Options) -> [String] { [name ?? "custom rule"] }

    package func explanations(of request: ExaminedRequest) -> [String?] { [condition(request.request) ? nil : ""] }
}
