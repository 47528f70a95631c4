import Foundation

extension Teapot.Request {
    /// The request for a `URLSession`, without its body if that is a file.
    ///
    /// Its timeout is so long that it never passes, because Teapot has a timeout of its own. An infinite one crashes on
    /// Linux, where a scheme in upper case is not supported either.
    var urlRequest: URLRequest {
        var url = url
        if let scheme = url.scheme, scheme != scheme.lowercased() {
            url = URL(string: scheme.lowercased() + url.absoluteString.dropFirst(scheme.count)) ?? url
        }
        var request = URLRequest(url: url, cachePolicy: .useProtocolCachePolicy, timeoutInterval: 30 * 86_400)
        request.httpMethod = method.rawValue
        request.allHTTPHeaderFields = headerFields.combined
        if case .data(let data) = body { request.httpBody = data }
        if !allowsCellularAccess { request.allowsCellularAccess = false }
        return request
    }
}
