/// What went wrong with a request, from building it to reading its response.
public struct TeapotError: LocalizedError, CustomStringConvertible, Sendable {
    /// What an error says: a caller's own text, or the localized sentence for its kind with what a developer needs.
    enum Words: Sendable, Equatable {
        case own(String)
        case sentence(String, detail: String?)
    }

    /// The kind of failure; see the static members of ``ErrorType-swift.struct``.
    public var type: ErrorType
    /// The status code of the response that came, or `nil` if none came.
    public var responseStatus: Int?
    /// What failed underneath, for example a `URLError` or a `DecodingError`.
    public var underlyingError: (any Error)?
    /// The response that came with the failure, with its body; `nil` if none came.
    public var response: Teapot.Response?
    var words: Words
    /// The request that was sent; `nil` if the failure is about none.
    var request: FailedRequest?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - type: The kind of failure.
    ///   - description: A sentence that says what went wrong.
    ///   - responseStatus: The status code of the response, if one came.
    ///   - underlyingError: What failed underneath.
    public init(type: ErrorType, description: String, responseStatus: Int? = nil, underlyingError: (any Error)? = nil) {
        self.type = type
        words = .own(description)
        self.responseStatus = responseStatus
        self.underlyingError = underlyingError
    }

    /// The sentence for people: the localized one for the kind, or the description of an error of your own.
    public var errorDescription: String? {
        switch words {
        case .own(let text), .sentence(let text, _): text
        }
    }

    /// The text for developers, in a log for example.
    ///
    /// It names the request and what came of it, such as `GET https://api.test/users -> 500: {"message":"full"}` or
    /// `GET https://api.test/users: connection refused`. Secrets in URLs and bodies are shortened. For a request that was
    /// not sent it is the localized sentence and what is to be mended; for an error of your own its description.
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
    /// Whether two errors say the same: kind, text, status, response, and the text of what failed underneath.
    ///
    /// The request that ``description`` names does not count.
    public static func == (left: Self, right: Self) -> Bool {
        left.type == right.type && left.words == right.words && left.responseStatus == right.responseStatus
            && left.response == right.response
            && left.underlyingError.map { String(reflecting: $0) }
                == right.underlyingError.map { String(reflecting: $0) }
    }
}
