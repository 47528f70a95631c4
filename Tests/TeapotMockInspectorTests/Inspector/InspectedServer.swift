import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockInspector
import TeapotMockServer
import TeapotTestSupport
import Testing

/// A server with an inspector, a folder of mocks and two scenarios, and functions to use the inspector.
struct InspectedServer {
    let server: Server
    let port: UInt16
    let switchboard: Switchboard

    var router: Router { server.router }

    private static let files = [
        "Mocks/.ls.global.json": #"{"maps": [{"folder": "/products", "to": "/v1/staging"}]}"#,
        "Mocks/products/success_productList.json": #"{"products": [{"id": 1, "name": "Green tea"}]}"#,
        "Mocks/products/success_emptyList.json": #"{"products": []}"#,
        "Mocks/products/error_404_notFound.json": #"{"error": "There is none."}"#,
        "Mocks/products/error_404_notFound.headers.json": #"{"X-Why": "nothing"}"#,
        "Mocks/products/success_unfinished.json": "{\n  \"products\": [}\n",
        "Mocks/payments/success_200_20ms_validatedPayment.json": #"{"state": "valid"}"#,
        "Mocks/General/error_503_maintenance.json": #"{"error": "Later."}"#,
        "Scenarios/Payment.json": """
        {"steps": [{"folder": "/products", "responseFileName": "success_productList"},
            {"folder": "/payments", "responseFileName": "validatedPayment"}]}
        """,
        "Scenarios/New user.json": """
        {"request": {"headers": {"X-User": "new"}},
         "steps": [{"folder": "/products", "responseFileName": "emptyList",
                    "request": {"method": "GET", "path": "/products", "query": {"page": "1"}}}]}
        """,
    ]

    /// Runs `body` with such a server, and stops the server afterwards.
    static func run<Result>(_ body: (InspectedServer) async throws -> Result) async throws -> Result {
        let folder = try TemporaryFolder(files)
        let switchboard = Switchboard(
            MockFolder(folder.path("Mocks")), scenarios: ScenarioFolder(folder.path("Scenarios")))
        let router = Router()
        router.switchboard = switchboard
        let server = Server(inspecting: router)
        server.keepResponses()
        let port = try server.start()
        do {
            let inspected = InspectedServer(server: server, port: port, switchboard: switchboard)
            let result = try await body(inspected)
            try? await server.stop(within: 0)
            withExtendedLifetime(folder) {}
            return result
        } catch {
            try? await server.stop(within: 0)
            throw error
        }
    }

    /// Sends a request exactly as given, and reads the response.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - target: The target.
    ///   - host: The `Host` field; by default the server's own address.
    ///   - isKnown: Whether a request to the inspector contains its token.
    ///   - fields: Other fields.
    ///   - body: The body.
    /// - Returns: The response.
    /// - Throws: An error if there is no response.
    @discardableResult
    func send(
        _ method: String, _ target: String, host: String? = nil, isKnown: Bool = true, _ fields: [String] = [],
        body: String = ""
    ) async throws -> WireMessage {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"]
        if !body.isEmpty || method != "GET" { lines.append("Content-Length: \(body.utf8.count)") }
        if isKnown, target.hasPrefix("/__teapot/"), let token = server.inspectorToken {
            lines.append("Authorization: Bearer \(token)")
        }
        let text = (lines + fields).map { $0 + "\r\n" }.joined() + "\r\n" + body
        return try await RawClient.talking(to: port) { try $0.exchange(text, method: method) }
    }

    /// Sends a request to the API, as the page does.
    @discardableResult
    func api(_ method: String, _ path: String, body: String = "") async throws -> WireMessage {
        let fields = ["Origin: http://127.0.0.1:\(port)", "Sec-Fetch-Site: same-origin"]
        let type = body.isEmpty ? [] : ["Content-Type: application/json"]
        return try await send(method, "/__teapot/api/\(path)", fields + type, body: body)
    }

    /// Returns a response of the API, as a document.
    func members(_ path: String) async throws -> [String: any Sendable] {
        let message = try await api("GET", path)
        #expect(message.status == 200, "\(message.text)")
        return try #require(JSON(parsing: message.body).dictionary)
    }

    /// Sends a change, and expects it to succeed.
    func change(_ method: String, _ path: String, _ body: String, at place: SourceLocation = #_sourceLocation)
        async throws
    {
        let message = try await api(method, path, body: body)
        #expect([200, 204].contains(message.status), "\(message.text)", sourceLocation: place)
    }

    /// Sends a request that is held, and runs `body` with its number while its client waits.
    func holding(
        _ target: String = "/v1/staging/products", _ body: (Int) async throws -> Void
    ) async throws -> WireMessage {
        async let response = send("GET", target)
        let held = try await switchboard.nextHeld { $0.path == target }
        try await body(held.id)
        return try await response
    }
}

extension WireMessage {
    /// The `error` of a JSON body.
    var error: String? { (try? JSON(parsing: body))?.dictionary?["error"] as? String }
}

extension [String: any Sendable] {
    func list(_ name: String) -> [[String: any Sendable]] {
        (self[name] as? [any Sendable] ?? []).compactMap { $0 as? [String: any Sendable] }
    }

    func object(_ name: String) -> [String: any Sendable] { self[name] as? [String: any Sendable] ?? [:] }
}
