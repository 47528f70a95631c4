public import Teapot

extension Request {
    /// One part of a `multipart/form-data` body, as it came (RFC 7578 §4).
    public struct Part: Sendable, Equatable {
        /// The field's name, decoded; names may repeat, as those of several files in one field do (RFC 7578 §4.3).
        public var name: String
        /// The name of the file that it was, decoded; `nil` for a field that is none.
        public var filename: String?
        /// The part's header fields as they were sent, `Content-Disposition` among them.
        public var headerFields: Teapot.HeaderFields
        /// The part's bytes.
        public var data: Data

        /// Creates a part.
        ///
        /// - Parameters:
        ///   - name: The field's name.
        ///   - filename: The file's name; `nil` for a field that is no file.
        ///   - headerFields: The part's header fields.
        ///   - data: The part's bytes.
        public init(name: String, filename: String? = nil, headerFields: Teapot.HeaderFields = [:], data: Data) {
            self.name = name
            self.filename = filename
            self.headerFields = headerFields
            self.data = data
        }

        /// The bytes' media type as it was sent; `nil` when it was not, which stands for `text/plain` (RFC 7578 §4.4).
        public var contentType: String? { headerFields["Content-Type"] }
    }

    /// The parts of a `multipart/form-data` body, in order (RFC 7578, RFC 2046 §5.1).
    ///
    /// Names are read as browsers and curl write them: in quotes, in UTF-8, with `%22`, `%0D` and `%0A` for a quote and
    /// line breaks, and a backslash that is only a backslash. A body that such a client can't have sent is an error that
    /// says where: a mock that guessed would hide what the server is going to refuse.
    ///
    /// - Returns: The parts; none for a form without fields, which is a closing delimiter alone.
    /// - Throws: A ``MultipartError`` when `Content-Type` is not `multipart/form-data` with a boundary that RFC 2046
    ///   allows; when a delimiter, the closing one above all, is missing or followed by something else; when a line of
    ///   a part's header is malformed; when a part has no `Content-Disposition: form-data` with a name.
    /// - Complexity: O(*n*), where *n* is the length of the body.
    public func multipart() throws(MultipartError) -> [Part] {
        let boundary = try MultipartBoundary(headerFields).text
        let result = body.withUnsafeBytes { bytes in
            Result { () throws(MultipartError) in
                var decoder = MultipartDecoder(bytes, boundary: boundary)
                return try decoder.parts()
            }
        }
        return try result.get()
    }
}
