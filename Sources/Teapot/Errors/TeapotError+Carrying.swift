extension TeapotError {
    /// What a carrier's error means for the call: whether a response came, and whether what came was HTTP at all.
    static func carryingOut(_ request: Teapot.Request, _ error: any Error, _ response: Teapot.Response?) -> TeapotError
    {
        if var error = error as? TeapotError {
            error.response = error.response ?? response
            error.responseStatus = error.responseStatus ?? response?.statusCode
            return error
        }
        if let response {
            let response = response.readingJSONLeniently()
            return make(.incompleteResponse, response: response, underlying: error)
        }
        guard let error = error as? URLError else { return make(.dataTaskError, "\(error)", underlying: error) }
        if error.code == .cancelled { return cancelled }
        if [.fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile].contains(error.code) {
            return .make(.fileFailed, error.localizedDescription, underlying: error)
        }
        let isHTTP = error.meansNoHTTP(over: request.url)
        return isHTTP ? make(.notHTTP, underlying: error) : make(.noResponse, underlying: error)
    }
}

extension URLError {
    /// Whether bytes came that are no HTTP response.
    fileprivate func meansNoHTTP(over url: URL) -> Bool {
        #if canImport(FoundationNetworking)
            // libcurl's errors come as -1002 for a bad status line or version, and as -1 for malformed header fields.
            // Over TLS -1 may be the handshake's too.
            code == .unsupportedURL || (code == .unknown && url.scheme?.lowercased() == "http")
        #else
            code == .cannotParseResponse || code == .badServerResponse
        #endif
    }
}
