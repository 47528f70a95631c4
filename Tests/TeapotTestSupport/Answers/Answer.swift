package import Foundation
package import Teapot
package import TeapotMock
import TeapotMockServer

/// The answer that a client receives.
package struct Answer: Sendable {
    /// The status, or `nil` if no response arrived.
    package var status: Teapot.StatusCode?
    /// The number of the status, or 0 if no response arrived.
    package var statusCode: Int { status?.rawValue ?? 0 }
    /// The headers.
    package var headers: Teapot.HeaderFields = [:]
    /// The bytes of the body, as far as they arrived.
    package var body = Data()
    /// The error of the client, if it failed.
    package var error: TeapotError?

    /// Whether no route answers the request.
    package var isUnanswered: Bool { error?.type == .unansweredRequest }

    /// The body, as UTF-8.
    package var text: String { String(decoding: body, as: UTF8.self) }

    fileprivate init(_ response: Teapot.Response?, _ error: TeapotError? = nil) {
        status = response.map { Teapot.StatusCode(rawValue: $0.statusCode) }
        (headers, body, self.error) = (response?.headers ?? [:], response?.body ?? Data(), error)
    }

    fileprivate init(_ message: WireMessage) {
        status = Teapot.StatusCode(rawValue: message.status)
        (headers, body) = (message.headers, message.body)
    }

    fileprivate init(_ send: () async throws(TeapotError) -> Teapot.Response) async {
        do throws(TeapotError) { self.init(try await send()) } catch { self.init(error.response, error) }
    }
}

extension Router {
    /// Sends a request through a `MockTeapot`, and returns what it receives.
    ///
    /// The client accepts each status, doesn't follow redirects, and doesn't parse the body. It adds only what each
    /// client adds: an origin to a request that has none, and a `Content-Type` to a body without one.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer.
    package func answer(to request: Request) async -> Answer {
        await Answer { () async throws(TeapotError) in
            var options = Teapot.Options()
            options.redirects = Teapot.Redirects { _, _ in nil }
            let teapot = MockTeapot(router: self, options: options)
            return try await teapot.send(Teapot.Request(request, from: teapot.baseURL))
        }
    }

    /// Sends a `GET` through a `MockTeapot`, and returns what it receives; see ``answer(to:)-(Request)``.
    ///
    /// - Parameter path: The percent-encoded path.
    /// - Returns: The answer.
    package func answer(to path: String) async -> Answer { await answer(to: Request(method: "GET", path: path)) }

    /// Sends a request to a server of the router, and returns what arrives.
    ///
    /// Only `Host: localhost` and `Content-Length` are added. So the router receives requests that no client in this
    /// package sends: without an origin, the target `*`, the body of a `GET`, and a body without a `Content-Type`.
    ///
    /// - Parameter request: The request, whose origin is ignored.
    /// - Returns: The answer. A request without a route has one, of status 404.
    package func serverAnswer(to request: Request) async -> Answer {
        do {
            let server = Server(router: self)
            let port = try server.start()
            let message = try await RawClient.talking(to: port) { client in
                try client.stream.send(request.wire)
                return try client.readResponse(to: request.method)
            }
            try await server.stop()
            return Answer(message)
        } catch {
            return Answer(nil, .make(.incompleteResponse, "\(error)"))
        }
    }

    /// Sends a `GET` to a server of the router, and returns what arrives; see ``serverAnswer(to:)-(Request)``.
    ///
    /// - Parameter path: The percent-encoded path.
    /// - Returns: The answer.
    package func serverAnswer(to path: String) async -> Answer {
        await serverAnswer(to: Request(method: "GET", path: path))
    }

    /// Returns the response that a client or a server gets from the router, before it's delayed and sent.
    ///
    /// Use it for properties that an answer doesn't show: the delay, the fault, and how the body is produced.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    package func resolvedResponse(to request: Request) async -> Response {
        switch resolve(request) {
        case .now(let response, _): response
        case .later(let exchange):
            await withCheckedContinuation { continuation in
                exchange.start(completion: { response in continuation.resume(returning: response) })
            }
        }
    }
}

extension Request {
    /// The percent-encoded path and query.
    fileprivate var target: String {
        guard !query.isEmpty else { return path }
        var components = URLComponents()
        components.queryItems = query
        return path + "?" + (components.percentEncodedQuery ?? "")
    }

    /// The bytes of the request.
    fileprivate var wire: Data {
        var lines = ["\(method) \(target) HTTP/1.1"]
        if headers["Host"] == nil { lines.append("Host: localhost") }
        lines += headers.map { "\($0.name): \($0.value)" }
        if !body.isEmpty { lines.append("Content-Length: \(body.count)") }
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}

extension Teapot.Request {
    /// Creates the request that a client has to send for a given one to arrive.
    fileprivate init(_ request: Request, from base: URL) throws(TeapotError) {
        let text = (request.origin ?? base.origin) + request.target
        guard let url = URL(string: text) else { throw .make(.invalidRequestPath, "“\(text)” is not a URL") }
        self.init(
            method: Teapot.Method(request.method), url: url, headers: request.headers,
            body: request.body.isEmpty ? .none : .data(request.body), acceptedStatusCodes: Set(100...999),
            readsJSON: false)
    }
}

extension URL {
    /// The scheme, host and port.
    fileprivate var origin: String {
        var components = URLComponents()
        (components.scheme, components.host, components.port) = (scheme, host, port)
        return components.string ?? absoluteString
    }
}
