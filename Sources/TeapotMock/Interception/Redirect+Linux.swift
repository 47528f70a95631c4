#if canImport(FoundationNetworking)
    import Foundation
    import Teapot

    extension URLRequest {
        /// Returns the request that follows a redirect on Linux, or `nil` if Foundation doesn't follow the response.
        ///
        /// Foundation doesn't follow RFC 9110 §15.4: it sends all headers to another origin, turns a `HEAD` into a
        /// `GET` after a 303, and treats a location without a host as a path on the same host, whatever its scheme.
        ///
        /// - Parameters:
        ///   - response: The response to the request.
        ///   - outgoing: The request as sent.
        /// - Returns: The next request.
        func following(_ response: Teapot.Response, to outgoing: Teapot.Request) -> URLRequest? {
            guard let location = response.headers["Location"], let target = URL(string: location) else { return nil }
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
