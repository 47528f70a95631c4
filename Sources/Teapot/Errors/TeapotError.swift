public import Foundation

/// An error from a request, from building it to reading its response.
public struct TeapotError: LocalizedError, CustomStringConvertible, Sendable {
    /// The kind of failure; see the static members of ``ErrorType-swift.struct``.
    public var type: ErrorType {
        get { parts.type }
        set { parts.type = newValue }
    }
    /// The status code of the response, or `nil` if no response was received.
    public var responseStatus: Int? {
        get { parts.responseStatus }
        set { parts.responseStatus = newValue }
    }
    /// The status code of the response, the same number as ``responseStatus``.
    public var statusCode: Int? { responseStatus }
    /// The body of the response, or `nil` if no response was received.
    public var body: Data? { response?.body }
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
        /// The caller's text, or the localized sentence for the kind.
        var text: String
        /// The text after the sentence, for developers.
        var detail: String?
        /// The text before the detail: the request that wasn't sent, or a clause about a redirected one.
        var origin = ""
        /// The request that was sent, or `nil` if the failure isn't about a sent request.
        var request: FailedRequest?
        /// Why a temporary failure wasn't retried before the last attempt.
        var refusal: String?
        var isOwn = true
    }

    /// The parts, stored indirectly so that an error is a single pointer wherever it is thrown, copied or kept.
    private var box: Box<Parts>
    var parts: Parts {
        get { box.value }
        set { box = Box(newValue) }
    }

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - type: The kind of failure.
    ///   - description: A sentence that describes the error.
    ///   - responseStatus: The status code of the response, if one was received.
    ///   - underlyingError: The underlying error.
    public init(type: ErrorType, description: String, responseStatus: Int? = nil, underlyingError: (any Error)? = nil) {
        box = Box(
            .init(type: type, responseStatus: responseStatus, underlyingError: underlyingError, text: description))
    }

    /// The text for users: the localized sentence for the kind or, for an error that you created, its description.
    public var errorDescription: String? { parts.text }

    /// The text for developers, for example in a log.
    ///
    /// It contains the request, the URL it was redirected to, and the outcome, such as
    /// `GET https://api.test/users -> 500: {"message":"full"}` or `GET https://api.test/users: connection refused`.
    /// Secrets in URLs and bodies are shortened. For a request that wasn't sent, the text is the localized sentence
    /// with a detail that helps you fix the request. For an error that you created, it's the description.
    public var description: String {
        get {
            let request = parts.request ?? parts.response?.knownRequest
            if let request, !parts.isOwn { return describe(request, parts.detail) }
            guard let detail = parts.detail.map({ parts.origin + $0 }) else { return parts.text }
            return parts.text.last == "." ? "\(parts.text.dropLast()): \(detail)" : "\(parts.text) \(detail)"
        }
        set { (parts.text, parts.detail, parts.isOwn) = (newValue, nil, true) }
    }
}

extension TeapotError {
    /// Decodes the body of the failed response, for example as an `application/problem+json` document (RFC 9457).
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The decoder to use, by default the one from the client that received the response.
    /// - Returns: The value.
    /// - Throws: ``TeapotError`` of type `invalidResponseBody`, or this error if no response was received.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, using decoder: JSONDecoder? = nil)
        throws(TeapotError) -> Value
    {
        guard let response else { throw self }
        return try response.decode(type, using: decoder)
    }

    /// Returns whether an error is of the given kind, so you can write `catch .cancelled`.
    ///
    /// - Parameters:
    ///   - type: The kind.
    ///   - error: The error.
    /// - Returns: Whether the error is of that kind.
    public static func ~= (type: ErrorType, error: TeapotError) -> Bool { error.type == type }
}

extension TeapotError: Equatable {
    /// Returns whether two errors have the same kind, text, status and response, and the same text in their underlying
    /// errors.
    ///
    /// The request in ``description`` isn't compared.
    public static func == (left: Self, right: Self) -> Bool {
        left.type == right.type && left.parts.text == right.parts.text && left.parts.detail == right.parts.detail
            && left.parts.isOwn == right.parts.isOwn && left.responseStatus == right.responseStatus
            && left.response == right.response
            && String(reflecting: left.underlyingError) == String(reflecting: right.underlyingError)
    }
}
