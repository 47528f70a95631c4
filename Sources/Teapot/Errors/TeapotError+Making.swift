package import TeapotLocalization

extension TeapotError {
    /// Makes an error whose description is the localized sentence for its kind, followed by `detail`.
    package static func make(
        _ type: ErrorType,
        _ key: LocalizationKey,
        _ arguments: any CVarArg...,
        detail: String? = nil,
        response: Teapot.Response? = nil,
        underlying: (any Error)? = nil
    ) -> TeapotError {
        let sentence = localized(key, from: [Teapot.localizationBundle, ResourceBundle.shared], arguments)
        var error = TeapotError(
            type: type,
            description: detail.map { sentence + " " + $0 } ?? sentence,
            responseStatus: response?.statusCode,
            underlyingError: underlying
        )
        error.response = response
        return error
    }

    static func invalidRequestPath(_ detail: String) -> TeapotError {
        make(.invalidRequestPath, .invalidRequestPath, detail: detail)
    }

    static func invalidPayload(_ detail: String, underlying: (any Error)? = nil) -> TeapotError {
        make(.invalidPayload, .invalidPayload, detail: detail, underlying: underlying)
    }

    static func invalidHeader(_ detail: String) -> TeapotError {
        make(.invalidHeader, .invalidHeader, detail: detail)
    }

    static func invalidTimeout(_ detail: String) -> TeapotError {
        make(.invalidTimeout, .invalidTimeout, detail: detail)
    }

    static func adapterFailed(_ error: any Error) -> TeapotError {
        (error as? TeapotError) ?? make(.adapterFailed, .adapterFailed, detail: "\(error)", underlying: error)
    }

    static func fileFailed(_ detail: String, underlying: any Error) -> TeapotError {
        make(.fileFailed, .fileFailed, detail: detail, underlying: underlying)
    }

    static func invalidResponseStatus(_ response: Teapot.Response) -> TeapotError {
        make(.invalidResponseStatus, .invalidResponseStatus, response.statusCode, response: response)
    }

    static func invalidResponseBody(
        _ detail: String,
        in response: Teapot.Response,
        underlying: any Error
    ) -> TeapotError {
        make(.invalidResponseBody, .invalidResponseBody, detail: detail, response: response, underlying: underlying)
    }

    static func invalidRedirect(_ detail: String, from response: Teapot.Response) -> TeapotError {
        make(.invalidRedirect, .invalidRedirect, detail: detail, response: response)
    }

    static func missingImage(_ response: Teapot.Response) -> TeapotError {
        make(.missingImage, .missingImage, response: response)
    }

    static var cancelled: TeapotError {
        make(.cancelled, .cancelled, underlying: URLError(.cancelled))
    }
}
