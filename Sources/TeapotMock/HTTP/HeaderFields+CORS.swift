package import Teapot

extension Teapot.HeaderFields {
    /// A copy without the fields that let pages of other origins read a response.
    package var withoutCORS: Self { Self(filter { !$0.name.lowercased().hasPrefix("access-control-") }) }
}
