import Foundation
import Teapot
import TeapotMock
import TeapotMockServer

extension Inspector {
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
            throw Failure(403, "Scripts and frames can't load the inspector's page.")
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

    /// Creates a failure for a request to the API without the token.
    init(withoutToken peer: Server.Peer) {
        self.init(
            401,
            """
            The inspector's API needs the token of this run: send it as “Authorization: Bearer …”. It is in the \
            page's address, which `teapot` prints and `inspectorURL` returns.
            """)
        headers = ["WWW-Authenticate": "Bearer"]
    }
}
