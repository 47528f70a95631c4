/// A route that answers a request, which has been counted.
struct RouteMatch {
    let route: Route
    /// The number of requests that the route answered before.
    let time: Int
    /// The latency of the router, in seconds.
    let latency: Double
    /// The number of the journal entry, or 0 if none was made.
    var entry = 0
}
