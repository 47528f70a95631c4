import Foundation
import Teapot
import TeapotMock
import TeapotMockLive
import TeapotMockServer

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
        } catch let failure as Failure {
            return failure.response
        } catch {
            return Failure(500, "\(error)").response
        }
    }

    /// The headers of each response, to restrict scripts, fetches and frames to the page itself, and forbid caching.
    private static let headers = [
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
