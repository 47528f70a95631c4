#if canImport(FoundationNetworking)
    import Foundation
    import Teapot

    extension URLRequest {
        /// Returns the request that Foundation on Linux follows a redirect with, or `nil` if the response is not one to
        /// follow.
        ///
        /// It isn't what RFC 9110 §15.4 asks for: all header fields go along to another origin, a `HEAD` becomes a
        /// `GET` after a 303, and a location without a host is a path on the same host, whatever its scheme.
        ///
        /// - Parameters:
        ///   - response: The response to the request.
        ///   - outgoing: The request as it was sent.
        /// - Returns: The next request.
        func following(_ response: Teapot.Response, to outgoing: Teapot.Request) -> URLRequest? {
            guard let location = response.headerFields["Location"], let target = URL(string: location) else {
                return nil
            }
            var next = self
            switch response.statusCode {
            case 303,
                301...302 where httpMethod == "POST":
                (next.httpMethod, next.httpBody) = ("GET", nil)
            case 301...302, 305...308: break
            default: return nil
            }
            next.url = url.flatMap { target.resolved(against: $0) }
            return next.url == nil ? nil : next
        }
    }

    extension URL {
        /// Returns the URL of a redirect's location, or `nil` if there is none.
        fileprivate func resolved(against base: URL) -> URL? {
            if scheme != nil, host != nil { return self }
            guard var parts = URLComponents(url: base, resolvingAgainstBaseURL: false) else { return nil }
            if let host { (parts.host, parts.port) = (host, port) }
            parts.path = path.hasPrefix("/") ? path : "/" + path
            (parts.percentEncodedQuery, parts.percentEncodedFragment) = (query, fragment)
            return parts.url
        }
    }
#endif
