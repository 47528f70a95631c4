public import TeapotMock

extension Router {
    /// A callable value that registers routes for `DELETE`, under the name that Kakapo uses.
    @available(*, deprecated, renamed: "delete")
    public var del: RouterVerb { delete }
}
