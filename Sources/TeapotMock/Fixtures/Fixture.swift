public import Teapot

/// What a mock answers with when nothing else is said: a file, bytes, text, or JSON.
public struct Fixture: Sendable, Equatable {
    /// The fixture as the body of a response.
    let response: Response

    /// A file.
    ///
    /// - Parameter name: The file's name: `users` for `users.json`, `logo.png` as it is. It may name a folder too, as
    ///   `users/one` does.
    /// - Returns: The fixture.
    public static func file(named name: String) -> Fixture {
        Fixture(response: .file(name))
    }

    /// Bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - contentType: Their media type.
    /// - Returns: The fixture.
    public static func data(_ data: Data, contentType: String = "application/octet-stream") -> Fixture {
        Fixture(response: .data(data, contentType: contentType))
    }

    /// A JSON document.
    ///
    /// - Parameter json: The document, such as `["id": 1]`.
    /// - Returns: The fixture.
    public static func json(_ json: JSON) -> Fixture {
        Fixture(response: .json(json))
    }
    /// A value of your own as JSON.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - encoder: What encodes it; `nil` for an encoder that writes members in order of their names.
    /// - Returns: The fixture.
    @_disfavoredOverload  // A literal is a document.
    public static func json(_ value: some Encodable, encoder: JSONEncoder? = nil) -> Fixture {
        Fixture(response: .json(value, encoder: encoder))
    }

    /// Text in UTF-8.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - contentType: Its media type.
    /// - Returns: The fixture.
    public static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> Fixture {
        Fixture(response: .text(text, contentType: contentType))
    }
}
