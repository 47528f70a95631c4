public import Foundation

/// An error of a request, from building it to reading its response.
public struct TeapotError: LocalizedError, CustomStringConvertible, Sendable {
    /// The kind of failure; see the static members of ``ErrorType-swift.struct``.
    public var type: ErrorType {
        get { parts.type }
        set { parts.type = newValue }
    }
    /// The status code of the response, or `nil` if none was received.
    public var responseStatus: Int? {
        get { parts.responseStatus }
        set { parts.responseStatus = newValue }
    }
    /// The underlying error, for example a `URLError` or a `DecodingError`.
    public var underlyingError: (any Error)? {
        get { parts.underlyingError }
        set { parts.underlyingError = newValue }
    }
    /// The response of the failed request, with its body, or `nil` if none was received.
    public var response: Teapot.Response? {
        get { parts.response }
        set { parts.response = newValue }
    }

    struct Parts: Sendable {
        var type: ErrorType
        var responseStatus: Int?
        var underlyingError: (any Error)?
        var response: Teapot.Response?
        /// The text of the caller, or the localized sentence for the kind.
        var text: String
        /// What a sentence is followed by for developers.
        var detail: String?
        /// The request that was sent, or `nil` if the failure is not about a sent request.
        var request: FailedRequest?
        var isOwn = true
    }

    private indirect enum Box: Sendable { case parts(Parts) }

    /// The parts in memory of their own: an error is one pointer wherever it is thrown, copied or kept.
    private var box: Box
    var parts: Parts {
        get {
            switch box {
            case .parts(let parts): parts
            }
        }
        set { box = .parts(newValue) }
    }

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - type: The kind of failure.
    ///   - description: A sentence that describes the error.
    ///   - responseStatus: The status code of the response, if one was received.
    ///   - underlyingError: The underlying error.
    public init(type: ErrorType, description: String, responseStatus: Int? = nil, underlyingError: (any Error)? = nil) {
        box = .parts(
            .init(type: type, responseStatus: responseStatus, underlyingError: underlyingError, text: description))
    }

    /// The text for users: the localized sentence for the kind, or the description of an error that you created.
    public var errorDescription: String? { parts.text }

    /// The text for developers, in a log for example.
    ///
    /// It names the request, the URL that it was redirected to, and the outcome, such as
    /// `GET https://api.test/users -> 500: {"message":"full"}` or `GET https://api.test/users: connection refused`.
    /// Secrets in URLs and bodies are shortened. For a request that was not sent, it is the localized sentence and the
    /// detail that helps to correct the request. For an error that you created, it is the description.
    public var description: String {
        get {
            if let request = parts.request, !parts.isOwn { return describe(request, parts.detail) }
            return parts.detail.map { parts.text + " " + $0 } ?? parts.text
        }
        set { (parts.text, parts.detail, parts.isOwn) = (newValue, nil, true) }
    }
}

extension TeapotError: Equatable {
    /// Returns whether two errors have the same kind, text, status and response, and underlying errors with the same
    /// text.
    ///
    /// The request that ``description`` names is not compared.
    public static func == (left: Self, right: Self) -> Bool {
        left.type == right.type && left.parts.text == right.parts.text && left.parts.detail == right.parts.detail
            && left.parts.isOwn == right.parts.isOwn && left.responseStatus == right.responseStatus
            && left.response == right.response
            && left.underlyingError.map { String(reflecting: $0) }
                == right.underlyingError.map { String(reflecting: $0) }
    }
}
