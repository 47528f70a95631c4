import Foundation

extension TeapotError {
    /// Returns the error of a call whose transport failed.
    ///
    /// The kind depends on whether a response was received, and whether the received bytes were HTTP.
    static func performing(_ request: Teapot.Request, _ error: any Error, _ response: Teapot.Response?) -> TeapotError {
        if var error = error as? TeapotError {
            error.response = error.response ?? response
            error.responseStatus = error.responseStatus ?? response?.statusCode
            return error
        }
        let isTimeout = (error as? URLError)?.code == .timedOut
        if let response {
            let response = response.readingJSONLeniently()
            return make(isTimeout ? .timeout : .incompleteResponse, response: response, underlying: error)
        }
        guard let error = error as? URLError else { return make(.dataTaskError, "\(error)", underlying: error) }
        if error.code == .cancelled { return cancellation }
        if [.fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile].contains(error.code) {
            let path = if case .file(let file) = request.body { "“\(file.url.path)”" } else { "the body" }
            return .make(.fileFailed, "\(path) can't be sent: \(error.localizedDescription)", underlying: error)
        }
        if case .file(let file) = request.body, let problem = file.problem {
            return .make(.fileFailed, problem, underlying: error)
        }
        if isTimeout { return make(.timeout, underlying: error) }
        return make(error.meansNoHTTP(over: request.url) ? .notHTTP : .noResponse, underlying: error)
    }
}
