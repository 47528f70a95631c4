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
        endpoint("PUT", "mocks/**") { try $0.editMock($1) },
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
        var values: [String] = []
        for (index, expected) in path.enumerated() {
            guard index < segments.count else { return nil }
            switch expected {
            case "**": return values + [segments[index...].joined(separator: "/")]
            case ":": values.append(segments[index])
            default: guard segments[index] == expected else { return nil }
            }
        }
        return segments.count == path.count ? values : nil
    }
}
