public import TeapotMock

extension Router {
    /// The switchboard for requests below the router's base URL that no route answers, or `nil`, the default, for none.
    ///
    /// Requests that it doesn't answer go to `passthrough`, if the router has one.
    public var switchboard: Switchboard? {
        get { stage(of: Switchboard.self) }
        set { setStage(newValue) }
    }
}
