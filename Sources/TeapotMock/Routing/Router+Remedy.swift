import Teapot

extension Router {
    /// The advice for a request that nothing answered, in place of Swift code; `nil` for Swift code.
    ///
    /// A program that serves files for people who write no Swift sets it.
    package var remedy: (@Sendable (Request) -> String)? {
        get { withState { $0.settings.remedy } }
        set { withState { $0.settings.remedy = newValue } }
    }
}
