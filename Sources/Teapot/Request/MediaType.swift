/// The media types of file extensions.
package enum MediaType {
    /// Returns the media type of a file name.
    ///
    /// - Parameter name: The name of the file.
    /// - Returns: The type, or `application/octet-stream` for an unknown extension (RFC 9110 §8.3).
    package static func named(_ name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return unknown }
        return byExtension[name[name.index(after: dot)...].lowercased()] ?? unknown
    }

    /// Returns the type of a file to send, without a charset, which isn't known.
    static func guessed(from name: String) -> String { String(named(name).prefix { $0 != ";" }) }

    /// Returns whether a media type is JSON (RFC 8259 §11, RFC 6839 §3.1).
    ///
    /// - Parameter type: The type, in lowercase and without parameters.
    /// - Returns: Whether it is `application/json`, `text/json`, or a type that ends with `+json`.
    package static func isJSON(_ type: String) -> Bool {
        type == "application/json" || type == "text/json" || type.hasSuffix("+json")
    }

    private static let unknown = "application/octet-stream"

    package static let byExtension = [
        "bmp": "image/bmp", "css": "text/css; charset=utf-8", "csv": "text/csv; charset=utf-8",
        "eventstream": "text/event-stream", "gif": "image/gif", "gz": "application/gzip",
        "htm": "text/html; charset=utf-8", "html": "text/html; charset=utf-8", "ico": "image/vnd.microsoft.icon",
        "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript; charset=utf-8", "json": "application/json",
        "md": "text/markdown; charset=utf-8", "mp3": "audio/mpeg", "mp4": "video/mp4", "ndjson": "application/x-ndjson",
        "pdf": "application/pdf", "png": "image/png", "sse": "text/event-stream", "svg": "image/svg+xml",
        "txt": "text/plain; charset=utf-8", "wasm": "application/wasm", "webp": "image/webp", "xml": "application/xml",
        "zip": "application/zip",
    ]
}
