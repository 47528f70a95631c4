import Foundation
import TeapotMock

/// The format of a body, which determines how it's searched for secrets.
enum BodyFormat {
    case json
    /// XML or HTML.
    case markup
    case form
    case multipart(boundary: [UInt8])
    /// Server-sent events, whose data may span several lines.
    case events
    /// Separated values.
    case table
    case text
    /// Pictures, sounds, videos, fonts and documents, which don't contain named values.
    case media
    /// A body that can't be searched, with the reason.
    case unknown(String)

    private static let mediaTypes: Set = [
        "application/font-woff", "application/ogg", "application/pdf", "application/vnd.ms-fontobject",
        "application/wasm", "application/x-font-ttf", "application/x-shockwave-flash",
    ]

    /// Determines the format.
    ///
    /// - Parameters:
    ///   - contentType: The media type of the body, if known.
    ///   - bytes: The body, which isn't empty.
    init(_ contentType: String?, _ bytes: [UInt8]) {
        let whole = contentType ?? ""
        let type = whole.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        let isXML = type.hasSuffix("+xml") || type.hasSuffix("/xml")
        if type.hasPrefix("multipart/") {
            if let boundary = MultipartOutline.boundary(in: whole) {
                self = .multipart(boundary: boundary)
            } else {
                self = .unknown("it is declared as “\(type)”, but has no boundary")
            }
        } else if !Self.isText(bytes, whole) {
            let isMedia =
                Self.mediaTypes.contains(type)
                || (!isXML && ["image/", "audio/", "video/", "font/"].contains(where: type.hasPrefix))
            // Text is searched even if it's declared as a picture.
            self =
                isMedia
                ? .media
                : .unknown(
                    type.isEmpty ? "it is not text" : "it is declared as “\(type.shortened(to: 60))”, and is not text")
        } else if isXML || type.hasSuffix("/html") {
            self = .markup
        } else if type == "application/x-www-form-urlencoded" {
            self = .form
        } else if type == "text/event-stream" {
            self = .events
        } else if type == "text/csv" || type == "text/tab-separated-values" {
            self = .table
        } else if type.hasSuffix("/json") || type.hasSuffix("+json") {
            self = .json
        } else {
            self = .text
        }
    }

    /// Returns whether a body is text whose ASCII characters are single bytes.
    ///
    /// Short messages in binary formats can be valid UTF-8, but they contain control characters that text doesn't: any
    /// except white space, escape (for colors) and the record separator (RFC 7464).
    private static func isText(_ bytes: [UInt8], _ type: String) -> Bool {
        guard !bytes.contains(where: { $0 < 0x20 && !$0.isSpace && $0 != 0x1B && $0 != 0x1E }) else { return false }
        if String(validUTF8: Data(bytes)) != nil { return true }
        let charset = type.lowercased().range(of: "charset=").map { type.lowercased()[$0.upperBound...] } ?? ""
        let name = charset.drop { $0 == "\"" }
        return ["iso-8859-", "latin", "windows-125", "us-ascii", "koi8"].contains(where: name.hasPrefix)
    }
}
