public import Foundation

// Teapot 2's spellings. They still work, with a warning that names the replacement.

/// The parameters of a request.
@available(*, deprecated, message: "Pass the dictionary or the list itself, or '.data(data, contentType: …)'.")
public struct RequestParameter: Teapot.Parameters {
    private let value: any Teapot.Parameters

    /// Creates parameters from a dictionary.
    public init(_ dictionary: [String: Any]) { value = dictionary }
    /// Creates parameters from a list.
    public init(_ array: [[String: Any]]) { value = array }
    /// Creates parameters from bytes, which are sent as `application/json` if they are a JSON document.
    public init(_ data: Data) {
        let isJSON = (try? JSON(parsing: data)) != nil
        value = Teapot.Payload.data(data, contentType: isJSON ? "application/json" : "application/octet-stream")
    }
    /// Returns parameters from a dictionary.
    public static func dictionary(_ dictionary: [String: Any]) -> Self { Self(dictionary) }
    /// Returns parameters from a list.
    public static func array(_ array: [[String: Any]]) -> Self { Self(array) }

    /// Encodes the dictionary, the list or the bytes.
    public func encoded(for method: Teapot.Method, with encoder: JSONEncoder) throws(TeapotError)
        -> Teapot.EncodedParameters
    { try value.encoded(for: method, with: encoder) }
}

extension TeapotError {
    /// Creates an error.
    ///
    /// - Parameters:
    ///   - type: The kind of failure.
    ///   - description: A sentence that describes the error.
    ///   - status: The status code of the response, if one was received.
    ///   - error: The underlying error.
    @available(*, deprecated, renamed: "init(type:description:responseStatus:underlyingError:)")
    public init(
        withType type: ErrorType, description: String, responseStatus status: Int? = nil,
        underlyingError error: (any Error)? = nil
    ) { self.init(type: type, description: description, responseStatus: status, underlyingError: error) }
}

extension Teapot.Logger {
    /// The log level.
    @available(*, deprecated, renamed: "level")
    public var currentLevel: Level {
        get { level }
        set { level = newValue }
    }
    /// Logs a message at the `error` level.
    ///
    /// - Parameter message: The message, evaluated only if it is logged.
    @available(*, deprecated, message: "Use your own logger, or call 'sink'.")
    public func errorLog(_ message: @autoclosure () -> String) { log(.error, message) }
}

extension TeapotClient {
    /// The name of the header whose value is the result of ``basicAuthenticationValue(username:password:)``.
    @available(*, deprecated, message: "The name of the header is \"Authorization\".")
    public var basicAuthenticationHeaderKey: String { "Authorization" }
    /// Downloads an image.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - completion: A closure to call once with the image, but not after a cancellation.
    /// - Returns: A handle for the call, or `nil` if the request couldn't be built.
    @available(*, deprecated, renamed: "downloadImage(_:completion:)")
    @discardableResult public func downloadImage(
        path: String = "", completion: @escaping @Sendable (NetworkImageResult) -> Void
    ) -> Handle? { downloadImage(path, completion: completion) }
}
