public import Foundation
import Teapot
public import TeapotMock
import TeapotMockFolders
import TeapotMockLive
public import TeapotMockServer

/// A page that shows a server's requests and lets people choose the responses, and the API that it uses.
///
/// It handles its requests before the router does, so the router's journal and counts don't include them.
final class Inspector: Sendable {
    /// The prefix of its paths.
    static let place: StaticString = "/__teapot"
    /// The maximum size of a request's body, in bytes.
    static let bodyLimit = 10 << 20

    let router: Router
    /// The secret that's required in requests to the API.
    let token: String
    /// The identifier of this run, since another one may have the same token.
    let run = UUID().uuidString
    /// The hosts that requests may name, besides this machine.
    let allowedHosts: AllowedHosts
    /// The recent responses.
    let responses = ResponseMemory()
    /// What the server answers from besides a folder of mocks, as an object, or `nil` if the program doesn't say.
    let source = Locked<[String: any Sendable]?>(nil)
    /// A lock during a decision about a held request; the value isn't used.
    let deciding = Locked(false)

    init(_ router: Router, allowedHosts: [String] = [], token: String? = nil) {
        (self.router, self.allowedHosts) = (router, AllowedHosts(allowedHosts))
        self.token = token ?? Server.randomToken
    }

    /// Responds to a request.
    ///
    /// - Parameters:
    ///   - request: The request. Its path begins with ``place``, or it's for the script of a service worker.
    ///   - peer: The client.
    /// - Returns: The response.
    func response(to request: Request, from peer: Server.Peer) async -> Response {
        var response = await answer(request, peer)
        for (name, value) in Self.headers where response.headers[name] == nil {
            response.headers.append(name: name, value: value)
        }
        return response
    }

    private func answer(_ request: Request, _ peer: Server.Peer) async -> Response {
        let path = String(request.path.dropFirst(Self.place.utf8CodeUnitCount))
        do {
            if request.headers["Service-Worker"] != nil { throw Failure.serviceWorker }
            try check(request, from: peer, isForAPI: path.hasPrefix("/api/"))
            if path.isEmpty {
                let query = request.queryText.isEmpty ? "" : "?" + request.queryText
                return .status(308, headers: ["Location": "\(Self.place)/\(query)"])
            }
            if path.hasPrefix("/api/") {
                responses.begin()
                return try await respond(to: request, at: path.dropFirst("/api/".count), peer)
            }
            if path == "/" { return try document(for: request, from: peer) }
            guard let file = Page.files[path] else {
                throw Failure(404, "There is no such page. The inspector is at \(Self.place)/.")
            }
            guard ["GET", "HEAD"].contains(request.method) else { throw Failure(notAllowedBut: ["GET", "HEAD"]) }
            return .data(Data(file.utf8), contentType: MediaType.named(path))
        } catch {
            let status = error is MockFolder.Problem ? 422 : error is Switchboard.Refusal ? 409 : 500
            return (error as? Failure ?? Failure(.init(rawValue: status), "\(error)")).response
        }
    }

    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "

    /// The headers of each response, to restrict scripts, fetches and frames to the page itself, and forbid caching.
    private static let headers = [
        ("Content-Security-Policy", policy + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ]
}

extension Inspector: Mount {
    var path: StaticString { Self.place }
    var observesResponses: Bool { responses.isKeeping }

    func willSend(_ response: Response, entry: Int) { responses.keep(response, of: entry) }
    func willSend(_ piece: Data, entry: Int) { responses.add(piece, to: entry) }
}

extension Inspector {
    /// A reason why a request fails: a status, and a suggestion.
    struct Failure: Error {
        let status: Teapot.StatusCode
        let text: String
        let headers: Teapot.HeaderFields

        init(_ status: Teapot.StatusCode, _ text: String, headers: Teapot.HeaderFields = [:]) {
            (self.status, self.text, self.headers) = (status, text, headers)
        }

        /// The failure for a request for the script of a service worker.
        static let serviceWorker = Self(
            403,
            "A service worker could read the inspector's token, so a server with an inspector doesn't serve one. "
                + "Start it without the inspector: `--no-inspector` of teapot, `Server(router:)` in Swift.")

        /// The failure for a request to the API without the token.
        static let withoutToken = Self(
            401,
            "The inspector’s API needs the token of this run: send it as “Authorization: Bearer …”. It is in the page’s "
                + "address, which `teapot` prints and `inspectorURL` returns.", headers: ["WWW-Authenticate": "Bearer"])

        /// Creates a failure for a method that isn't allowed.
        init(notAllowedBut methods: [String]) {
            let list = "\(methods.joined(separator: " and ")) \(methods.count == 1 ? "is" : "are")"
            self.init(405, "Only \(list) allowed here.", headers: ["Allow": methods.joined(separator: ", ")])
        }

        var response: Response {
            let type = Teapot.HeaderFields.Field(name: "Content-Type", value: "application/json")
            return .json(["error": text], status: status, headers: Teapot.HeaderFields(headers.fields + [type]))
        }
    }
}

extension Inspector {
    /// Throws an error unless a request comes from this machine or names an allowed host, and doesn't come from another
    /// site's page.
    ///
    /// Another site's page can make a browser send requests here. If its host name resolves to 127.0.0.1 (DNS
    /// rebinding), the `Host` header has that name. Otherwise, the browser names the site in `Origin` (RFC 6454 §7) and
    /// `Sec-Fetch-Site`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - peer: The client.
    ///   - isForAPI: Whether the request is for the API rather than the page.
    /// - Throws: A ``Failure`` with the reason.
    func check(_ request: Request, from peer: Server.Peer, isForAPI: Bool) throws(Failure) {
        let host = (request.headers["Host"] ?? "").lowercased()
        let isAllowed = allowedHosts.contains(host)
        guard peer.isLocal || isAllowed else {
            throw Failure(403, "The inspector answers only requests from this machine, and those for an allowed host.")
        }
        guard isAllowed || Self.hosts(port: peer.port).contains(host) else {
            let (name, own) = (request.headers["Host"] ?? "", "http://127.0.0.1:\(peer.port)\(Self.place)/")
            throw Failure(403, "The inspector isn’t at “\(name)”: open \(own), or allow the host.")
        }
        if let origin = request.headers["Origin"] {
            let ofServer = Self.hosts(port: peer.port).map { "http://" + $0 }
            let own = isAllowed ? ["http://" + host, "https://" + host] : ofServer
            guard own.contains(origin.lowercased()) else {
                throw Failure(403, "The inspector doesn’t answer pages from other sites, such as “\(origin)”.")
            }
        }
        guard isForAPI else { return }
        let isReading = request.method == "GET"
        if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", !(isReading && site == "none") {
            throw Failure(403, "The inspector’s API doesn’t answer pages from other sites.")
        }
        guard request.headers["Authorization"] == "Bearer \(token)" else { throw Failure.withoutToken }
        guard !isReading else { return }
        guard request.body.count <= Self.bodyLimit else {
            throw Failure(413, "The body has more than \(Self.bodyLimit) bytes.")
        }
        // Another site's page can post a form or a text without permission, but not JSON.
        let type = (request.headers["Content-Type"] ?? "").prefix { $0 != ";" && $0 != " " }.lowercased()
        guard type == "application/json" || request.method == "DELETE" else {
            throw Failure(415, "Send JSON, with the header “Content-Type: application/json”.")
        }
    }

    /// Returns the names of this machine that no other site can use.
    private static func hosts(port: UInt16) -> [String] {
        ["127.0.0.1", "localhost", "[::1]"].flatMap { port == 80 ? [$0, "\($0):80"] : ["\($0):\(port)"] }
    }

    /// Returns the page, which contains the API's token, to a client that knows the token.
    ///
    /// Mocks have the same origin as the page, so a mock's script can send the same requests as the page, with the same
    /// cookies. The token is therefore only in a document that the browser itself displays. Scripts can't set
    /// `Sec-Fetch-Dest`, frames are refused, and `Cross-Origin-Opener-Policy` cuts a script off from a window that it
    /// opens. A mock with the same policy could still reach the window, and a service worker would receive the
    /// document, so the server sends neither.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - peer: The client.
    /// - Returns: The page.
    /// - Throws: A ``Failure`` with the reason.
    func document(for request: Request, from peer: Server.Peer) throws(Failure) -> Response {
        guard ["GET", "HEAD"].contains(request.method) else { throw Failure(notAllowedBut: ["GET", "HEAD"]) }
        if let destination = request.headers["Sec-Fetch-Dest"], destination != "document" {
            throw Failure(403, "Scripts and frames can’t load the inspector’s page.")
        }
        let isNew = request.queryValue("token") == token
        let cookie = "teapot-\(peer.port)=\(token)"
        let cookies = (request.headers["Cookie"] ?? "").split(separator: ";")
        let isKnown = cookies.contains { $0.trimmingCharacters(in: .whitespaces) == cookie }
        guard isNew || isKnown || request.headers["Authorization"] == "Bearer \(token)" else {
            let text = Page.closedDocument.replacingOccurrences(of: "PORT", with: "\(peer.port)")
            return .text(text, contentType: "text/html; charset=utf-8", status: 401)
        }
        let text = Page.indexDocument.replacingOccurrences(of: "TOKEN", with: token)
        var response = Response.text(text, contentType: "text/html; charset=utf-8")
        response.headers.append(name: "Cross-Origin-Opener-Policy", value: "same-origin")
        if isNew {
            let value = "\(cookie); Path=\(Self.place); HttpOnly; SameSite=Strict"
            response.headers.append(name: "Set-Cookie", value: value)
        }
        return response
    }

    /// Removes the policy that would let a mock's page reach the window of the inspector's page.
    func restrict(_ response: inout Response) {
        let name = "Cross-Origin-Opener-Policy"
        if response.headers[name] != nil { response.headers[name] = nil }
    }

    /// Returns a redirect to the page for an unanswered request from a person's browser.
    func response(toUnanswered request: Request) -> Response? {
        guard request.method == "GET", request.path == "/",
            request.headers["Accept"]?.lowercased().contains("text/html") == true
        else { return nil }
        let fields: Teapot.HeaderFields = [
            "Location": "\(Self.place)/", "Vary": "Accept", "Cache-Control": "no-store",
        ]
        return .status(302, headers: fields)
    }
}

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
