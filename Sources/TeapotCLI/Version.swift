/// Which Teapot this is.
enum Version {
    /// The version that the change log calls unreleased.
    static let number = "3.0.0-dev"
}
