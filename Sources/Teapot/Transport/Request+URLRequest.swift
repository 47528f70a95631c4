extension Teapot.Request {
    /// The request for a `URLSession`, without its body if that is a file.
    ///
    /// Its time-out is so long that it never passes, because Teapot has a time-out of its own. An infinite one crashes
    /// on Linux.
    var urlRequest: URLRequest {
        var request = URLRequest(url: url, cachePolicy: .useProtocolCachePolicy, timeoutInterval: 30 * 86_400)
        request.httpMethod = method.rawValue
        request.allHTTPHeaderFields = headerFields.combined
        if case .data(let data) = body { request.httpBody = data }
        if !allowsCellularAccess { request.allowsCellularAccess = false }
        return request
    }
}
