import Teapot

/// What a load generator asks a server for, and for how long.
struct Load: Codable {
    var path: String
    /// How many bytes a POST has; `nil` for a GET.
    var bodyBytes: Int?
    /// Whether each request has a connection of its own.
    var closes = false
    var connections: Int
    var seconds: Double
    /// How many requests, instead of a time; only ``LoadLoop`` can tell.
    var count: Int?
    /// Of how many requests one asks for a fault; only ``LoadLoop`` does.
    var faultEvery: Int?
}

/// What became of a ``Load``.
struct LoadResult: Codable {
    /// How many were answered, faults included that were asked for.
    var requests: Int
    var seconds: Double
    /// Half of the answers came within so many microseconds.
    var p50: Double
    /// Of a hundred answers 99 came within so many microseconds.
    var p99: Double
    /// How many were not answered as they should.
    var errors: Int
    /// How many faults came as asked for.
    var faults: Int
}

/// How a server is asked to fail.
enum LoadFault: CaseIterable {
    case reset
    case cutShort
    case garbage

    /// Where ``OwnServer`` fails so.
    var path: String {
        switch self {
        case .reset: "/faults/reset"
        case .cutShort: "/faults/cut-short"
        case .garbage: "/faults/garbage"
        }
    }
}
