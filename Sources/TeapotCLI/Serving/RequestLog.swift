import Teapot
import TeapotMock

/// Prints a line for each request: what it asked for, what it got, and why.
struct RequestLog: Sendable {
    private let console: Console

    init(_ console: Console) { self.console = console }

    /// Prints what became of each request, once it has ended, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - journal: What knows of them.
    ///   - changes: Its changes.
    /// - Throws: That the output can't be written.
    func follow(_ journal: Journal, _ changes: AsyncStream<Void>) async throws {
        var last = 0
        var underWay: Set<Int> = []
        for await _ in changes {
            for entry in journal.entries where entry.number > last || underWay.contains(entry.number) {
                last = max(last, entry.number)
                if entry.ending == nil {
                    underWay.insert(entry.number)
                } else {
                    underWay.remove(entry.number)
                    try console.print(line(for: entry))
                }
            }
        }
    }

    /// A line such as `GET /users 200 1.2 ms  users/success_list.json, the first for /users`.
    func line(for entry: Journal.Entry) -> String {
        let request = "\(entry.request.method) \(entry.request.shortPath)".printable
        let time = entry.duration.map { String(format: " %.1f ms", $0 * 1000) } ?? ""
        return "\(request) \(end(of: entry))\(console.output.paint(time, .dim))  \(reason(of: entry).printable)"
    }

    /// What answered; where in this program a route was made says nothing to anybody.
    private func reason(of entry: Journal.Entry) -> String {
        if case .answered(let route) = entry.outcome { "\(route)" } else { entry.reason }
    }

    private func end(of entry: Journal.Entry) -> String {
        switch entry.ending {
        case .responded(let status): console.output.paint("\(status.rawValue)", .status(status.rawValue))
        case .failed: console.output.paint("failed", .red)
        case .abandoned: console.output.paint("abandoned", .yellow)
        case nil: "under way"
        }
    }

    /// Prints each request that begins to be held, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - switchboard: What holds requests.
    ///   - changes: Its changes.
    /// - Throws: That the output can\'t be written.
    func followHeld(_ switchboard: Switchboard, _ changes: AsyncStream<Void>) async throws {
        var last = 0
        for await _ in changes {
            for held in switchboard.held where held.id > last {
                last = held.id
                let request = "\(held.request.method) \(held.request.shortPath)".printable
                let offer = held.mocks.isEmpty ? "no mock is for it" : held.mocks.map(\.path).joined(separator: ", ")
                try console.print("\(request) \(console.output.paint("held", .magenta))  \(offer.printable)")
            }
        }
    }
}
