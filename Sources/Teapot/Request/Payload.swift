public import Foundation

extension Teapot {
    /// Parameters that you create with static members.
    ///
    /// There are members for an `Encodable`, a query, a form, bytes, a file, a multipart body, and no parameters at
    /// all.
    public struct Payload: Parameters, Sendable {
        let encode: @Sendable (JSONEncoder) throws(TeapotError) -> EncodedParameters

        /// Encodes the parameters, and rejects a body for `GET` or `HEAD`.
        public func encoded(for method: Method, with encoder: JSONEncoder) throws(TeapotError) -> EncodedParameters {
            let encoded = try encode(encoder)
            guard method.hasNoBody, case .body(let body, _) = encoded else { return encoded }
            if case .none = body { return encoded }
            throw .make(
                .invalidPayload,
                "a \(method) can't have a body; to send a query, use query:, a dictionary or .query(value)")
        }

        /// Returns the JSON of a value with sorted keys, so equal parameters have equal bytes.
        static func json(from value: Any) throws(TeapotError) -> Self {
            do throws(JSON.WritingError) {
                let data = try JSON.data(from: value, .sortedKeys)
                return Self { _ throws(TeapotError) in .body(.data(data), contentType: "application/json") }
            } catch { throw .make(.invalidPayload, "\(error)") }
        }
    }
}

extension Teapot.Parameters where Self == Teapot.Payload {
    /// No parameters.
    public static var none: Teapot.Payload { .init { _ throws(TeapotError) in .body(.none, contentType: nil) } }

    /// Returns a JSON document as a body, encoded with the client's encoder.
    ///
    /// - Parameter json: The document.
    /// - Returns: The parameters.
    public static func json(_ json: JSON) -> Teapot.Payload {
        Teapot.Payload { encoder throws(TeapotError) in try json.encoded(for: .post, with: encoder) }
    }

    /// Returns a value of your own type as a JSON body.
    ///
    /// - Parameters:
    ///   - value: The value to encode. `Data` is sent unchanged, as it's the text of a JSON document.
    ///   - encoder: The encoder, or `nil` for the client's.
    /// - Returns: The parameters.
    @_disfavoredOverload  // A literal is a document.
    public static func json(_ value: some Encodable & Sendable, encoder: JSONEncoder? = nil) -> Teapot.Payload {
        Teapot.Payload { own throws(TeapotError) in
            if let text = value as? Data { return .body(.data(text), contentType: "application/json") }
            do { return .body(.data(try (encoder ?? own).encode(value)), contentType: "application/json") } catch {
                throw .unencodable(.invalidPayload, value, error)
            }
        }
    }

    /// Returns fields as `application/x-www-form-urlencoded`, such as `.form(["name": "Ada", "tag": ["a", "b"]])`.
    ///
    /// - Parameter fields: The names and values. A literal keeps its order, and a name may repeat.
    /// - Returns: The parameters.
    public static func form(_ fields: Teapot.Query) -> Teapot.Payload {
        Teapot.Payload { _ throws(TeapotError) in .form(encoded: try fields.items.get().encoded(as: .form)) }
    }

    /// Returns text as a body.
    ///
    /// - Parameters:
    ///   - text: The text, which is sent in UTF-8.
    ///   - contentType: The media type.
    /// - Returns: The parameters.
    public static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> Teapot.Payload {
        .data(Data(text.utf8), contentType: contentType)
    }

    /// Returns bytes as a body.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - contentType: The media type of the bytes.
    /// - Returns: The parameters.
    public static func data(_ data: Data, contentType: String = "application/octet-stream") -> Teapot.Payload {
        Teapot.Payload { _ throws(TeapotError) in .body(.data(data), contentType: contentType) }
    }

    /// Returns the bytes of a file as a body, streamed from disk.
    ///
    /// - Parameters:
    ///   - url: The location of the file.
    ///   - contentType: The media type, by default from the file name's extension.
    /// - Returns: The parameters.
    public static func file(_ url: URL, contentType: String? = nil) -> Teapot.Payload {
        Teapot.Payload { _ throws(TeapotError) in
            try url.checkIsReadableFile()
            let contentType = contentType ?? MediaType.guessed(from: url.lastPathComponent)
            return .body(.file(Teapot.BodyFile(url)), contentType: contentType)
        }
    }
}

extension Teapot.EncodedParameters {
    /// Returns a form from fields that are already percent-encoded.
    static func form(encoded: String) -> Self {
        .body(.data(Data(encoded.utf8)), contentType: "application/x-www-form-urlencoded")
    }
}

extension URL {
    /// Throws an error unless there is a readable file with a known length.
    ///
    /// Foundation on Linux hangs when a directory is sent. Reading a pipe may never end.
    ///
    /// - Parameter type: The kind of the error.
    /// - Returns: The length of the file, in bytes.
    /// - Throws: ``TeapotError`` of that kind.
    @discardableResult
    func checkIsReadableFile(or type: TeapotError.ErrorType = .invalidPayload) throws(TeapotError) -> Int {
        var status = stat()
        guard isFileURL, stat(path, &status) == 0 else { throw .make(type, "there is no file at “\(path)”") }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG else {
            let flaw = kind == S_IFDIR ? "a directory; pass a file" : "not a regular file; send its contents as data"
            throw .make(type, "“\(path)” is \(flaw)")
        }
        guard let file = FileHandle(forReadingAtPath: path) else { throw .make(type, "“\(path)” can't be read") }
        // Files that the system generates when they're read, such as those in `/proc`, have a length of 0.
        guard status.st_size > 0 || (try? file.read(upToCount: 1))?.isEmpty != false else {
            throw .make(type, "“\(path)” has contents but no length; send its contents as data")
        }
        return Int(status.st_size)
    }
}
