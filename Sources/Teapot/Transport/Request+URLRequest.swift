extension Teapot.Request {
    /// The request for a `URLSession`, without its body if that is a file.
    ///
    /// Its own time-out is so long that it never runs out: ours does. An infinite one crashes on Linux.
    var urlRequest: URLRequest {
        var request = URLRequest(url: url, cachePolicy: .useProtocolCachePolicy, timeoutInterval: 30 * 86_400)
        request.httpMethod = method.rawValue
        var combined: [String: String] = [:]
        for field in headerFields where combined[field.name] == nil {
            // RFC 6265 §5.4 joins cookies with a semicolon, RFC 9110 §5.3 all else with a comma.
            let isFirst = !combined.keys.contains { $0.isSameHeaderName(as: field.name) }
            let separator = field.name.isSameHeaderName(as: "Cookie") ? "; " : ", "
            if isFirst { combined[field.name] = headerFields.values(for: field.name).joined(separator: separator) }
        }
        request.allHTTPHeaderFields = combined
        if case .data(let data) = body { request.httpBody = data }
        if !allowsCellularAccess { request.allowsCellularAccess = false }
        return request
    }
}
