import Foundation
import Teapot
import TeapotMock
import TeapotMockServer

extension Inspector {
    /// An operation of the API.
    struct Endpoint: Sendable {
        let method: String
        /// The segments of the path, where `:` matches any one segment, and `**` matches all that follow.
        let path: [String]
        let action: @Sendable (Inspector, Call) async throws -> Response
    }

    /// A request to an endpoint.
    struct Call {
        let request: Request
        let peer: Server.Peer
        /// The values of `:` and `**`, decoded.
        let values: [String]

        /// The value of the path's only variable.
        var value: String { values.first ?? "" }

        /// Returns the members of the body.
        func members() throws(Failure) -> [String: any Sendable] {
            do throws(JSON.ParsingError) {
                let json = try JSON(parsing: request.body)
                if let members = json.dictionary { return members }
            } catch {
                throw Failure(400, "The body is not JSON: \(error).")
            }
            throw Failure(400, "The body must be a JSON object.")
        }
    }

    /// The maximum size of a displayed body, in bytes.
    private static let shownBytes = 2 << 20

    /// Returns an object with the members that have a value.
    static func object(_ members: [String: (any Sendable)?]) -> [String: any Sendable] {
        members.compactMapValues(\.self)
    }

    /// Returns headers with credentials shortened.
    static func members(of headers: Teapot.HeaderFields) -> [any Sendable] {
        headers.map { field in
            ["name": field.name, "value": field.redactedValue(Teapot.Options())] as [String: any Sendable]
        }
    }

    /// Returns the `length` of a body, and its beginning as `text`, or as `base64` if it isn't text.
    ///
    /// - Parameters:
    ///   - body: The available part of the body.
    ///   - length: The length of the whole body.
    /// - Returns: The members.
    static func members(ofBody body: Data, of length: Int? = nil) -> [String: any Sendable] {
        let shown = body.prefix(shownBytes)
        let length = length ?? body.count
        let text = text(of: shown, isCut: shown.count < length)
        return object([
            "length": length, "isCut": shown.count < length, "text": text,
            "base64": text == nil ? shown.base64EncodedString() : nil,
        ])
    }

    private static func text(of body: Data, isCut: Bool) -> String? {
        // The last character may be incomplete.
        let texts = (0..<(isCut ? 4 : 1)).lazy.map { String(bytes: body.dropLast($0), encoding: .utf8) }
        guard let text = texts.compactMap(\.self).first, !text.utf8.contains(0) else { return nil }
        return text
    }

    private static func endpoint(
        _ method: String, _ path: String, _ action: @escaping @Sendable (Inspector, Call) async throws -> Response
    ) -> Endpoint {
        Endpoint(method: method, path: path.split(separator: "/").map(String.init), action: action)
    }

    private static let endpoints = [
        endpoint("GET", "state") { $0.state($1) },
        endpoint("PATCH", "state") { try $0.changeState($1) },
        endpoint("GET", "mocks") { $0.mocks($1) },
        endpoint("GET", "mocks/**") { try $0.mock($1) },
        endpoint("POST", "mocks") { try await $0.createMock($1) },
        endpoint("PUT", "mocks/**") { try $0.editMock($1) },
        endpoint("DELETE", "mocks/**") { try $0.deleteMock($1) },
        endpoint("PUT", "settings") { try $0.changeSetting($1) },
        endpoint("GET", "scenarios") { inspector, _ in inspector.scenarios() },
        endpoint("PUT", "scenarios/:") { try $0.turnScenario($1) },
        endpoint("GET", "held/:") { try $0.heldRequest($1) },
        endpoint("POST", "held/:") { try $0.decide($1) },
        endpoint("GET", "journal") { try $0.journal($1) },
        endpoint("DELETE", "journal") { inspector, _ in
            inspector.router.journal.clear()
            return .status(204)
        },
        endpoint("GET", "journal/:") { try $0.entry($1) },
        endpoint("GET", "journal/:/curl") { try $0.curl($1) },
        endpoint("POST", "journal/:/mock") { try await $0.saveMock($1) },
        endpoint("GET", "journal.har") { try $0.har($1) },
        endpoint("GET", "events") { inspector, _ in inspector.events() },
    ]

    /// Finds the endpoint for a request, and calls it.
    func respond(to request: Request, at path: Substring, _ peer: Server.Peer) async throws -> Response {
        // Decode each segment separately, so that a slash in a name doesn't separate segments.
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { Request.decode($0) }
        let found = Self.endpoints.compactMap { endpoint in endpoint.values(in: segments).map { (endpoint, $0) } }
        guard let (endpoint, values) = found.first(where: { $0.0.method == request.method }) else {
            if found.isEmpty {
                throw Failure(404, "The API has no such path; the article “The inspector” lists all paths.")
            }
            throw Failure(notAllowedBut: found.map(\.0.method))
        }
        return try await endpoint.action(self, Call(request: request, peer: peer, values: values))
    }
}

extension Inspector.Endpoint {
    /// Returns the values of the variables, or `nil` for another path.
    fileprivate func values(in segments: [String]) -> [String]? {
        let isOpen = path.last == "**"
        guard isOpen ? segments.count >= path.count : segments.count == path.count else { return nil }
        // `**` matches a single value.
        let parts = segments.prefix(path.count - 1) + [segments[(path.count - 1)...].joined(separator: "/")]
        let pairs = zip(path, parts)
        guard pairs.allSatisfy({ [":", "**", $1].contains($0) }) else { return nil }
        return pairs.filter { [":", "**"].contains($0.0) }.map(\.1)
    }
}

extension Request {
    /// The path and the query as they were sent.
    var target: String { path + (queryText.isEmpty ? "" : "?" + queryText) }

    /// Returns the URL of the request: below its origin or, if that isn't known, below the server's.
    func url(at peer: Server.Peer) -> URL? {
        URL(string: (origin ?? "http://" + host(at: peer)) + target)
    }

    /// Returns the name of the server that the request was sent to, with the port.
    func host(at peer: Server.Peer) -> String { headers["Host"] ?? "127.0.0.1:\(peer.port)" }
}

extension Date {
    /// The time since 1970, in milliseconds, as in JavaScript.
    var milliseconds: Int { Int((timeIntervalSince1970 * 1000).rounded()) }
}
