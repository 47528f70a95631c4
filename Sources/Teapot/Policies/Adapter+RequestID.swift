import Foundation

extension Teapot.Adapter {
    /// Returns an adapter that sends the ID of each request, the same for all of its attempts and redirects.
    ///
    /// A request that has such a field of its own is not changed. With the ID, the logs of client and server can be
    /// matched.
    ///
    /// - Parameter name: The name of the header field.
    /// - Returns: The adapter.
    public static func requestID(as name: String = "X-Request-ID") -> Self {
        Self { $0.headerFields[name] = $0.headerFields[name] ?? $0.id.uuidString }
    }
}
