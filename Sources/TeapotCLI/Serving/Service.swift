import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockInspector
import TeapotMockServer

/// A server that a command runs until a signal to stop, with a log of requests.
struct Service {
    let router: Router
    let console: Console
    private let port: UInt16
    private let interface: Server.Interface
    private var log: RequestLog
    private let isStrict: Bool
    /// Whether the command must complete files after the server stops.
    private let hasFiles: Bool
    private let hasInspector: Bool
    private let allowedHosts: [String]

    /// The options of every command that serves.
    static let options =
        [
            Option.value("port", "p", "N", "The port; \(Address.defaultPort) by default, 0 for any free port."),
            .flag("all", nil, "Allow connections from other machines."),
            .optionalValues("cors", "ORIGIN", "Allow requests from pages of any origin, or only ORIGIN; repeatable."),
            .values("allow-host", nil, "HOST", "Allow HOST for the inspector and the live server; repeatable."),
            .flag("gzip", nil, "Compress text with gzip for clients that accept it."),
            .flag("no-inspector", nil, "Serve without the inspector's page."),
            .value("journal", nil, "MB", "Megabytes of request bodies to keep for the inspector; 64 by default."),
        ].under(.server)
        + [
            .flag("strict", nil, "Exit with 1 if a request wasn't answered or was refused, and list it at the end."),
            .value("log", nil, "FORMAT", "The format of the output: text, or json with one object per line."),
        ].under(.output)

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - router: The router.
    ///   - arguments: The arguments with the port.
    ///   - console: The console for the log.
    ///   - live: The live server, or `nil` for none.
    ///   - hasFiles: Whether the command must complete files after the server stops. A second signal doesn't prevent
    ///     that, but a third one does.
    /// - Throws: ``UsageError``.
    init(
        _ router: Router, _ arguments: Arguments, _ console: Console, _ live: LiveServer?, hasFiles: Bool = false
    ) throws(UsageError) {
        self.router = router
        self.console = console
        self.hasFiles = hasFiles
        port = try arguments.port("port") ?? Address.defaultPort
        interface = arguments.has("all") ? .all : .loopback
        log = RequestLog(console: console, isJSON: try arguments.choice("log", of: ["text", "json"]) == "json")
        log.failure = { (router.switchboard?.environment?.passthrough ?? router.passthrough)?.failure.withLock(\.self) }
        isStrict = arguments.has("strict")
        if let bytes = try arguments.megabytes("journal") { router.journal.bodyCapacity = bytes }
        hasInspector = !arguments.has("no-inspector")
        allowedHosts = try arguments.hosts("allow-host")
        router.cors = try arguments.cors("cors")
        router.compressesResponses = arguments.has("gzip")
        if live?.credentials != nil, let cors = router.cors, cors.origins == nil {
            console.warn("with “--cors”, every site can read the live server's responses; name one: --cors=ORIGIN.")
        }
    }

    /// What a server answers from.
    struct Content {
        /// The reason that a request isn't answered, and the advice.
        var reason: String?
        var advice: String
        /// Whether the user knows the router's routes.
        var showsRoutes = true
        /// The beginning of the first line to print, and the lines after it.
        var title: String
        var lines: [String] = []
        /// The path of a request to try.
        var example: String?
        /// The file that the routes come from, for the log.
        var source: String?
        /// A document and the table of its operations, for the inspector's page.
        var document: (name: String, table: (titles: [String], rows: [[String]]))?
    }

    /// Serves what a closure adds to a router until a signal to stop.
    static func run(
        _ arguments: Arguments, _ console: Console, _ live: LiveServer?, _ fill: (Router) throws -> Content
    ) async throws -> ExitStatus {
        let router = Router()
        router.passthrough = live?.passthrough()
        let content = try fill(router)
        router.advise(content.advice, live, because: content.reason, showsRoutes: content.showsRoutes)
        var service = try Service(router, arguments, console, live)
        service.log.source = content.source
        return try await service.run(content) { url in
            ["\(content.title) at \(url)"] + content.lines + (live.map { ["  live: \($0.url)"] } ?? [])
                + (content.example.map { ["  try: teapot get \(url)\($0)"] } ?? [])
        }
    }

    /// Serves until a signal to stop.
    ///
    /// - Parameters:
    ///   - content: What the inspector's page shows besides a folder of mocks.
    ///   - greeting: A closure that returns the lines to print once the server listens at a URL.
    /// - Returns: The success status, or the findings status if unanswered requests are an error and there were any.
    /// - Throws: ``Failure`` if the server can't listen.
    func run(_ content: Content? = nil, _ greeting: (String) -> [String]) async throws -> ExitStatus {
        let signals = StopSignals(last: hasFiles ? 3 : 2)
        DescriptorLimit.raise()
        let server =
            hasInspector
            ? Server(inspecting: router, allowedHosts: allowedHosts, token: InspectorToken.kept())
            : Server(router: router)
        server.keepResponses()
        if let content { server.describe(content.title, content.lines, content.document) }
        let changes = router.journal.changes
        // Follow changes before the greeting, because a client that waits for the greeting may send a request
        // immediately.
        let held = router.switchboard.map { ($0, $0.changes) }
        let actual: UInt16
        do throws(Server.StartError) { actual = try server.start(port: port, on: interface) } catch {
            let reason = error.description.asClause.replacingOccurrences(of: "pass port 0", with: "use --port 0")
            throw Failure(reason, .unavailable)
        }
        let url = "http://127.0.0.1:\(actual)"
        let inspector = server.inspectorURL.map { ["  inspector: \($0)"] } ?? []
        let addresses = NetworkAddresses.all.map { "http://\($0):\(actual)" }.joined(separator: ", ")
        let reach = "  other machines can connect, too" + (addresses.isEmpty ? "" : ": " + addresses)
        let others = interface == .all ? [reach] : []
        try greet(greeting(url) + inspector + others + ["Press Ctrl-C to stop."], at: url)
        do { try await follow(changes, held, until: signals) { try? await server.stop() } } catch {
            try? await server.stop()
            throw error
        }
        console.note(summary(of: server))
        // The program ends now, and the system reclaims its memory at once instead of mock by mock.
        _ = Unmanaged.passRetained(router)
        return isStrict ? reportUnanswered(on: server) : .success
    }

    /// Serves until a signal to stop or an output error, for a command that then has files to complete.
    ///
    /// - Parameters:
    ///   - content: What the inspector's page shows besides a folder of mocks.
    ///   - greeting: A closure that returns the lines to print once the server listens at a URL.
    /// - Returns: The status, or the error of the output to report after the files are complete.
    /// - Throws: ``Failure`` if the server can't listen.
    func runToEnd(
        _ content: Content? = nil, _ greeting: (String) -> [String]
    ) async throws -> Result<ExitStatus, OutputFailed> {
        do { return .success(try await run(content, greeting)) } catch let error as OutputFailed {
            return .failure(error)
        }
    }

    /// Prints the first lines, or the URL as an object if a program reads the log.
    private func greet(_ lines: [String], at url: String) throws {
        guard log.isJSON else { return try lines.forEach { try console.print($0.printable) } }
        for line in lines { console.note(line.printable) }
        try console.print(RequestLog.line(["event": "listening", "url": url]))
    }

    /// The line about all requests, printed after the last one.
    private func summary(of server: Server) -> String {
        let (count, missed) = (router.journal.lastNumber, unanswered(on: server).count)
        if count == 0 { return "Stopped." }
        let lost = log.unanswered.withLock { $0.values.reduce(0) { $0 + $1.count } }
        let rest = [(missed - lost, "unanswered"), (lost, "refused or failed")].map { $0 > 0 ? ", \($0) \($1)" : "" }
        return "Stopped after \(String(counting: count, "request"))\(rest.joined())."
    }

    /// Returns the unanswered requests in the order they arrived, without those that a browser sends to open the
    /// inspector's page.
    private func unanswered(on server: Server) -> (kept: [(String, RequestLog.Unanswered)], others: Int, count: Int) {
        let (kept, others) = router.unansweredRequests
        var known = log.unanswered.withLock(\.self)
        for (request, count) in kept where server.mount?.response(toUnanswered: request) == nil {
            if server.mount != nil, request.path == "/favicon.ico" { continue }
            known[[request.shortTarget], default: .init(number: .max)].count += count
        }
        let all = known.filter { $0.value.count > 0 }.sorted { $0.value.number < $1.value.number }
        return (all.map { ($0[0], $1) }, others, all.reduce(others) { $0 + $1.value.count })
    }

    /// Lists the unanswered requests, with the reasons.
    private func reportUnanswered(on server: Server) -> ExitStatus {
        let (kept, others, count) = unanswered(on: server)
        guard count > 0 else { return .success }
        console.complain("\(String(counting: count, "unanswered or refused request")):")
        for (target, one) in kept {
            let times = one.count > 1 ? ", \(one.count) times" : ""
            console.note("  \(Secrets.hide(in: target))\(times)\(one.reason.map { ": " + $0 } ?? "")".printable)
        }
        if others > 0 { console.note("  and \(others) more") }
        return .findings
    }

    /// Prints events until the first signal, and then the remaining ones after the server stops.
    ///
    /// An output error also ends it.
    private func follow(
        _ changes: AsyncStream<Void>, _ held: (Switchboard, AsyncStream<Void>)?, until signals: StopSignals,
        _ stop: () async -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [router, log] in try await log.follow(router.journal, changes) }
            if let (switchboard, changes) = held {
                group.addTask { [log] in try await log.followHeld(switchboard, changes) }
            }
            group.addTask { await signals.first() }
            group.addTask { [console] in
                if let error = await console.failure.value(ifCancelled: nil) { throw error }
            }
            defer { group.cancelAll() }
            try await group.next()
            await stop()
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}

extension Router {
    /// Sets the advice for an unanswered request.
    func advise(_ advice: String, _ live: LiveServer?, because reason: String? = nil, showsRoutes: Bool = true) {
        let rest = live == nil ? "; with --live URL, a live server answers the rest" : ""
        remedy = ("\(advice)\(rest).", reason, showsRoutes)
    }
}
