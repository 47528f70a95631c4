public import Foundation

/// An error of a request, from building it to reading its response.
public struct TeapotError: LocalizedError, CustomStringConvertible, Sendable {
    /// The text of an error: the text of the caller, or the localized sentence for the kind with a detail for
    /// developers.
    enum Words: Sendable, Equatable {
        case own(String)
        case sentence(String, detail: String?)
    }

    /// The kind of failure; see the static members of ``ErrorType-swift.struct``.
    public var type: ErrorType
    /// The status code of the response, or `nil` if none was received.
    public var responseStatus: Int?
    /// The underlying error, for example a `URLError` or a `DecodingError`.
    public var underlyingError: (any Error)?
    /// The response of the failed request, with its body, or `nil` if none was received.
    public var response: Teapot.Response?
    var words: Words
    /// The request that was sent, or `nil` if the failure is not about a sent request.
    var request: FailedRequest?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - type: The kind of failure.
    ///   - description: A sentence that describes the error.
    ///   - responseStatus: The status code of the response, if one was received.
    ///   - underlyingError: The underlying error.
    public init(type: ErrorType, description: String, responseStatus: Int? = nil, underlyingError: (any Error)? = nil) {
        self.type = type
        words = .own(description)
        self.responseStatus = responseStatus
        self.underlyingError = underlyingError
    }

    /// The text for users: the localized sentence for the kind, or the description of an error that you created.
    public var errorDescription: String? {
        switch words {
        case .own(let text), .sentence(let text, _): text
        }
    }

    /// The text for developers, in a log for example.
    ///
    /// It names the request, the URL that it was redirected to, and the outcome, such as
    /// `GET https://api.test/users -> 500: {"message":"full"}` or `GET https://api.test/users: connection refused`.
    /// Secrets in URLs and bodies are shortened. For a request that was not sent, it is the localized sentence and the
    /// detail that helps to correct the request. For an error that you created, it is the description.
    public var description: String {
        get {
            switch words {
            case .own(let text): text
            case .sentence(let sentence, let detail):
                if let request { describe(request, detail) } else { detail.map { sentence + " " + $0 } ?? sentence }
            }
        }
        set { words = .own(newValue) }
    }
}

extension TeapotError: Equatable {
    /// Returns whether two errors have the same kind, text, status and response, and underlying errors with the same
    /// text.
    ///
    /// The request that ``description`` names is not compared.
    public static func == (left: Self, right: Self) -> Bool {
        left.type == right.type && left.words == right.words && left.responseStatus == right.responseStatus
            && left.response == right.response
            && left.underlyingError.map { String(reflecting: $0) }
                == right.underlyingError.map { String(reflecting: $0) }
    }
}
