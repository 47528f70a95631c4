package import Teapot

/// The delimiter of the parts of a multipart body: the parameter `boundary` of its media type (RFC 2046 §5.1.1).
package struct MultipartBoundary {
    package let text: [UInt8]

    /// Reads the boundary from the headers of a request.
    package init(_ headers: Teapot.HeaderFields) throws(MultipartError) {
        let values = headers.values(for: "Content-Type")
        guard let value = values.first else { throw MultipartError(contentType: "the request has no Content-Type") }
        guard values.count == 1 else {
            throw MultipartError(contentType: "the request has \(values.count) Content-Type headers")
        }
        let sent = MultipartError.quoted(value.utf8)
        let field: ParameterizedField
        do {
            field = try ParameterizedField(Array(value.utf8))
        } catch {
            throw MultipartError(contentType: "in Content-Type \(sent) \(error.reason)")
        }
        guard field.word == "multipart/form-data" else {
            throw MultipartError(contentType: "Content-Type is \(sent), not multipart/form-data with a boundary")
        }
        let boundaries = field.parameters.filter { $0.name == "boundary" }
        guard let boundary = boundaries.first else {
            throw MultipartError(contentType: "Content-Type \(sent) has no boundary")
        }
        guard boundaries.count == 1 else {
            throw MultipartError(contentType: "Content-Type \(sent) has more than one boundary")
        }
        try Self.check(boundary.value)
        text = boundary.value
    }

    /// The `bchars` of RFC 2046 §5.1.1.
    private static let characters = Set(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'()+_,-./:=? ".utf8)

    private static func check(_ boundary: [UInt8]) throws(MultipartError) {
        guard (1...70).contains(boundary.count) else {
            throw MultipartError(
                contentType: "the boundary has \(boundary.count) characters; 1 to 70 are allowed (RFC 2046 §5.1.1)")
        }
        // A trailing space would look like padding after the boundary.
        guard boundary.allSatisfy(characters.contains), boundary.last != 0x20 else {
            throw MultipartError(
                contentType:
                    "the boundary \(MultipartError.quoted(boundary)) has a character that is not allowed in a boundary "
                    + "(RFC 2046 §5.1.1)")
        }
    }
}
