extension TeapotError {
    /// A kind of failure.
    ///
    /// A struct rather than an enum, so that a later version can add a kind; a `switch` over it needs a `default`.
    public struct ErrorType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The kind's name, such as `invalidPayload`.
        public let rawValue: String

        /// Creates a kind of your own.
        ///
        /// - Parameter rawValue: The kind's name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The kind's name.
        public var description: String { rawValue }
    }
}

extension TeapotError.ErrorType {
    /// The path given can't be made into a URL below the base URL; nothing was sent.
    public static let invalidRequestPath = Self(rawValue: "invalidRequestPath")
    /// The body can't be encoded; nothing was sent.
    public static let invalidPayload = Self(rawValue: "invalidPayload")
    /// The parameters can't be made into a query; nothing was sent.
    public static let invalidQuery = Self(rawValue: "invalidQuery")
    /// A header's name or value, or the credentials for one, can't stand in a request; nothing was sent.
    public static let invalidHeader = Self(rawValue: "invalidHeader")
    /// The time-out is not a positive number of seconds; nothing was sent.
    public static let invalidTimeout = Self(rawValue: "invalidTimeout")
    /// A request adapter threw; nothing was sent.
    public static let adapterFailed = Self(rawValue: "adapterFailed")
    /// The status is not between 200 and 299.
    public static let invalidResponseStatus = Self(rawValue: "invalidResponseStatus")
    /// The body that came is not an image.
    public static let missingImage = Self(rawValue: "missingImage")
    /// No response came: refused, unresolved, reset, or timed out before the first byte of it.
    public static let noResponse = Self(rawValue: "noResponse")
    /// A response began but was cut short.
    public static let incompleteResponse = Self(rawValue: "incompleteResponse")
    /// What came back is not an HTTP response.
    public static let notHTTP = Self(rawValue: "notHTTP")
    /// The body is malformed, or is not what it was to be decoded as.
    public static let invalidResponseBody = Self(rawValue: "invalidResponseBody")
    /// A redirect can't be followed: too many of them, or a `Location` that is no HTTP URL.
    public static let invalidRedirect = Self(rawValue: "invalidRedirect")
    /// The request was cancelled.
    public static let cancelled = Self(rawValue: "cancelled")
    /// A local file could not be read or written.
    public static let fileFailed = Self(rawValue: "fileFailed")
    /// The carrier failed in a way that no other kind describes.
    public static let dataTaskError = Self(rawValue: "dataTaskError")
    /// The credential of a ``Teapot/Authentication`` could not be refreshed.
    public static let authenticationFailed = Self(rawValue: "authenticationFailed")
    /// The link to the next page can't be followed, or leads to a page that has been read.
    public static let invalidLink = Self(rawValue: "invalidLink")
}
