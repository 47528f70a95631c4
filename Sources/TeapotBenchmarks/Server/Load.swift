import Teapot

/// The requests that a load generator sends to a server, and their duration.
struct Load: Codable {
    var path: String
    /// The number of bytes of a POST, or `nil` for a GET.
    var bodyBytes: Int?
    /// Whether each request uses a new connection.
    var closes = false
    var connections: Int
    var seconds: Double
    /// The number of requests, instead of a time; only ``LoadLoop`` supports it.
    var count: Int?
    /// The number of requests of which one asks for a fault; only ``LoadLoop`` supports it.
    var faultEvery: Int?
}

/// The result of a ``Load``.
struct LoadResult: Codable {
    /// The number of answered requests, including requested faults.
    var requests: Int
    var seconds: Double
    /// The median of the response times, in microseconds.
    var p50: Double
    /// The 99th percentile of the response times, in microseconds.
    var p99: Double
    /// The number of requests that weren't answered correctly.
    var errors: Int
    /// The number of faults that occurred as requested.
    var faults: Int
}

/// A fault to ask a server for.
enum LoadFault: CaseIterable {
    case reset
    case cutShort
    case garbage

    /// The path of ``OwnServer`` that causes the fault.
    var path: String {
        switch self {
        case .reset: "/faults/reset"
        case .cutShort: "/faults/cut-short"
        case .garbage: "/faults/garbage"
        }
    }
}
