public import Foundation
public import Teapot

extension Response {
    /// Creates a response whose body is an encodable value as JSON.
    ///
    /// - Parameters:
    ///   - value: The value. `Data` is sent unchanged, as it's the text of a JSON document.
    ///   - encoder: The encoder, or `nil` for the default, which sorts members by name and writes ISO 8601 dates.
    ///   - status: The status code.
    ///   - headers: The headers, which replace those that describe the body.
    ///   - delay: The time to wait before responding, in seconds.
    /// - Returns: The response. If the value can't be encoded, requests for it fail with `invalidResponseBody`.
    @_disfavoredOverload  // A literal is a `Response`.
    public static func json(
        _ value: some Encodable, encoder: JSONEncoder? = nil, status: Teapot.StatusCode = .ok,
        headers: Teapot.HeaderFields = [:], delay: Double = 0
    ) -> Response {
        do {
            let encoded = try value as? Data ?? encoder?.encode(value)
            let text = try encoded ?? JSON.data(from: jsonValue(of: value), .sortedKeys)
            return data(text, contentType: "application/json", status: status, headers: headers, delay: delay)
        } catch {
            let reason = (error as? EncodingError)?.explanation ?? "\(error)"
            let error = error as? TeapotError ?? .make(.invalidResponseBody, reason, underlying: error)
            return .explaining(error).delayed(by: delay)
        }
    }
}

// The conformance makes the compiler prefer handlers that return a response over those that return other values.
extension Response: Encodable {
    /// Throws an error, because a response can't be part of a JSON document.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self,
            .init(
                codingPath: encoder.codingPath,
                debugDescription: "a response can't be encoded as part of a JSON document"))
    }
}
