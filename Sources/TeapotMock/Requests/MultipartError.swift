public import Foundation
import Teapot

/// An error in a `multipart/form-data` request body.
public struct MultipartError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The number of body bytes before the error, or `nil` if the error is in the `Content-Type` of the request.
    public let byteOffset: Int?
    /// A description of the error and its position, such as
    /// `byte 3 of the multipart body: the header line "a" has no colon`.
    public let description: String

    /// Creates an error for a position in the body.
    init(at place: Int, _ reason: String) {
        byteOffset = place
        description = "byte \(place) of the multipart body: \(reason)"
    }

    /// Creates an error for the `Content-Type` of the request.
    init(contentType reason: String) {
        byteOffset = nil
        description = "the multipart body can't be read: \(reason)"
    }

    /// Returns bytes as text for a message: quoted, escaped, and truncated after 80 bytes.
    static func quoted(_ bytes: some Collection<UInt8>) -> String {
        var text = "\""
        for scalar in String(decoding: bytes.prefix(80), as: UTF8.self).unicodeScalars {
            text += scalar == "\"" ? "\\\"" : scalar.escaped(asASCII: false)
        }
        return text + (bytes.count > 80 ? "…\"" : "\"")
    }
}

extension MultipartError: LocalizedError {
    /// The text of ``description``.
    public var errorDescription: String? { description }
}
