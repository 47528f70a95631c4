public import Foundation
public import Teapot

extension Request {
    /// A part of a `multipart/form-data` body, as received (RFC 7578 §4).
    public struct Part: Sendable, Equatable {
        /// The decoded name of the field.
        ///
        /// Names may repeat, for example for several files in one field (RFC 7578 §4.3).
        public var name: String
        /// The decoded name of the file, or `nil` for a field that isn't a file.
        public var filename: String?
        /// The headers of the part as sent, including `Content-Disposition`.
        public var headers: Teapot.HeaderFields
        /// The bytes of the part.
        public var data: Data

        /// Creates a part.
        ///
        /// - Parameters:
        ///   - name: The name of the field.
        ///   - filename: The name of the file, or `nil` for a field that isn't a file.
        ///   - headers: The headers of the part.
        ///   - data: The bytes of the part.
        public init(name: String, filename: String? = nil, headers: Teapot.HeaderFields = [:], data: Data) {
            self.name = name
            self.filename = filename
            self.headers = headers
            self.data = data
        }

        /// The media type of the bytes as sent, or `nil` if none was sent, which means `text/plain` (RFC 7578 §4.4).
        public var contentType: String? { headers["Content-Type"] }
    }

    /// Returns the parts of a `multipart/form-data` body, in order (RFC 7578, RFC 2046 §5.1).
    ///
    /// Names are decoded the way browsers and curl encode them: in quotes and in UTF-8, with `%22`, `%0D` and `%0A` for
    /// quotes and line breaks, and without backslash escapes. A body that such a client would never send is an error,
    /// because a server would reject it. The error includes the position.
    ///
    /// - Returns: The parts. A form without fields has only the closing delimiter, and no parts.
    /// - Throws: A ``MultipartError`` if `Content-Type` isn't `multipart/form-data` with a boundary that RFC 2046
    ///   allows; if a delimiter, such as the closing one, is missing or is followed by other text; if a line of a
    ///   part's header is malformed; or if a part has no `Content-Disposition: form-data` with a name.
    /// - Complexity: O(*n*), where *n* is the length of the body.
    public func multipart() throws(MultipartError) -> [Part] {
        let boundary = try MultipartBoundary(headers).text
        let result = body.withUnsafeBytes { bytes in
            Result { () throws(MultipartError) in
                var decoder = MultipartDecoder(bytes, boundary: boundary)
                return try decoder.parts()
            }
        }
        return try result.get()
    }
}
