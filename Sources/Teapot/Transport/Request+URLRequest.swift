import Foundation

extension Teapot.Request {
    /// The request for a `URLSession`, without its body if the body is a file.
    ///
    /// Its timeout is so long that it never fires, because Teapot has its own. On Linux, an infinite timeout
    /// crashes, and a scheme in uppercase isn't supported.
    var urlRequest: URLRequest {
        var url = url
        if let scheme = url.scheme, scheme != scheme.lowercased() {
            url = URL(string: scheme.lowercased() + url.absoluteString.dropFirst(scheme.count)) ?? url
        }
        var request = URLRequest(url: url, cachePolicy: .useProtocolCachePolicy, timeoutInterval: 30 * 86_400)
        request.httpMethod = method.rawValue
        request.allHTTPHeaderFields = headers.combined
        if case .data(let data) = body { request.httpBody = data }
        if !allowsCellularAccess { request.allowsCellularAccess = false }
        return request
    }
}
