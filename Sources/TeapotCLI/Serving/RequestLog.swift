import Teapot
import TeapotMock
import TeapotMockFolders

/// A log with a line for each request: its target, its response, and the reason.
struct RequestLog: Sendable {
    let console: Console
    /// Whether each line is a JSON object.
    var isJSON = false
    /// The file that the routes come from, or `nil` if they say so themselves.
    var source: String?
    /// Returns why the live server's latest response is missing or incomplete, or `nil` without such a server.
    var failure: @Sendable () -> String? = { nil }
    /// The requests that weren't answered, by target and, if they were refused, the reason.
    ///
    /// The router counts those that nothing matched. These are the others, such as one with an invalid mock.
    let unanswered = Locked<[[String]: Unanswered]>([:])

    /// Requests with the same target that weren't answered.
    struct Unanswered: Sendable {
        /// The number of the first one.
        let number: Int
        /// The reason for the first one.
        var reason: String?
        var count = 0
    }

    /// Prints each request when it has ended, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - journal: The journal of requests.
    ///   - changes: The changes of the journal.
    /// - Throws: An error if the output can't be written.
    ///
    /// Finally, it prints the remaining requests: those that have ended by then, and those still in progress.
    func follow(_ journal: Journal, _ changes: AsyncStream<Void>) async throws {
        var (last, underWay) = (0, [Int]())
        for await _ in changes { try print(journal, after: &last, &underWay) }
        try print(journal, after: &last, &underWay, isEnd: true)
    }

    /// Prints the requests that have ended since the last time.
    private func print(_ journal: Journal, after last: inout Int, _ underWay: inout [Int], isEnd: Bool = false) throws {
        let entries = journal.keptEntries(after: last)
        // The entries that the journal has discarded since the last change.
        var missing = (entries.last?.number ?? last) - last - entries.count
        last = entries.last?.number ?? last
        var rest: [Int] = []
        for (number, entry) in underWay.map({ ($0, journal.entry($0)) }) + entries.map({ ($0.number, $0) }) {
            switch entry {
            case nil: missing += 1
            case let entry? where entry.ending == nil && !isEnd: rest.append(number)
            case let entry?:
                if !Self.isAnswered(entry) { note(entry) }
                try console.print(isJSON ? json(for: entry) : line(for: entry))
            }
        }
        underWay = rest
        if missing > 0 { try console.print(OutputQueue.note(missing, "request", asJSON: isJSON)) }
    }

    private func note(_ entry: Journal.Entry) {
        let (target, reason) = (entry.request.shortTarget, reason(of: entry, source).shortened(to: 200))
        let first = Unanswered(number: entry.number, reason: reason)
        let isLost = Self.isLost(entry)
        unanswered.withLock { known in
            // The router counts unmatched requests, so beyond the limit, only their reasons are missing.
            guard isLost || known.count < 1000 else { return }
            let key = isLost && known.count < 1000 ? [target, reason] : [target]
            known[key, default: first].count += isLost ? 1 : 0
        }
    }

    /// Returns the path and the query of a request, with the values of secrets shortened.
    static func shownPath(of request: Request) -> String { Secrets.hide(in: request.shortPath) }

    /// Returns a line such as `GET /users 200 1.2 ms  users/success_list.json, first match`.
    func line(for entry: Journal.Entry) -> String {
        let request = "\(entry.request.method) \(Self.shownPath(of: entry.request))".printable
        let time = console.output.paint(entry.duration.map { " " + $0.durationText } ?? "", .dim)
        return "\(request) \(end(of: entry))\(time)  \(reason(of: entry, source).printable)"
    }

    /// Returns the reason, which for a route is its file, since the route itself would repeat the request.
    func reason(of entry: Journal.Entry, _ source: String? = nil) -> String {
        var reason = entry.reason
        if case .answered(let one) = entry.outcome { reason = (one.source ?? source).map { "from \($0)" } ?? "\(one)" }
        if case .unanswered(let diagnosis) = entry.outcome { reason = diagnosis.reason ?? reason }
        if case .passedThrough = entry.outcome, Self.isLost(entry) { reason += failure().map { ", but \($0)" } ?? "" }
        return Secrets.hide(in: reason)
    }

    private func end(of entry: Journal.Entry) -> String {
        switch entry.ending {
        case .responded(let status): console.output.paint("\(status.rawValue)", .status(status.rawValue))
        case .failed where Self.isUnusable(entry.reason): console.output.paint("500", .status(500))
        case .failed: console.output.paint("failed", .red)
        case .abandoned: console.output.paint("abandoned", .yellow)
        case nil: "in progress"
        }
    }

    /// Prints each newly held request, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - switchboard: The switchboard that holds requests.
    ///   - changes: The changes of the switchboard.
    /// - Throws: An error if the output can't be written.
    func followHeld(_ switchboard: Switchboard, _ changes: AsyncStream<Void>) async throws {
        var last = 0
        for await _ in changes {
            for held in switchboard.held where held.id > last {
                last = held.id
                if isJSON {
                    let members: [String: any Sendable] = ["event": "held", "mocks": held.mocks.map(\.path)]
                    try console.print(Self.line(members.merging(Self.members(of: held.request)) { $1 }))
                    continue
                }
                let request = "\(held.request.method) \(Self.shownPath(of: held.request))".printable
                let offer = held.mocks.isEmpty ? "no mock matches" : held.mocks.map(\.path).joined(separator: ", ")
                try console.print("\(request) \(console.output.paint("held", .magenta))  \(offer.printable)")
            }
        }
    }
}
