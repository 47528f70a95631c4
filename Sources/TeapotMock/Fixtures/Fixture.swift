public import Foundation
public import Teapot

/// A body for a mock's responses: a file, bytes, text or JSON.
public struct Fixture: Sendable, Equatable {
    /// A response with the fixture as its body.
    package let response: Response

    /// Returns a fixture from a file.
    ///
    /// - Parameter name: The name of the file. `users` stands for `users.json`. A name with an extension, such as
    ///   `logo.png`, is used as is. The name may contain folders, as in `users/one`.
    /// - Returns: The fixture.
    public static func file(_ name: String) -> Fixture { Fixture(response: .file(name)) }

    /// Returns a fixture from bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - contentType: The media type of the body.
    /// - Returns: The fixture.
    public static func data(_ data: Data, contentType: String = "application/octet-stream") -> Fixture {
        Fixture(response: .data(data, contentType: contentType))
    }

    /// Returns a fixture from a JSON document.
    ///
    /// - Parameter json: The document, such as `["id": 1]`.
    /// - Returns: The fixture.
    public static func json(_ json: JSON) -> Fixture { Fixture(response: .json(json)) }
    /// Returns a fixture from an encodable value, as JSON.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - encoder: The encoder, or `nil` for one that sorts members by name.
    /// - Returns: The fixture.
    @_disfavoredOverload  // A literal is a document.
    public static func json(_ value: some Encodable, encoder: JSONEncoder? = nil) -> Fixture {
        Fixture(response: .json(value, encoder: encoder))
    }

    /// Returns a fixture from text, as UTF-8.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - contentType: The media type of the body.
    /// - Returns: The fixture.
    public static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> Fixture {
        Fixture(response: .text(text, contentType: contentType))
    }
}
