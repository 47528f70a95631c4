package import Foundation
import Teapot
package import TeapotMock
import TeapotMockFolders
import TeapotMockWebSocket

/// A response as the files of a mock.
package struct MockContent: Sendable {
    let body: Data
    let fileExtension: String
    /// The headers as a JSON object, or `nil` if there are none.
    package let headers: Data?

    /// Creates the content of a response.
    ///
    /// - Parameters:
    ///   - response: The response, redacted, with the headers to keep.
    ///   - formatsJSON: Whether JSON is formatted.
    package init(_ response: Response, formatsJSON: Bool) {
        if let fault = response.fault, !fault.hasResponse, let text = Delivery(fault: fault).faultText {
            (body, fileExtension, headers) = (Data((text + "\n").utf8), "fault", nil)
            return
        }
        var fields = response.headers
        let type = fields["Content-Type"]
        // The pieces refer to the bytes as they arrived.
        (body, fileExtension) = Self.file(response.body, type, formatsJSON && response.pieces.isEmpty)
        // The extension determines the media type.
        if type == MediaType.named("." + fileExtension), !response.body.isEmpty { fields["Content-Type"] = nil }
        // A repeated name has a list of values.
        let names = Dictionary(grouping: fields) { $0.name.lowercased() }.values.compactMap { $0.first?.name }
        let members = names.map { name -> (String, any Sendable) in
            let values = fields.values(for: name)
            return (name, values.count == 1 ? values[0] : values.map { $0 as any Sendable })
        }
        let document = Dictionary(members) { first, _ in first }
        let text = fields.isEmpty ? nil : try? JSON.data(from: document, [.sortedKeys, .prettyPrinted])
        headers = text.map { $0 + [0x0A] }
    }

    /// A digest that distinguishes responses with the same status.
    var fingerprint: [UInt8] {
        let sizes = "\(fileExtension) \(body.count) \(headers?.count ?? -1) "
        return SHA1.digest(of: Array(sizes.utf8) + body + (headers ?? Data()))
    }

    /// Returns whether each line of a body is a JSON value.
    private static func isJSONLines(_ body: Data) -> Bool {
        body.split { $0 == 0x0A || $0 == 0x0D }.allSatisfy { (try? JSON.check(Data($0))) != nil }
    }

    /// Returns the body to write to a file, and the file's extension.
    private static func file(_ body: Data, _ type: String?, _ formatsJSON: Bool) -> (Data, String) {
        if body.isEmpty { return (body, "txt") }
        let known = type.flatMap(MediaType.fileExtension)
        if known == "json" || type == nil, let formatted = FormattedJSON.data(from: body) {
            return (formatsJSON ? formatted : body, "json")
        }
        // A body that is declared as JSON but isn't valid would be a malformed mock.
        if let known, known != "json", known != "ndjson" || isJSONLines(body) { return (body, known) }
        return (body, String(validUTF8: body) == nil || body.contains(0) ? "bin" : "txt")
    }
}

extension MediaType {
    /// Returns the file extension for a media type.
    ///
    /// - Parameter contentType: The type, with or without parameters.
    /// - Returns: The extension, or `nil` if there's none for the type.
    static func fileExtension(for contentType: String) -> String? {
        let type = contentType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        return isJSON(type) ? "json" : extensions[type]
    }

    /// The usual file extension of each media type.
    package static let extensions = Dictionary(byExtension.map { (String($1.prefix { $0 != ";" }), $0) }) {
        ["html", "jpg", "sse"].contains($0) ? $0 : $1
    }
}
