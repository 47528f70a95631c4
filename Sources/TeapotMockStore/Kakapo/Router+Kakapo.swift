public import TeapotMock

extension Router {
    /// A callable value that registers routes for `DELETE`, under Kakapo's name.
    @available(*, deprecated, renamed: "delete")
    public var del: Router.Verb { delete }
}
