/// What went wrong with a request, from building it to reading its response.
public struct TeapotError: LocalizedError, CustomStringConvertible, Sendable {
    /// The kind of failure; see the static members of ``ErrorType-swift.struct``.
    public var type: ErrorType
    /// A sentence in the user's language, followed in English by what a developer needs to mend it.
    public var description: String
    /// The status code of the response that came, or `nil` if none came.
    public var responseStatus: Int?
    /// What failed underneath, for example a `URLError` or a `DecodingError`.
    public var underlyingError: (any Error)?
    /// The response that came with the failure, with its body; `nil` if none came.
    public var response: Teapot.Response?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - type: The kind of failure.
    ///   - description: A sentence that says what went wrong.
    ///   - responseStatus: The status code of the response, if one came.
    ///   - underlyingError: What failed underneath.
    public init(type: ErrorType, description: String, responseStatus: Int? = nil, underlyingError: (any Error)? = nil) {
        self.type = type
        self.description = description
        self.responseStatus = responseStatus
        self.underlyingError = underlyingError
    }

    /// The same text as ``description``.
    public var errorDescription: String? { description }
}

extension TeapotError: Equatable {
    /// Whether two errors say the same: kind, text, status, response, and the text of what failed underneath.
    public static func == (left: Self, right: Self) -> Bool {
        left.type == right.type && left.description == right.description && left.responseStatus == right.responseStatus
            && left.response == right.response
            && left.underlyingError.map { String(reflecting: $0) }
                == right.underlyingError.map { String(reflecting: $0) }
    }
}
