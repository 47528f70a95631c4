extension Teapot {
    /// Parameters with a spelling of their own: no parameters, an `Encodable`, a query, a form, raw bytes, a file, a multipart body.
    public struct Payload: Parameters, Sendable {
        private let encode: @Sendable (JSONEncoder) throws(TeapotError) -> EncodedParameters

        init(encode: @escaping @Sendable (JSONEncoder) throws(TeapotError) -> EncodedParameters) {
            self.encode = encode
        }

        /// Encodes the body, which a `GET` or a `HEAD` may not have.
        public func encoded(for method: Method, with encoder: JSONEncoder) throws(TeapotError) -> EncodedParameters {
            let encoded = try encode(encoder)
            guard method.hasNoBody, case .body(let body, _) = encoded else { return encoded }
            if case .none = body { return encoded }
            throw .make(.invalidPayload, "a \(method) has no body; use query: or a dictionary, which becomes the query")
        }

        /// Anything that the JSON writer takes, its keys sorted so that equal parameters give equal bytes.
        static func json(from value: Any) throws(TeapotError) -> Self {
            let data: Data
            do throws(JSON.WritingError) { data = try JSON.data(from: value, .sortedKeys) } catch {
                throw .unwritable(error)
            }
            return Self { _ throws(TeapotError) in .body(.data(data), contentType: "application/json") }
        }
    }
}

extension Teapot.Parameters where Self == Teapot.Payload {
    /// No parameters at all.
    public static var none: Teapot.Payload {
        Teapot.Payload { _ throws(TeapotError) in .body(.none, contentType: nil) }
    }

    /// A value of your own as a JSON body, through the client's encoder.
    ///
    /// - Parameter value: What to encode.
    /// - Returns: The parameters.
    public static func encodable(_ value: some Encodable & Sendable) -> Teapot.Payload {
        Teapot.Payload { encoder throws(TeapotError) in
            do { return .body(.data(try encoder.encode(value)), contentType: "application/json") } catch let error
                as EncodingError
            {
                throw .make(.invalidPayload, error.explanation, underlying: error)
            } catch { throw .make(.invalidPayload, "\(type(of: value)) can't be encoded: \(error)", underlying: error) }
        }
    }

    /// Fields as `application/x-www-form-urlencoded`, in the order given.
    ///
    /// - Parameter fields: Names and values; a name may repeat.
    /// - Returns: The parameters.
    public static func form(_ fields: KeyValuePairs<String, String>) -> Teapot.Payload {
        form(fields.map { URLQueryItem(name: $0.key, value: $0.value) })
    }

    /// Fields as `application/x-www-form-urlencoded`, in the order given.
    ///
    /// - Parameter fields: Names and values; a name may repeat.
    /// - Returns: The parameters.
    public static func form(_ fields: [URLQueryItem]) -> Teapot.Payload {
        Teapot.Payload { _ throws(TeapotError) in .form(fields) }
    }

    /// Bytes as they are.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - contentType: Their media type.
    /// - Returns: The parameters.
    public static func data(_ data: Data, contentType: String = "application/octet-stream") -> Teapot.Payload {
        Teapot.Payload { _ throws(TeapotError) in .body(.data(data), contentType: contentType) }
    }

    /// A file's bytes, streamed from disk.
    ///
    /// - Parameters:
    ///   - url: Where the file is.
    ///   - contentType: Its media type; the one that goes with its name's extension unless given.
    /// - Returns: The parameters.
    public static func file(_ url: URL, contentType: String? = nil) -> Teapot.Payload {
        Teapot.Payload { _ throws(TeapotError) in
            try url.checkIsReadableFile()
            let type = contentType ?? MediaType.guessed(from: url.lastPathComponent)
            return .body(.file(Teapot.BodyFile(url)), contentType: type)
        }
    }
}

extension Teapot.EncodedParameters {
    /// Fields as a form.
    static func form(_ fields: [URLQueryItem]) -> Self {
        let text = RequestURL.encode(fields, as: .form)
        return .body(.data(Data(text.utf8)), contentType: "application/x-www-form-urlencoded")
    }
}

extension URL {
    /// Throws unless there is a file that can be sent; Foundation on Linux hangs when given a directory.
    func checkIsReadableFile() throws(TeapotError) {
        var isDirectory: ObjCBool = false
        guard isFileURL, FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw .make(.invalidPayload, "there is no file at “\(path)”")
        }
        guard !isDirectory.boolValue else { throw .make(.invalidPayload, "“\(path)” is a directory; give a file") }
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw .make(.invalidPayload, "the file “\(path)” can't be read")
        }
    }
}
