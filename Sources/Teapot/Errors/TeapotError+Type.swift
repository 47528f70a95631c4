extension TeapotError {
    /// A kind of failure.
    ///
    /// It's a struct, not an enum, so a later version can add kinds. A `switch` over it needs a `default` case.
    public struct ErrorType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind, such as `invalidPayload`.
        public let rawValue: String

        /// Creates a kind of your own.
        ///
        /// - Parameter rawValue: The name of the kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name of the kind.
        public var description: String { rawValue }
    }
}

extension TeapotError.ErrorType {
    /// The path can't be joined to the base URL.
    ///
    /// Nothing was sent.
    public static let invalidRequestPath = Self(rawValue: "invalidRequestPath")
    /// The body can't be encoded.
    ///
    /// Nothing was sent.
    public static let invalidPayload = Self(rawValue: "invalidPayload")
    /// The parameters can't be encoded as a query.
    ///
    /// Nothing was sent.
    public static let invalidQuery = Self(rawValue: "invalidQuery")
    /// The name or value of a header, or the credentials for one, can't be sent.
    ///
    /// Nothing was sent.
    public static let invalidHeader = Self(rawValue: "invalidHeader")
    /// The timeout isn't a positive number of seconds.
    ///
    /// Nothing was sent.
    public static let invalidTimeout = Self(rawValue: "invalidTimeout")
    /// An adapter of the request threw an error.
    ///
    /// Nothing was sent.
    public static let adapterFailed = Self(rawValue: "adapterFailed")
    /// The status isn't accepted.
    ///
    /// By default, 200 to 299 are accepted.
    public static let invalidResponseStatus = Self(rawValue: "invalidResponseStatus")
    /// The body isn't an image.
    public static let missingImage = Self(rawValue: "missingImage")
    /// No response was received: the connection was refused or reset, or the host name couldn't be resolved.
    public static let noResponse = Self(rawValue: "noResponse")
    /// The request or the call timed out, before or after the head of a response arrived.
    public static let timeout = Self(rawValue: "timeout")
    /// A response began, but is incomplete.
    public static let incompleteResponse = Self(rawValue: "incompleteResponse")
    /// The received bytes aren't an HTTP response.
    public static let notHTTP = Self(rawValue: "notHTTP")
    /// The body is malformed, or can't be decoded as the requested type.
    public static let invalidResponseBody = Self(rawValue: "invalidResponseBody")
    /// A redirect can't be followed: there were too many, or `Location` isn't an http or https URL.
    public static let invalidRedirect = Self(rawValue: "invalidRedirect")
    /// The request was cancelled.
    public static let cancelled = Self(rawValue: "cancelled")
    /// A local file couldn't be read or written.
    public static let fileFailed = Self(rawValue: "fileFailed")
    /// The transport failed in a way that no other kind describes.
    public static let dataTaskError = Self(rawValue: "dataTaskError")
    /// The credential of a ``Teapot/Authentication`` couldn't be refreshed.
    public static let authenticationFailed = Self(rawValue: "authenticationFailed")
    /// The link to the next page can't be followed, or leads to a page that has already been read.
    public static let invalidLink = Self(rawValue: "invalidLink")
}
