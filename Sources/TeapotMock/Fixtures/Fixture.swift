public import Teapot

/// What a mock answers with when nothing else is said: a file, bytes, or a JSON document.
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
}
