import Teapot
import TeapotMock

extension FailurePath {
    /// A way for a request to fail.
    public enum Failure: Sendable, Hashable {
        /// The connection is refused: `URLError.cannotConnectToHost`. The server doesn't receive the request.
        case refused
        /// The connection is reset after the server receives the request but before the response.
        case reset
        /// The connection is reset after a number of bytes of the response's body, or in the middle of it for `nil`.
        case resetInBody(at: Int?)
        /// No response arrives before the timeout, even though the server has received the request.
        case timedOut
        /// The response arrives after 45 seconds.
        case slow
        /// The response is an error with this status, which is between 400 and 599.
        ///
        /// The server hasn't processed the request, but the client can't be sure of that if the status is at least 500,
        /// other than 503. A 429 has a `Retry-After` of 30 seconds.
        case status(Int)
        /// The response is the documented error with this status, from the router's OpenAPI document, or each
        /// documented error for `nil`.
        ///
        /// For a range, it's the first status in the range without a response of its own; for `default`, it's the
        /// first such 5xx or, if `5XX` is documented, the first such 4xx.
        case documented(Int?)
        /// The response has its usual status, but an empty body.
        case empty
        /// The response is an HTML page with status 200 instead of JSON.
        case html
        /// The response is complete, but its body is cut after a number of bytes, or in the middle for `nil`.
        case cut(at: Int?)
        /// The response is JSON of a different type: an object instead of a list, or a list instead of anything else.
        case wrongType
        /// The response is an endless redirect to the same URL.
        case redirectLoop
        /// The response is a redirect to another origin's login page, as on a hotel network.
        case portal

        /// The failures to try for each request, if its response allows them.
        public static let usual: [Failure] =
            [.refused, .reset, .resetInBody(at: nil), .timedOut, .slow]
            + [401, 403, 404, 409, 429, 500, 503].map { .status($0) }
            + [.documented(nil), .empty, .html, .cut(at: nil), .wrongType, .redirectLoop, .portal]
    }
}

extension FailurePath.Failure {
    /// The time that a slow response takes, in seconds, which is less than the default timeout.
    static let slowness = 45.0
    /// The value of `Retry-After`, in seconds.
    static let pause = 30

    /// Whether the router's handler runs before its response is changed.
    var isAfterHandler: Bool {
        switch self {
        case .refused, .status, .documented, .redirectLoop, .portal: false
        case .reset, .resetInBody, .timedOut, .slow, .empty, .html, .cut, .wrongType: true
        }
    }

    /// Whether the server may have processed the request, as far as the client knows.
    var mayTakeEffect: Bool {
        switch self {
        case .status(let status), .documented(let status?): status >= 500 && status != 503
        default: isAfterHandler
        }
    }

    /// Whether every request may fail this way during an outage.
    var mayLast: Bool {
        switch self {
        case .refused, .reset, .timedOut, .slow, .status, .portal: true
        case .documented, .resetInBody, .empty, .html, .cut, .wrongType, .redirectLoop: false
        }
    }

    /// Returns whether a request can fail this way.
    func fits(_ trace: FailureRun.Trace) -> Bool {
        let body = trace.body
        return switch self {
        case .refused, .status, .redirectLoop, .portal: true
        case .documented(let status): trace.documented.contains { $0 == status }
        case .reset, .timedOut, .slow: body != nil
        case .resetInBody(let count), .cut(let count):
            switch body {
            case .json(let length), .other(let length): length > max(1, count ?? 1)
            case .stream: self == .resetInBody(at: count)
            case nil, .absent?: false
            }
        case .empty:
            switch body {
            case .json, .other: true
            case .stream, nil, .absent?: false
            }
        case .html, .wrongType: if case .json = body { true } else { false }
        }
    }

    /// Returns the failures of a request, each without `nil`: with the middle of the body in its place, or once for
    /// each documented status.
    func choices(for trace: FailureRun.Trace) -> [Self] {
        if self == .documented(nil) { return trace.documented.map { .documented($0) } }
        return fits(trace) ? [placed(in: trace.body)] : []
    }

    /// Returns the failure with the middle of a body in place of `nil`.
    private func placed(in body: FailureRun.Body?) -> Self {
        let middle: Int
        switch body {
        case .json(let length), .other(let length): middle = length / 2
        case .stream, nil, .absent?: middle = 1
        }
        return switch self {
        case .resetInBody(at: nil): .resetInBody(at: middle)
        case .cut(at: nil): .cut(at: middle)
        default: self
        }
    }
}

extension FailurePath.Failure: CustomStringConvertible {
    /// The name in a path's text: `refused`, `reset`, `reset@17`, `timeout`, `slow`, `503`, `documented@404`, `empty`,
    /// `html`, `cut@17`, `type`, `loop` or `portal`.
    public var description: String {
        switch self {
        case .refused: "refused"
        case .reset: "reset"
        case .resetInBody(let count): "reset@\(count.map { "\($0)" } ?? "middle")"
        case .timedOut: "timeout"
        case .slow: "slow"
        case .status(let status): "\(status)"
        case .documented(let status): "documented@\(status.map { "\($0)" } ?? "each")"
        case .empty: "empty"
        case .html: "html"
        case .cut(let count): "cut@\(count.map { "\($0)" } ?? "middle")"
        case .wrongType: "type"
        case .redirectLoop: "loop"
        case .portal: "portal"
        }
    }

    /// Creates a failure from its name, or returns `nil` if there's no such failure.
    init?(_ name: String) {
        if let failure = Self.usual.first(where: { $0.description == name }) {
            self = failure
        } else if let status = Int(name), 400..<600 ~= status {
            self = .status(status)
        } else if name.hasPrefix("documented@"), let status = Int(name.dropFirst(11)) {
            self = .documented(status)
        } else if name.hasPrefix("reset@"), let count = Int(name.dropFirst(6)), count >= 0 {
            self = .resetInBody(at: count)
        } else if name.hasPrefix("cut@"), let count = Int(name.dropFirst(4)), count >= 0 {
            self = .cut(at: count)
        } else {
            return nil
        }
    }
}
