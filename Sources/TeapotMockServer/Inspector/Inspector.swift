import Teapot
import TeapotMock

/// The page that shows what a server is asked and lets people choose the answers, and the API that it is made with.
///
/// It stands before the router, whose journal and counts know nothing of it.
final class Inspector: Sendable {
    /// What its paths begin with.
    static let place: StaticString = "/__teapot"
    /// The longest body that it reads, in bytes.
    static let bodyLimit = 10 << 20

    /// Who asks.
    struct Peer {
        /// Whether from this machine.
        let isLocal: Bool
        /// The port that was connected to.
        let port: UInt16
    }

    let router: Router
    /// What tells a page that this is not the server that it knew.
    let id = UUID().uuidString
    /// What was answered.
    let responses = ResponseMemory()

    init(_ router: Router) {
        self.router = router
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: The request, whose path begins with ``place``.
    ///   - peer: Who asks.
    /// - Returns: The response.
    func response(to request: Request, from peer: Peer) async -> Response {
        var response = await answer(request, peer)
        for (name, value) in Self.headerFields where response.headerFields[name] == nil {
            response.headerFields.append(name: name, value: value)
        }
        return response
    }

    private func answer(_ request: Request, _ peer: Peer) async -> Response {
        let path = String(request.path.dropFirst(Self.place.utf8CodeUnitCount))
        do {
            try check(request, from: peer, isForAPI: path.hasPrefix("/api/"))
            responses.begin()
            if path.isEmpty { return .status(308, headerFields: ["Location": "\(Self.place)/"]) }
            if path.hasPrefix("/api/") { return try respond(to: request, at: path.dropFirst("/api/".count), peer) }
            guard let file = Page.files[path] else {
                throw Failure(404, "There is no such page. The inspector is at \(Self.place)/.")
            }
            guard ["GET", "HEAD"].contains(request.method) else { throw Failure(notAllowedBut: ["GET", "HEAD"]) }
            return .data(Data(file.text.utf8), contentType: file.type)
        } catch let failure as Failure {
            return failure.response
        } catch {
            return Failure(500, "\(error)").response
        }
    }

    /// What each answer says: that nothing runs, is fetched or is framed but the page itself, and nothing is kept.
    private static let headerFields = [
        (
            "Content-Security-Policy",
            """
            default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
            base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ]
}

extension Inspector {
    /// Why a request is not done: a status, and what to do about it.
    struct Failure: Error {
        let status: Teapot.StatusCode
        let text: String
        var headerFields: Teapot.HeaderFields = [:]

        init(_ status: Teapot.StatusCode, _ text: String) {
            self.status = status
            self.text = text
        }

        /// Another method is meant.
        init(notAllowedBut methods: [String]) {
            self.init(405, "Here only \(methods.joined(separator: " and ")) can be asked for.")
            headerFields = ["Allow": methods.joined(separator: ", ")]
        }

        var response: Response {
            .json(["error": text], status: status, headerFields: headerFields.typed("application/json"))
        }
    }
}

extension Teapot.HeaderFields {
    /// The fields and a content type.
    fileprivate func typed(_ type: String) -> Self { Self(fields + [Field(name: "Content-Type", value: type)]) }
}
