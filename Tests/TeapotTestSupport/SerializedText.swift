import Foundation
import Teapot
package import TeapotMock

/// Returns a response's body as text.
package func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

/// Returns a value's JSON as text, with sorted members.
package func text(_ value: Any?) throws -> String {
    String(decoding: try JSON.data(from: Response.jsonValue(of: value), .sortedKeys), as: UTF8.self)
}

/// Returns the reason why a value is refused; `nil` if it isn't.
package func refusal(of value: Any?) -> String? {
    do throws(TeapotError) { _ = try Response.jsonValue(of: value) } catch {
        guard error.type == .invalidResponseBody else { return "another error: \(error)" }
        return error.description.replacingOccurrences(of: "The response's body is invalid: ", with: "")
    }
    return nil
}
