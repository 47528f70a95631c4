public import Teapot

/// Why a request's body can't be read as `multipart/form-data`.
public struct MultipartError: Error, Equatable, Sendable, CustomStringConvertible {
    /// How many bytes of the body come before what is wrong; `nil` when that is the request's `Content-Type`.
    public let byteOffset: Int?
    /// What is wrong, and where, such as `byte 3 of the multipart body: the header line "a" has no colon`.
    public let description: String

    /// What is wrong with the body at a place.
    init(at place: Int, _ reason: String) {
        byteOffset = place
        description = "byte \(place) of the multipart body: \(reason)"
    }

    /// What is wrong with the request's `Content-Type`.
    init(contentType reason: String) {
        byteOffset = nil
        description = "no multipart body can be read: \(reason)"
    }

    /// Bytes fit to stand in a message: in quotes, escaped, and cut when they are many.
    static func quoted(_ bytes: some Collection<UInt8>) -> String {
        var text = "\""
        for scalar in String(decoding: bytes.prefix(80), as: UTF8.self).unicodeScalars {
            text += scalar == "\"" ? "\\\"" : scalar.escaped(asASCII: false)
        }
        return text + (bytes.count > 80 ? "…\"" : "\"")
    }
}

extension MultipartError: LocalizedError {
    /// The same text as ``description``.
    public var errorDescription: String? { description }
}
