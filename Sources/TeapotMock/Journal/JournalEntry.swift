public import Teapot

extension Journal {
    /// One request that came, and what became of it by the time that the entry was asked for.
    public struct Entry: Sendable {
        /// Its place in the order in which requests came, counted from 1; it stays the same when others are forgotten.
        public internal(set) var number = 0
        /// The request as it came.
        public let request: Request
        var result: Result
        /// How the exchange ended; `nil` while it is under way.
        public internal(set) var ending: Ending?
        /// Nanoseconds of ``Clock``.
        private let began: UInt64
        /// The date of that clock's zero, in nanoseconds since 1970.
        private let epoch: Int64
        var ended: UInt64 = 0

        /// What is kept of a router's choice: one reference, from which the rest is made when it is asked for.
        enum Result: Sendable {
            case answered(RouteSummary.Origin)
            case other(Other)
        }

        /// What came of a request that no route answered.
        final class Other: Sendable {
            let outcome: Outcome

            init(_ outcome: Outcome) { self.outcome = outcome }
        }

        /// - Parameters:
        ///   - request: The request as it came.
        ///   - result: What the router does about it.
        ///   - began: When it came.
        ///   - epoch: The date of the clock's zero.
        init(of request: Request, _ result: Result, began: UInt64, epoch: Int64) {
            self.request = request
            self.result = result
            self.began = began
            self.epoch = epoch
        }

        /// What the `:variables` of the route that answers stand for, decoded, by their names.
        public var components: [String: String] {
            if case .answered(let route) = result { route.components(of: request) } else { [:] }
        }

        /// What the router did about it.
        public var outcome: Outcome {
            switch result {
            case .answered(let route): .answered(RouteSummary(origin: route))
            case .other(let other): other.outcome
            }
        }

        /// When it came.
        public var date: Date { Clock.date(of: began, epoch) }

        /// How long it took until the answer was delivered, in seconds; `nil` while it is under way.
        public var duration: Double? { ending == nil ? nil : Double(ended - min(began, ended)) / 1e9 }

        /// The route that answered, or refused; `nil` if there was none.
        public var route: RouteSummary? {
            switch outcome {
            case .answered(let route), .refused(let route, _): route
            case .switched, .passedThrough, .unanswered, .closed: nil
            }
        }

        /// The status that the client was sent; `nil` if it was sent none.
        public var status: Teapot.StatusCode? { if case .responded(let status) = ending { status } else { nil } }
    }

    /// What a router did about a request.
    public enum Outcome: Sendable {
        /// A route answered it.
        case answered(RouteSummary)
        /// A route matched it, but refused it for its header fields: what is wrong with each, credentials shortened.
        case refused(RouteSummary, reasons: [String])
        /// No route matched it, and the ``Switchboard`` decided: by what, such as
        /// `products/success_list.json, the first for /products`.
        case switched(String)
        /// No route matched it, so that it went to a live server, below this URL.
        case passedThrough(to: URL)
        /// No route matched it.
        indirect case unanswered(Diagnosis)
        /// The router answers nothing, being finished, and why.
        case closed(String)
    }

    /// How an exchange ended.
    public enum Ending: Sendable, Equatable {
        /// With a response of this status.
        case responded(Teapot.StatusCode)
        /// With a failure: of the connection, of the fixture, or because nothing answered.
        case failed
        /// The client went before the answer was there.
        case abandoned
    }
}

extension Journal.Entry.Result {
    /// - Parameters:
    ///   - choice: What the router does about a request.
    ///   - options: Which header fields are shortened.
    init(_ choice: Router.Choice, _ options: Teapot.Options) {
        switch choice {
        case .answer(let route, _, _): self = .answered(route.origin)
        case .refuse(let route, let mismatches):
            let reasons = mismatches.map { $0.explanation(options) }
            self = .other(.init(.refused(route.summary, reasons: reasons)))
        case .switched(_, let choice, let live): self = .other(.init(Journal.Outcome(choice, live: live)))
        case .pass(let passthrough): self = .other(.init(.passedThrough(to: passthrough.baseURL)))
        case .nothing(let diagnosis): self = .other(.init(.unanswered(diagnosis)))
        case .closed(let reason): self = .other(.init(.closed(reason)))
        }
    }
}

extension Journal.Entry: CustomStringConvertible {
    /// A line such as `7. POST /carts/7 – by POST /carts/:id, at ShopTests/CartTests.swift:12: status 201 after 0.3 ms`.
    public var description: String {
        let isRefused = if case .refused = outcome { true } else { false }
        let by = (isRefused ? "" : "by ") + reason
        let time = duration.map { " after \(($0 * 10000).rounded() / 10) ms" } ?? ""
        let end =
            switch ending {
            case .responded(let status): "status \(status.rawValue)"
            case .failed: "failed"
            case .abandoned: "abandoned"
            case nil: "under way"
            }
        return "\(number). \(request.shortTarget) – \(by): \(end)\(time)"
    }
}
