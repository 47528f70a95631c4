import Foundation
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

extension Inspector.Failure {
    /// The failure for a request for the script of a service worker.
    static let serviceWorker = Self(
        403,
        """
        A service worker could read the inspector's token, so a server with an inspector doesn't serve one. Start \
        the server without the inspector: `--no-inspector` of teapot, `Server(router:)` in Swift.
        """)

    /// The failure for a request to the API without the token.
    static let withoutToken = Self(
        401,
        """
        The inspector’s API needs the token of this run: send it as “Authorization: Bearer …”. It is in the page’s \
        address, which `teapot` prints and `inspectorURL` returns.
        """, headers: ["WWW-Authenticate": "Bearer"])
}
