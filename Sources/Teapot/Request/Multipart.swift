public import Foundation

extension Teapot {
    /// A part of a `multipart/form-data` body (RFC 7578 §4).
    public struct Part: Sendable {
        enum Content: Sendable {
            case data(Data)
            case file(URL)
        }

        var name: String
        var filename: String?
        var contentType: String?
        var content: Content

        /// Returns a field with text.
        ///
        /// - Parameters:
        ///   - name: The name of the field.
        ///   - value: The text, sent as UTF-8.
        /// - Returns: The part.
        public static func field(_ name: String, _ value: String) -> Part {
            Part(name: name, content: .data(Data(value.utf8)))
        }

        /// Returns a field with bytes in memory.
        ///
        /// - Parameters:
        ///   - name: The name of the field.
        ///   - data: The bytes.
        ///   - filename: The file name to send, or `nil` for none.
        ///   - contentType: The media type of the bytes, by default from the file name's extension.
        /// - Returns: The part.
        public static func data(_ name: String, _ data: Data, filename: String? = nil, contentType: String? = nil)
            -> Part
        {
            let type = contentType ?? MediaType.guessed(from: filename ?? "")
            return Part(name: name, filename: filename, contentType: type, content: .data(data))
        }

        /// Returns a field with the bytes of a file, which are streamed from disk.
        ///
        /// - Parameters:
        ///   - name: The name of the field.
        ///   - url: The location of the file.
        ///   - filename: The file name to send, by default the file's own.
        ///   - contentType: The media type of the file, by default from the file name's extension.
        /// - Returns: The part.
        public static func file(_ name: String, _ url: URL, filename: String? = nil, contentType: String? = nil) -> Part
        {
            let filename = filename ?? url.lastPathComponent
            let type = contentType ?? MediaType.guessed(from: filename)
            return Part(name: name, filename: filename, contentType: type, content: .file(url))
        }

        /// The lines before the bytes of the part.
        ///
        /// Quotes and line breaks in names are escaped as in browsers.
        var head: String {
            func quoted(_ text: String) -> String {
                // The comparison is literal, so a quote followed by a combining mark is escaped, too.
                [("\r", "%0D"), ("\n", "%0A"), ("\"", "%22")].reduce(text) {
                    $0.replacingOccurrences(of: $1.0, with: $1.1, options: .literal)
                }
            }
            var head = "Content-Disposition: form-data; name=\"\(quoted(name))\""
            if let filename { head += "; filename=\"\(quoted(filename))\"" }
            if let contentType { head += "\r\nContent-Type: \(contentType)" }
            return head + "\r\n\r\n"
        }
    }
}

extension Teapot.Parameters where Self == Teapot.Payload {
    /// Returns parts as a `multipart/form-data` body (RFC 7578).
    ///
    /// If any part is a file, the body is assembled in a temporary file, a piece at a time. The whole body is never in
    /// memory, its length is known, and it can be sent again after a redirect or a retry. The file is written on a
    /// separate queue when the call begins; if it can't be written, the call fails.
    ///
    /// - Parameters:
    ///   - parts: The parts in order.
    ///   - boundary: The text that separates the parts, by default a unique one.
    /// - Returns: The parameters.
    public static func multipart(_ parts: [Teapot.Part], boundary: String = "teapot-" + UUID().uuidString) -> Self {
        Teapot.Payload { _ throws(TeapotError) in
            guard boundary.isToken, boundary.utf8.count <= 70 else {
                throw .make(
                    .invalidPayload, "the boundary “\(boundary)” is not a token of 1 to 70 bytes (RFC 2046 §5.1.1)")
            }
            for part in parts where part.contentType?.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) == true {
                throw .make(.invalidPayload, "the media type of the part “\(part.name)” has a control character")
            }
            let body = try Multipart(parts: parts, boundary: boundary).body()
            return .body(body, contentType: "multipart/form-data; boundary=\(boundary)")
        }
    }
}

/// A multipart body, which is assembled in memory or in a temporary file.
struct Multipart: Sendable {
    var parts: [Teapot.Part]
    var boundary: String

    private var files: [URL] { parts.compactMap { if case .file(let url) = $0.content { url } else { nil } } }

    func body() throws(TeapotError) -> Teapot.Body {
        guard !files.isEmpty else {
            var data = Data()
            do { try write { data.append($0) } } catch { throw .make(.invalidPayload, "\(error)", underlying: error) }
            return .data(data)
        }
        for file in files { try file.checkIsReadableFile() }
        return .file(Teapot.BodyFile(self))
    }

    /// Writes the body to a new file that other users can't read.
    ///
    /// Removes an incomplete file on failure.
    func write(to url: URL, unless isCancelled: () -> Bool) throws(TeapotError) {
        for file in files { try file.checkIsReadableFile(or: .fileFailed) }
        do {
            // An existing file may belong to another user, or be a link to such a file.
            let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw POSIXError.last }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            do {
                try write {
                    if isCancelled() { throw URLError(.cancelled) }
                    try handle.write(contentsOf: $0)
                }
                try handle.close()
            } catch {
                try FileManager.default.removeItem(at: url)
                throw error
            }
        } catch {
            let reason = error.systemReason
            throw .make(.fileFailed, "the body can't be written to “\(url.path)”: \(reason)", underlying: error)
        }
    }

    private func write(_ write: (Data) throws -> Void) throws {
        for part in parts {
            try write(Data("--\(boundary)\r\n\(part.head)".utf8))
            switch part.content {
            case .data(let data): try write(data)
            case .file(let url):
                let file = try FileHandle(forReadingFrom: url)
                defer { try? file.close() }
                while let piece = try file.read(upToCount: 256 * 1024), !piece.isEmpty { try write(piece) }
            }
            try write(Data("\r\n".utf8))
        }
        try write(Data("--\(boundary)--\r\n".utf8))
    }
}
