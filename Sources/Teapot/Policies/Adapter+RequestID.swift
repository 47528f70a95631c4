extension Teapot.Adapter {
    /// Sends the id of each request along, the same for all of its tries and redirects, so that logs of both sides can be
    /// joined.
    ///
    /// - Parameter name: The name of the header field.
    /// - Returns: The adapter.
    public static func requestID(as name: String = "X-Request-ID") -> Self {
        Self { $0.headerFields[name] = $0.id.uuidString }
    }
}
