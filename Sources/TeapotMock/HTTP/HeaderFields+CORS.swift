package import Teapot

extension Teapot.HeaderFields {
    /// A copy without the headers that let pages from other origins read the response.
    package var withoutCORS: Self { Self(filter { !$0.name.lowercased().hasPrefix("access-control-") }) }
}
