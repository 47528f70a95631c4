import Foundation
import Teapot
import TeapotMock

/// One run of the test's body, whose requests fail along a path.
final class FailureRun: Stage {
    static var places: [StagePlace] { [.beforeRoutes] }
    /// It comes first, so it sees the routes' answers, and other stages change a failure like any other response.
    static var rank: Int { .min }

    /// The body of a response before it failed.
    enum Body: Sendable, Equatable {
        /// A JSON document of this length, in bytes.
        case json(Int)
        /// Other bytes.
        case other(Int)
        /// A stream, whose length isn't known.
        case stream
        /// No body, or a WebSocket.
        case absent
    }

    /// A request that arrived, except those that a failure caused.
    struct Arrival: Sendable {
        let request: Request
        /// The method and the path, with the origin if it differs from the first request's.
        let name: String
        /// The position among the requests with the same name, starting at 1.
        let occurrence: Int
        /// The time of arrival, in nanoseconds of skipped time, or `nil` in real time.
        let time: UInt64?
        let failure: FailurePath.Failure?
        /// The statuses of the documented errors.
        let documented: [Int]
        /// The router's response, with its body if the body is JSON, or `nil` if there was none.
        var reply: (body: Body, json: Data)?
    }

    /// The parts of a request to keep after its run.
    struct Trace: Sendable {
        let name: String
        let occurrence: Int
        let failure: FailurePath.Failure?
        let body: Body?
        let documented: [Int]
    }

    /// The way a run ended.
    enum End: Sendable {
        case done
        /// The run sent more requests than any app should.
        case endless
        /// The run didn't end within the limit in real time.
        case stuck
    }

    struct State {
        var arrivals: [Arrival] = []
        /// The requests caused by redirects to another origin.
        var detours: [Request] = []
        var occurrences: [String: Int] = [:]
        /// Whether a request arrived while another was in progress.
        var isConcurrent = false
        /// The lasting failures that have begun, with the name of the requests that fail, or `nil` for all requests.
        var lasting: [(name: String?, failure: FailurePath.Failure)] = []
        /// The indices of the steps that were reached.
        var reached: Set<Int> = []
        /// Whether requests are no longer answered.
        var isOver = false
    }

    private static let unseenRoutes = """
        This test has no router, so `everyFailure` doesn't see routes that are registered outside its body. Register \
        them in the body, give the test the trait `.router`, or pass `router:` in XCTest.
        """

    let path: FailurePath
    /// The way the run ended.
    let end = OneShot<End>()
    /// Whether the code itself ended in time.
    let isDone = OneShot<Bool>()
    /// The closure that cancels the code.
    let cancellation = Locked<(@Sendable () -> Void)?>(nil)
    /// The number of requests after which the run counts as endless.
    let requestLimit: Int
    private let isSkipped: Bool
    private let seesRoutes: Bool
    private let state = Locked(State())

    /// - Parameters:
    ///   - path: The failures.
    ///   - requestLimit: The number of requests after which the run counts as endless.
    ///   - isSkipped: Whether waiting takes no time.
    ///   - seesRoutes: Whether the run has the routes that are registered outside the body.
    init(_ path: FailurePath, requestLimit: Int, isSkipped: Bool, seesRoutes: Bool) {
        (self.path, self.requestLimit, self.isSkipped, self.seesRoutes) = (path, requestLimit, isSkipped, seesRoutes)
    }

    /// The requests so far.
    var record: State { state.withLock { $0 } }

    func explanation(for request: Request) -> (reason: String, suggestion: String)? {
        seesRoutes ? nil : ("matches no route in the body of `everyFailure`", Self.unseenRoutes)
    }

    /// Stops answering requests, so the rest of an abandoned run waits and does no harm.
    func abandon() { state.withLock { $0.isOver = true } }

    func arrive(_ request: Request, at moment: Moment, in router: Router) -> StageDecision? {
        // Redirects that a failure caused don't count as requests.
        if request.query.contains(where: { $0.name == FailurePath.Failure.loopMark }) {
            return .answer("a loop of redirects", FailurePath.Failure.redirect(request))
        }
        if request.origin == FailurePath.Failure.portalOrigin {
            state.withLock { $0.detours.append(request) }
            return .answer("a captive portal's login page", FailurePath.Failure.loginPage)
        }
        let documented = Set(router.documentedFailures(of: request).compactMap(\.status)).sorted()
        let (number, failure) = state.withLock {
            $0.begin(request, documented, moment, path, limit: requestLimit, in: router.journal)
        }
        guard let number else {
            if end.finish(.endless) { abandon() }
            return .answer(StageMatch(.switched("nothing: the run is over")) { _ in { try await forever() } })
        }
        if let failure, let response = failure.response(to: request, in: router) {
            return .answer("a failure, \(failure)", response)
        }
        let change = ResponseChange { [self, isSkipped] response in
            let body = Body(of: response)
            let isJSON = if case .json = body { true } else { false }
            state.withLock { $0.arrivals[number - 1].reply = (body, isJSON ? response.body : Data()) }
            if let failure { response = failure.change(response, isSkipped: isSkipped) }
        }
        return .change(change)
    }
}

extension FailureRun.State {
    /// Records a request.
    ///
    /// - Returns: The number of the request, or `nil` if the run is over, and its failure.
    fileprivate mutating func begin(
        _ request: Request, _ documented: [Int], _ moment: Moment, _ path: FailurePath, limit: Int, in journal: Journal
    ) -> (Int?, FailurePath.Failure?) {
        guard !isOver, arrivals.count < limit else { return (nil, nil) }
        let home = arrivals.first?.request.origin ?? request.origin
        let name = request.name(besides: home, below: journal.base)
        let occurrence = occurrences[name, default: 0] + 1
        occurrences[name] = occurrence
        if !journal.isIdle(after: arrivals.count) { isConcurrent = true }
        let number = arrivals.count + 1
        var failure = lasting.first { $0.name == nil || $0.name == name }?.failure
        if failure == nil,
            let index = path.steps.firstIndex(where: { $0.isAt(number, name, occurrence) })
        {
            let step = path.steps[index]
            reached.insert(index)
            failure = step.failure
            if step.extent != .once { lasting.append((step.extent == .sameTarget ? name : nil, step.failure)) }
        }
        var time: UInt64?
        if case .skipped(let nanoseconds) = moment { time = nanoseconds }
        arrivals.append(
            .init(
                request: request, name: name, occurrence: occurrence, time: time, failure: failure,
                documented: documented, reply: nil))
        return (number, failure)
    }
}

extension FailureRun.State {
    /// The parts of the requests to keep after the run.
    var traces: [FailureRun.Trace] {
        arrivals.map {
            FailureRun.Trace(
                name: $0.name, occurrence: $0.occurrence, failure: $0.failure, body: $0.reply?.body,
                documented: $0.documented)
        }
    }
}

extension FailurePath.Step {
    /// Returns whether the step applies to a request.
    fileprivate func isAt(_ number: Int, _ name: String, _ occurrence: Int) -> Bool {
        if let place { return place.name == name && place.occurrence == occurrence }
        switch target {
        case .number(let own): return own == number
        case .name(let own, let place): return own == name && place == occurrence
        }
    }
}

extension Request {
    /// Returns the method and the path as in routes and rules, or with the origin if it isn't below the base.
    fileprivate func name(besides home: String?, below base: RouterBase) -> String {
        let relative = origin == home ? base.depth(of: self).map { self.path(below: $0) } : nil
        return "\(method) \((relative ?? (origin ?? "") + path).shortened(to: 200))".onOneLine
    }
}

extension FailureRun.Body {
    fileprivate init(of response: Response) {
        switch response.content {
        case .stream: self = .stream
        case .upgrade, .file: self = .absent
        case .data(let data):
            let type = response.headers["Content-Type"]?.lowercased() ?? ""
            if data.isEmpty || !response.status.mayHaveContent {
                self = .absent
            } else {
                self = type.contains("json") ? .json(data.count) : .other(data.count)
            }
        }
    }
}

extension Journal {
    /// Returns whether the latest exchanges have ended and each of the `count` earlier requests has one.
    fileprivate func isIdle(after count: Int) -> Bool {
        lastNumber >= count && keptEntries(after: lastNumber - 32).allSatisfy { $0.ending != nil }
    }
}

extension StageDecision {
    fileprivate static func answer(_ reason: String, _ response: Response) -> Self {
        .answer(StageMatch(.switched(reason), response))
    }
}

/// Waits until the task is cancelled.
private func forever() async throws -> Response {
    _ = await OneShot<Bool>().value(ifCancelled: true)
    throw CancellationError()
}
