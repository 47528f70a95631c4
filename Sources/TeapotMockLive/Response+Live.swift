import Foundation
import Teapot
import TeapotMock

extension Response {
    /// The content codings that Foundation decodes (RFC 9110 §8.4.1).
    private static let decodedCodings: Set = ["gzip", "x-gzip", "deflate", "br"]

    /// Creates a response with the head of a live server's response.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - method: The method of the request.
    init(live head: Teapot.Response, to method: String) {
        var fields = head.headers.forwarded().withSeparateCookies
        let codings = (fields["Content-Encoding"] ?? "").split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        if codings.contains(where: { Self.decodedCodings.contains($0) }) {
            // The body arrives decoded, but these headers describe the encoded one. The same applies to the response to
            // a HEAD.
            fields["Content-Encoding"] = nil
            fields["Content-Length"] = nil
        }
        self.init(status: Teapot.StatusCode(rawValue: head.statusCode), headers: fields)
    }

    /// Returns a copy whose body is read as it arrives.
    ///
    /// - Parameters:
    ///   - reader: The reader of the body.
    ///   - take: The recording that stores a copy of the body, or `nil` for none.
    /// - Returns: The response.
    func streaming(from reader: LiveExchange.Reader, keptBy take: (any ExchangeRecording)?) -> Response {
        var response = self
        if let take {
            response.content = .stream(Stream(pulling: { { try await take.next(of: reader) } }))
        } else {
            response.content = .stream(Stream(pulling: { { try await reader.next() } }))
        }
        return response
    }

    /// Returns the response to a request that the live server didn't answer.
    ///
    /// Clients in this process receive the error. Clients of a server get status 502 or 504.
    ///
    /// - Parameters:
    ///   - url: The URL that the request was sent to.
    ///   - request: The request as received.
    ///   - error: The reason for the failure.
    /// - Returns: The response.
    static func unreachable(_ url: URL, for request: Request, _ error: any Error) -> Response {
        let isLate = (error as? URLError)?.code == .timedOut
        let reason = url.reason(for: error)
        var response = explaining(
            "\(request.method) \(request.path) could not be passed through to \(url.withoutCredentials): \(reason)",
            url, status: isLate ? 504 : 502)  // RFC 9110 §15.6.5, §15.6.3.
        response.fault = .onlyInProcess(error)
        return response
    }

    /// Returns the response to a request that has come back to the gateway that forwarded it (RFC 5842 §7.2).
    static func looping(_ request: Request, to url: URL) -> Response {
        explaining(
            """
            \(request.method) \(request.path) was passed through in a loop: \(url.withoutCredentials) leads to the \
            mock itself. Give `Passthrough` the URL of another server.
            """, url, status: 508)
    }

    /// Returns the response to a request for a host that isn't allowed (RFC 9110 §15.5.4).
    static func refusing(_ host: String, _ url: URL) -> Response {
        explaining(
            """
            A request for “\(host)” is not passed through, because any site can point its name at this machine. \
            Use http://127.0.0.1 or http://localhost, or allow the name: `--allow-host` of teapot, `allowedHosts:` of \
            `Passthrough`.
            """, url, status: 403)
    }

    /// Returns the response to a page from another site, which must not use the live URL's credentials.
    static func refusing(page origin: String?, _ url: URL) -> Response {
        explaining(
            """
            A page from \(origin.map { "“\($0)”" } ?? "another site") tried to use the live server with the \
            credentials in the server's URL. If you trust the page, allow its origin: `--cors=\(origin ?? "ORIGIN")` \
            of teapot, `cors` of the router.
            """, url, status: 403)
    }

    private static func explaining(_ error: String, _ url: URL, status: Teapot.StatusCode) -> Response {
        .json(["error": error, "url": url.withoutCredentials], status: status)
    }
}

extension URL {
    /// Returns why there was no response from the URL, with advice if the server isn't there.
    func reason(for error: any Error) -> String {
        let place = (host ?? "") + (port.map { ":\($0)" } ?? "")
        return switch (error as? URLError)?.code {
        case .cannotConnectToHost?: "nothing is listening at \(place); start the server, or correct its URL"
        case .cannotFindHost?, .dnsLookupFailed?: "there is no host \(place); correct the URL"
        default: (error as? TeapotError)?.description ?? error.localizedDescription
        }
    }
}

extension Passthrough {
    /// Returns whether a request over a connection, which may come from a page, may use the live URL's credentials.
    func lendsCredentials(to request: Request) -> Bool {
        // Only requests over a connection have no origin.
        guard request.origin == nil else { return false }
        return hasSecretQuery || authorization != nil && request.headers["Authorization"] == nil
    }

    private var hasSecretQuery: Bool {
        let names = URLComponents(url: baseURL, resolvingAgainstBaseURL: true)?.queryItems?.map(\.name) ?? []
        return names.contains { client.options.isSecret($0) }
    }
}

extension Request {
    /// Whether a page from another site sent the request.
    ///
    /// A navigation doesn't count, because that page can't read its response.
    ///
    /// A browser lets every page send simple requests, and identifies the page in `Sec-Fetch-Site` and `Origin`.
    var isFromPageOfAnotherSite: Bool {
        let page = headers["Origin"]
        if let site = headers["Sec-Fetch-Site"] {
            let isNavigation = page == nil && headers["Sec-Fetch-Dest"] == "document"
            return site == "cross-site" && !isNavigation
        }
        // Older browsers send only `Origin`.
        guard let page else { return false }
        let host = page.components(separatedBy: "://").last ?? ""
        return host.lowercased() != headers["Host"]?.lowercased()
    }
}
