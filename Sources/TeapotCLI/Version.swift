/// The version of Teapot.
enum Version {
    /// The version that the changelog lists as unreleased.
    static let number = "3.0.0-dev"
}
