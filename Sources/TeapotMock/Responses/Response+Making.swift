public import Foundation
public import Teapot

extension Response {
    /// Creates a response whose body is a fixture.
    ///
    /// - Parameters:
    ///   - name: The name of the fixture. `users` stands for `users.json`. A name with an extension, such as
    ///     `logo.png`, is used as is.
    ///   - status: The status code.
    ///   - headers: The headers, which replace the fixture's.
    ///   - delay: The time to wait before responding, in seconds.
    /// - Returns: The response. If the fixture is missing, the error is reported when a request needs it.
    public static func file(
        _ name: String, status: Teapot.StatusCode = .ok, headers: Teapot.HeaderFields = [:], delay: Double = 0
    ) -> Response {
        var response = Response(status: status, headers: headers, delay: delay)
        response.content = .file(name)
        return response
    }

    /// Creates a response whose body is the given bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - contentType: The media type of the body.
    ///   - status: The status code.
    ///   - headers: The headers, which replace those that describe the body.
    ///   - delay: The time to wait before responding, in seconds.
    /// - Returns: The response.
    public static func data(
        _ data: Data, contentType: String = "application/octet-stream", status: Teapot.StatusCode = .ok,
        headers: Teapot.HeaderFields = [:], delay: Double = 0
    ) -> Response { Response(status: status, headers: describing(contentType, headers), body: data, delay: delay) }

    /// Returns headers with the media type of a body added, unless they already have one.
    static func describing(_ contentType: String, _ headers: Teapot.HeaderFields) -> Teapot.HeaderFields {
        if headers.isEmpty, contentType == "application/json" { return jsonFields }
        var fields = headers
        if fields["Content-Type"] == nil { fields.append(name: "Content-Type", value: contentType) }
        return fields
    }

    /// The headers that most responses share.
    private static let jsonFields: Teapot.HeaderFields = ["Content-Type": "application/json"]

    /// Creates a response whose body is a JSON document.
    ///
    /// - Parameters:
    ///   - json: The document, such as `["id": 1]`. Its members are sorted by name.
    ///   - status: The status code.
    ///   - headers: The headers, which replace those that describe the body.
    ///   - delay: The time to wait before responding, in seconds.
    /// - Returns: The response. If the document can't be written, requests fail with `invalidResponseBody`.
    @_disfavoredOverload  // A literal is a `Response`.
    public static func json(
        _ json: JSON, status: Teapot.StatusCode = .ok, headers: Teapot.HeaderFields = [:], delay: Double = 0
    ) -> Response {
        do {
            let text = try json.data(.sortedKeys)
            return data(text, contentType: "application/json", status: status, headers: headers, delay: delay)
        } catch {
            return .explaining(.make(.invalidResponseBody, "\(error)")).delayed(by: delay)
        }
    }

    /// Creates a response whose body is text in UTF-8.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - contentType: The media type of the body.
    ///   - status: The status code.
    ///   - headers: The headers, which replace those that describe the body.
    ///   - delay: The time to wait before responding, in seconds.
    /// - Returns: The response.
    public static func text(
        _ text: String, contentType: String = "text/plain; charset=utf-8", status: Teapot.StatusCode = .ok,
        headers: Teapot.HeaderFields = [:], delay: Double = 0
    ) -> Response {
        // `Data(text.utf8)` takes four times as long.
        let bytes = text.withBytes { Data($0) }
        return data(bytes, contentType: contentType, status: status, headers: headers, delay: delay)
    }

    /// Creates a response without a body.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The headers, such as the `Location` of a redirect.
    ///   - delay: The time to wait before responding, in seconds.
    /// - Returns: The response.
    public static func status(
        _ status: Teapot.StatusCode, headers: Teapot.HeaderFields = [:], delay: Double = 0
    ) -> Response { Response(status: status, headers: headers, delay: delay) }

    /// A response with status 200 and no body.
    public static let ok = Response.status(.ok)
    /// A response with status 204.
    public static let noContent = Response.status(.noContent)
    /// A response with status 404 and no body.
    public static let notFound = Response.status(.notFound)

    /// Creates a redirect.
    ///
    /// - Parameters:
    ///   - location: The URL or path to redirect the client to.
    ///   - status: The status code.
    /// - Returns: The response.
    public static func redirect(to location: String, status: Teapot.StatusCode = .found) -> Response {
        .status(status, headers: ["Location": location])
    }

    /// Creates a response whose body is an HTML page.
    ///
    /// - Parameters:
    ///   - text: The page, which is sent in UTF-8.
    ///   - status: The status code.
    /// - Returns: The response.
    public static func html(_ text: String, status: Teapot.StatusCode = .ok) -> Response {
        .text(text, contentType: "text/html; charset=utf-8", status: status)
    }

    /// Returns the response with a delay before it.
    ///
    /// - Parameter seconds: The time to wait before responding, in seconds.
    /// - Returns: The response with this ``delay``.
    public func delayed(by seconds: Double) -> Response {
        var response = self
        response.delay = seconds
        return response
    }

    /// Creates a response whose connection fails with a URL error.
    ///
    /// - Parameters:
    ///   - code: The error code, such as `.notConnectedToInternet`.
    ///   - delay: The time to wait before the failure, in seconds.
    /// - Returns: A response that ends a call with the error of a failed connection.
    public static func error(_ code: URLError.Code, delay: Double = 0) -> Response {
        .error(URLError(code), delay: delay)
    }

    /// Creates a response whose connection fails with the given error.
    ///
    /// - Parameters:
    ///   - error: The error that the client receives. A ``/Teapot/TeapotError`` becomes the error of the call.
    ///   - delay: The time to wait before the failure, in seconds.
    /// - Returns: A response that ends a call with that error.
    public static func error(_ error: any Error, delay: Double = 0) -> Response {
        var response = Response(delay: delay)
        response.fault = Fault(error)
        return response
    }
}
