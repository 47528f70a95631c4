public import Foundation
import Teapot
public import TeapotMock
public import TeapotMockServer

extension Server {
    /// A new secret of 128 random bits, in hexadecimal digits.
    package static var randomToken: String {
        [0, 0].map { _ in String(format: "%016lx", UInt.random(in: .min ... .max)) }.joined()
    }

    /// Creates a server with an inspector, without starting it.
    ///
    /// The inspector is a page at ``inspectorURL`` that shows the requests, and lets people on this machine choose the
    /// responses; see <doc:TheInspector>. It handles requests for its own paths, and the router doesn't see them.
    ///
    /// - Parameters:
    ///   - router: The router that responds to requests.
    ///   - limits: The limits on size and time.
    ///   - eventLoops: The number of threads. Each serves its own connections, and one is usually enough.
    ///   - allowedHosts: The hosts at which other machines may use the inspector, such as `tea.local` or, for one port
    ///     only, `192.168.1.5:8080`.
    ///   - token: The inspector's token, or `nil` for a random one. It must be a secret of letters and digits that
    ///     nobody can guess.
    public convenience init(
        inspecting router: Router, limits: Limits = Limits(), eventLoops: Int = 1, allowedHosts: [String] = [],
        token: String? = nil
    ) {
        let inspector = Inspector(router, allowedHosts: allowedHosts, token: token)
        self.init(router: router, limits: limits, eventLoops: eventLoops, mount: inspector)
    }

    /// The URL of the inspector's page, such as `http://127.0.0.1:49152/__teapot/?token=0c7d…`.
    ///
    /// It contains the token that's required to use the inspector. It's `nil` if the server isn't running, or was
    /// created without an inspector.
    public var inspectorURL: URL? {
        guard let inspector, let port else { return nil }
        return URL(string: "http://127.0.0.1:\(port)\(Inspector.place)/?token=\(inspector.token)")
    }

    /// The token for the inspector's API, sent as `Authorization: Bearer …`, or `nil` if the server was created without
    /// an inspector.
    public var inspectorToken: String? { inspector?.token }

    /// Keeps responses for the inspector from now on, even before it's used.
    package func keepResponses() { inspector?.responses.begin() }

    /// Tells the page what the server answers from besides a folder of mocks.
    ///
    /// - Parameters:
    ///   - title: What is served, such as `Serving 2 operations from openapi.yaml`.
    ///   - lines: More to know about it.
    ///   - document: The document that answers, with a table of its operations.
    package func describe(
        _ title: String, _ lines: [String], _ document: (name: String, table: (titles: [String], rows: [[String]]))?
    ) {
        let rows = document.map { [$0.table.titles] + $0.table.rows } ?? []
        typealias Members = [String: (any Sendable)?]
        let members: Members = ["title": title, "lines": lines, "table": rows, "document": document?.name]
        inspector?.source.withLock { $0 = members.compactMapValues(\.self) }
    }

    private var inspector: Inspector? { mount as? Inspector }
}
