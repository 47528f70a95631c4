public import Foundation
public import Teapot

extension Journal {
    /// The record of one request, with its outcome at the time the entry was read.
    public struct Entry: Sendable {
        /// The position in the order of arrival, starting at 1.
        ///
        /// It doesn't change when other entries are forgotten.
        public internal(set) var number = 0
        /// The request as received.
        ///
        /// Its body is empty if ``droppedBodyLength`` isn't `nil`.
        public internal(set) var request: Request
        var result: Result
        /// The ending of the exchange, or `nil` if it hasn't ended.
        public internal(set) var ending: Ending?
        /// The time when the request arrived, in nanoseconds since the router was created.
        private let began: UInt64
        /// The date when that time was zero, in nanoseconds since 1970.
        private let epoch: Int64
        /// The number of segments in the path of the router's base URL, or `nil` if the request isn't below it.
        private let depth: Int?
        /// The time when the exchange ended, in nanoseconds since the router was created.
        var ended: UInt64 = 0

        /// The outcome, stored as a single reference.
        ///
        /// Other values are computed from it on access.
        enum Result: Sendable {
            case answered(RouteSummary.Origin)
            case other(Box<Outcome>)

            static func outcome(_ outcome: Outcome) -> Result { .other(Box(outcome)) }
        }

        /// - Parameters:
        ///   - request: The request as received.
        ///   - result: The outcome.
        ///   - depth: The number of segments in the path of the router's base URL, or `nil` if the request isn't below
        ///     it.
        ///   - began: The time when the request arrived, in nanoseconds since the router was created.
        ///   - epoch: The date when that time was zero, in nanoseconds since 1970.
        init(of request: consuming Request, _ result: Result, below depth: Int?, began: UInt64, epoch: Int64) {
            self.depth = depth
            self.request = request
            self.result = result
            self.began = began
            self.epoch = epoch
        }

        /// The path relative to the router's base URL, as in routes and rules, or `nil` if the request isn't below it.
        ///
        /// It is percent-encoded as sent. The ``request`` has the whole path.
        public var path: String? { depth.map { request.path(below: $0) } }

        /// The decoded values of the `:variables` of the route that answers, by name.
        public var components: [String: String] {
            if case .answered(let route) = result { route.variables.components(of: request) } else { [:] }
        }

        /// The router's decision about the request.
        public var outcome: Outcome {
            switch result {
            case .answered(let route): .answered(RouteSummary(origin: route))
            case .other(let other): other.value
            }
        }

        /// The length of the request's body, in bytes, if the journal has dropped the body; otherwise, `nil`.
        ///
        /// The journal drops the oldest bodies when their total size exceeds its ``Journal/bodyCapacity``.
        public var droppedBodyLength: Int? { request.droppedBodyLength }

        /// Drops the request's body, here and in the diagnosis.
        mutating func dropBody() {
            request.dropBody()
            guard case .other(let other) = result, case .unanswered(var diagnosis) = other.value else { return }
            diagnosis.request.dropBody()
            result = .outcome(.unanswered(diagnosis))
        }

        /// The date when the first byte of the request arrived.
        public var date: Date { Uptime.date(of: began, epoch) }

        /// The time when the first byte of the request arrived, in seconds since the router was created.
        ///
        /// In skipped time, it's exact to the nanosecond: it's the sum of all waits.
        public var start: Double { Double(began) / 1e9 }

        /// The time from the first byte of the request to the last byte of the response, in seconds, or `nil` if the
        /// exchange hasn't ended.
        public var duration: Double? { ending == nil ? nil : Double(ended - min(began, ended)) / 1e9 }

        /// The route that answered or refused the request, or `nil` if there was none.
        public var route: RouteSummary? {
            switch outcome {
            case .answered(let route), .refused(let route, _): route
            case .switched, .passedThrough, .unanswered, .closed: nil
            }
        }

        /// The status that was sent to the client, or `nil` if none was sent.
        public var status: Teapot.StatusCode? { if case .responded(let status) = ending { status } else { nil } }
    }

    /// A router's decision about a request.
    public enum Outcome: Sendable {
        /// A route answered the request.
        case answered(RouteSummary)
        /// A route matched the request, but refused it because of its headers.
        ///
        /// The reasons describe the incorrect headers, with credentials shortened.
        case refused(RouteSummary, reasons: [String])
        /// Something other than a single route made the decision: the switchboard, CORS, an offline network, or
        /// several routes together, for an `OPTIONS` or a GraphQL batch.
        ///
        /// The text is the reason, such as `products/success_list.json, first match`.
        case switched(String)
        /// No route matched the request, and the router passed it through to a live server below this URL.
        case passedThrough(to: URL)
        /// No route matched the request.
        indirect case unanswered(Diagnosis)
        /// The router isn't answering any requests, for example because its test has ended.
        ///
        /// The text is the explanation.
        case closed(String)
    }

    /// The way an exchange ended.
    public enum Ending: Sendable, Equatable {
        /// The exchange ended with a response with this status.
        case responded(Teapot.StatusCode)
        /// The exchange failed because of the connection or the fixture, or because nothing answered the request.
        case failed
        /// The client disconnected or cancelled before the response was complete.
        case abandoned
    }
}

extension Journal.Entry: CustomStringConvertible {
    /// The method, the path relative to the router's base URL, and the query.
    var target: String { request.target(below: depth) }

    /// The entry as a single line.
    ///
    /// `7. POST /carts/7 – by POST /carts/:id, at ShopTests/CartTests.swift:12: status 201 after 0.3 ms`
    public var description: String {
        let by =
            switch outcome {
            case .refused, .passedThrough: reason
            case .answered, .switched, .unanswered, .closed: "by " + reason
            }
        let time = duration.map { " after " + $0.durationText } ?? ""
        let end =
            switch ending {
            case .responded(let status): "status \(status.rawValue)"
            case .failed: "failed"
            case .abandoned: "abandoned"
            case nil: "in progress"
            }
        return "\(number). \(target) – \(by): \(end)\(time)"
    }
}
