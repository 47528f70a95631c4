public import Teapot

extension Response {
    /// A response whose body is a fixture.
    ///
    /// - Parameters:
    ///   - name: The fixture's name: `users` for `users.json`, `logo.png` as it is.
    ///   - status: The status code.
    ///   - headerFields: Header fields, which replace those that the fixture would have.
    ///   - delay: How long to wait before answering, in seconds.
    /// - Returns: The response. That there is no such fixture is found out when it is asked for.
    public static func file(
        _ name: String,
        status: Teapot.StatusCode = .ok,
        headerFields: Teapot.HeaderFields = [:],
        delay: Double = 0
    ) -> Response {
        var response = Response(status: status, headerFields: headerFields, delay: delay)
        response.content = .file(name)
        return response
    }

    /// A response whose body is bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - contentType: Their media type.
    ///   - status: The status code.
    ///   - headerFields: Header fields, which replace those that describe the body.
    ///   - delay: How long to wait before answering, in seconds.
    /// - Returns: The response.
    public static func data(
        _ data: Data,
        contentType: String = "application/octet-stream",
        status: Teapot.StatusCode = .ok,
        headerFields: Teapot.HeaderFields = [:],
        delay: Double = 0
    ) -> Response {
        var response = Response(status: status, headerFields: headerFields, body: data, delay: delay)
        if headerFields["Content-Type"] == nil {
            response.headerFields.append(name: "Content-Type", value: contentType)
        }
        return response
    }

    /// A response whose body is a JSON document.
    ///
    /// - Parameters:
    ///   - json: The document, such as `["id": 1]`; written with its members in order of their names.
    ///   - status: The status code.
    ///   - headerFields: Header fields, which replace those that describe the body.
    ///   - delay: How long to wait before answering, in seconds.
    /// - Returns: The response. A document that can't be written fails with `invalidPayload` when it is asked for.
    public static func json(
        _ json: JSON,
        status: Teapot.StatusCode = .ok,
        headerFields: Teapot.HeaderFields = [:],
        delay: Double = 0
    ) -> Response {
        do {
            let text = try json.data(.sortedKeys)
            return data(text, contentType: "application/json", status: status, headerFields: headerFields, delay: delay)
        } catch {
            return .error(TeapotError.unwritable(error), delay: delay)
        }
    }

    /// A response whose body is a value of your own as JSON.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - encoder: What encodes it; `nil` for an encoder that writes members in order of their names.
    ///   - status: The status code.
    ///   - headerFields: Header fields, which replace those that describe the body.
    ///   - delay: How long to wait before answering, in seconds.
    /// - Returns: The response. A value that can't be encoded fails with `invalidPayload` when it is asked for.
    @_disfavoredOverload  // A literal is a document.
    public static func json(
        _ value: some Encodable,
        encoder: JSONEncoder? = nil,
        status: Teapot.StatusCode = .ok,
        headerFields: Teapot.HeaderFields = [:],
        delay: Double = 0
    ) -> Response {
        do {
            let text: Data
            if let encoder {
                text = try encoder.encode(value)
            } else {
                text = try JSON.data(from: jsonValue(of: value), .sortedKeys)
            }
            return data(text, contentType: "application/json", status: status, headerFields: headerFields, delay: delay)
        } catch let error as EncodingError {
            return .error(
                TeapotError.make(.invalidPayload, error.explanation, underlying: error), delay: delay)
        } catch let error as JSON.WritingError {
            return .error(TeapotError.unwritable(error), delay: delay)
        } catch {
            return .error(error as? TeapotError ?? .make(.invalidPayload, "\(error)", underlying: error), delay: delay)
        }
    }

    /// A response whose body is text in UTF-8.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - contentType: Its media type.
    ///   - status: The status code.
    ///   - headerFields: Header fields, which replace those that describe the body.
    ///   - delay: How long to wait before answering, in seconds.
    /// - Returns: The response.
    public static func text(
        _ text: String,
        contentType: String = "text/plain; charset=utf-8",
        status: Teapot.StatusCode = .ok,
        headerFields: Teapot.HeaderFields = [:],
        delay: Double = 0
    ) -> Response {
        data(Data(text.utf8), contentType: contentType, status: status, headerFields: headerFields, delay: delay)
    }

    /// A response without a body.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headerFields: The header fields, such as the `Location` of a redirect.
    ///   - delay: How long to wait before answering, in seconds.
    /// - Returns: The response.
    public static func status(
        _ status: Teapot.StatusCode,
        headerFields: Teapot.HeaderFields = [:],
        delay: Double = 0
    ) -> Response {
        Response(status: status, headerFields: headerFields, delay: delay)
    }

    /// No response: the connection fails.
    ///
    /// - Parameters:
    ///   - code: How it fails, such as `.notConnectedToInternet`.
    ///   - delay: How long to wait before failing, in seconds.
    /// - Returns: What ends a call with the error that a failing connection gives.
    public static func error(_ code: URLError.Code, delay: Double = 0) -> Response {
        .error(URLError(code), delay: delay)
    }

    /// No response: the connection fails with an error of any kind.
    ///
    /// - Parameters:
    ///   - error: What the client is told. A ``/Teapot/TeapotError`` becomes the call's own.
    ///   - delay: How long to wait before failing, in seconds.
    /// - Returns: What ends a call with that error.
    public static func error(_ error: any Error, delay: Double = 0) -> Response {
        var response = Response(delay: delay)
        response.fault = Fault(error)
        return response
    }
}
