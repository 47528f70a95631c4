import Foundation

/// A route that answers a request that has already been counted.
struct RouteMatch {
    let route: Route
    /// The number of requests that the route answered earlier.
    let earlierCount: Int
    /// The latency of the router, in seconds.
    var latency: Double
    /// The router's encoder, or `nil` for the default one.
    let encoder: JSONEncoder?
    /// The number of the journal entry, or 0 if there is none.
    var entry = 0
}

extension RouteMatch {
    /// Returns a handler whose values are encoded with the router's encoder.
    func encoding(_ handler: @escaping @Sendable (Request) throws -> Response) -> @Sendable (Request) throws -> Response
    {
        guard let encoder else { return handler }
        return { request in
            try Serializer.Surroundings.$current.withValue(.init(encoder: encoder)) { try handler(request) }
        }
    }

    /// Returns an asynchronous handler whose values are encoded with the router's encoder.
    func encoding(
        _ handler: @escaping @Sendable (Request) async throws -> Response
    ) -> @Sendable (Request) async throws -> Response {
        guard let encoder else { return handler }
        return { request in
            try await Serializer.Surroundings.$current.withValue(.init(encoder: encoder)) { try await handler(request) }
        }
    }
}
