import Teapot
import TeapotMock
import TeapotMockLive
import TeapotMockServer

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
            let text = "The inspector answers only requests from this machine, and those for an allowed host."
            throw Failure(403, text)
        }
        guard isAllowed || Self.hosts(port: peer.port).contains(host) else {
            let (name, own) = (request.headers["Host"] ?? "", "http://127.0.0.1:\(peer.port)\(Self.place)/")
            throw Failure(403, "The inspector isn't at “\(name)”: open \(own), or allow the host.")
        }
        if let origin = request.headers["Origin"] {
            let ofServer = Self.hosts(port: peer.port).map { "http://" + $0 }
            let own = isAllowed ? ["http://" + host, "https://" + host] : ofServer
            guard own.contains(origin.lowercased()) else {
                throw Failure(403, "The inspector doesn't answer pages from other sites, such as “\(origin)”.")
            }
        }
        guard isForAPI else { return }
        let isReading = request.method == "GET"
        if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", !(isReading && site == "none") {
            throw Failure(403, "The inspector’s API doesn’t answer pages from other sites.")
        }
        guard request.headers["Authorization"] == "Bearer \(token)" else { throw Failure(withoutToken: peer) }
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
}
