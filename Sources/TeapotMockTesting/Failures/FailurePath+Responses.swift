import Foundation
import Teapot
import TeapotMock

extension FailurePath.Failure {
    /// The origin of the login page to which ``portal`` redirects.
    static let portalOrigin = "https://portal.invalid"
    /// The name of the query item that marks requests in a redirect loop.
    static let loopMark = "teapot-redirect"

    private static let page = "<!DOCTYPE html><html><head><title>Log in</title></head><body>Welcome</body></html>"

    /// The login page of ``portal``.
    static var loginPage: Response { .text(page, contentType: "text/html; charset=utf-8") }

    /// Returns the next redirect of a redirect loop.
    static func redirect(_ request: Request) -> Response {
        var components = URLComponents()
        let others = request.query.filter { $0.name != loopMark }
        components.queryItems = others + [URLQueryItem(name: loopMark, value: "1")]
        // A reference without a scheme refers to the same origin, unless it begins with two slashes (RFC 3986 §4.2).
        let path = request.path.hasPrefix("//") ? "/." + request.path : request.path
        return .status(307, headers: ["Location": "\(path)?\(components.percentEncodedQuery ?? "")"])
    }

    /// Returns the response to send instead of the router's, or `nil` if the failure changes the router's response.
    func response(to request: Request, in router: Router) -> Response? {
        switch self {
        case .refused: return Response().failing(.refused)
        case .status(let status):
            let code = Teapot.StatusCode(rawValue: status)
            var fields: Teapot.HeaderFields = ["Content-Type": "application/problem+json"]
            // RFC 9110 §11.6.1: a 401 must name a scheme.
            if status == 401 { fields["WWW-Authenticate"] = "Bearer" }
            if status == 429 { fields["Retry-After"] = String(Self.pause) }
            return .json(["status": status, "title": "A failure"], status: code, headers: fields)
        case .documented(let status):
            return router.documentedFailures(of: request).first { $0.status == status }?.make(false)
        case .redirectLoop: return Self.redirect(request)
        case .portal: return .status(302, headers: ["Location": "\(Self.portalOrigin)/login"])
        case .reset, .resetInBody, .timedOut, .slow, .empty, .html, .cut, .wrongType: return nil
        }
    }

    /// Returns the router's response, changed by the failure.
    ///
    /// - Parameters:
    ///   - original: The response.
    ///   - isSkipped: Whether waiting takes no time.
    /// - Returns: The response with the failure, or the original response if it can't fail this way.
    func change(_ original: Response, isSkipped: Bool) -> Response {
        var response = original
        switch self {
        case .reset: return original.failing(.reset)
        case .resetInBody(let count): return original.failing(.reset(after: count ?? original.body.count / 2))
        case .timedOut:
            // If the client has its own timeout, that timeout fires first.
            if isSkipped { response.delay += 86_400 }
            return response.failing(.timedOut)
        case .slow: response.delay += isSkipped ? Self.slowness : 0
        case .empty: response.replaceBody(by: Data())
        case .html:
            response.replaceBody(by: Data(Self.page.utf8))
            response.status = 200
            response.headers["Content-Type"] = "text/html; charset=utf-8"
        case .cut(let count): response.replaceBody(by: original.body.prefix(count ?? original.body.count / 2))
        case .wrongType:
            let isList = original.body.first { !$0.isJSONSpace } == UInt8(ascii: "[")
            response.replaceBody(by: Data((isList ? "{}" : "[]").utf8))
        case .refused, .status, .documented, .redirectLoop, .portal: break
        }
        return response
    }
}

extension Router {
    /// Returns the errors with which the router's stages say that a server may answer a request.
    func documentedFailures(of request: Request) -> [StageResponse] {
        stages.flatMap { $0.responses(to: request, in: self) }.filter { $0.status ?? 0 >= 400 }
    }
}

extension Response {
    /// Replaces the body, and removes the old length.
    fileprivate mutating func replaceBody(by body: Data) {
        self.body = Data(body)
        headers["Content-Length"] = nil
    }
}

extension UInt8 {
    /// Whether the byte is JSON white space (RFC 8259 §2).
    fileprivate var isJSONSpace: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}
