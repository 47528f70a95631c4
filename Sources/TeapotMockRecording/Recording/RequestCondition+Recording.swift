import Foundation
import Teapot
package import TeapotMock
package import TeapotMockFolders
import TeapotMockWebSocket

extension RequestCondition {
    /// The maximum length of a body to write to a condition, in bytes; for a longer body, its digest is written.
    private static let verbatimLimit = 16_384

    /// Creates the condition of a recorded response: the method, the whole path, all items of the query and the body.
    ///
    /// Redacted values stand for any text.
    ///
    /// - Parameter request: The request, redacted.
    package init(recorded request: Request) {
        self.init(
            method: request.method, exactPath: request.path, exactQuery: request.query.ordered { $0.name < $1.name },
            body: Self.body(of: request, limit: Self.verbatimLimit))
    }

    /// A request that meets the condition.
    package var exampleRequest: Request {
        let items = exactQuery ?? query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        let content: Data? =
            switch body {
            case .text(let text)?: Data(text.utf8)
            case .json(let json)?, .jsonContaining(let json)?: try? json.data()
            case .form, .multipart, .sha1, nil: nil
            }
        return Request(
            method: method ?? "GET", path: exactPath ?? path ?? "/", query: items,
            headers: Teapot.HeaderFields(headers), body: content ?? Data())
    }

    /// Returns the condition with secrets in the query and in a JSON body replaced with `REDACTED`.
    ///
    /// - Parameter redaction: The redaction.
    /// - Returns: The condition.
    package func redacted(by redaction: Redaction) -> RequestCondition {
        let request = redaction.redacted(exampleRequest)
        var result = self
        if exactQuery != nil {
            result.exactQuery = request.query
        } else {
            for item in request.query { result.query[item.name] = item.value }
        }
        if let json = try? JSON(parsing: request.body) {
            switch body {
            case .json?: result.body = .json(json)
            case .jsonContaining?: result.body = .jsonContaining(json)
            case .text, .form, .multipart, .sha1, nil: break
            }
        }
        return result
    }

    /// Returns the condition on the body of a recorded request, by its media type.
    ///
    /// - Parameters:
    ///   - request: The request, redacted.
    ///   - limit: The maximum length of a text to include in the condition, in bytes. For a longer text, its digest is
    ///     used.
    /// - Returns: The condition, or `nil` for any body, as for a `GET` without one, an unknown body, or a multipart
    ///   body that isn't a form, because its boundaries differ each time.
    static func body(of request: Request, limit: Int = .max) -> Body? {
        if request.body.isEmpty {
            return request.lacksBody || ["GET", "HEAD", "OPTIONS"].contains(request.method) ? nil : .text("")
        }
        let type = request.headers["Content-Type"]?.lowercased() ?? ""
        if type.hasPrefix("multipart/") {
            return (try? request.multipart()).map { .multipart($0.map { Part(recorded: $0, limit) }) }
        }
        // Some clients, such as curl, declare any body as a form.
        if type.hasPrefix("application/x-www-form-urlencoded"), (try? JSON(parsing: request.body)) == nil {
            return .form(fields(of: request).ordered { $0.name < $1.name })
        }
        // A redacted part of a text stands for any text, which a digest can't express.
        let isVerbatim = request.body.count <= limit || request.body.firstRange(of: anyValue.utf8) != nil
        if let json = try? JSON(parsing: request.body) {
            return isVerbatim ? .json(json) : .sha1(request.body.conditionDigest)
        }
        if isVerbatim, let text = String(validUTF8: request.body) { return .text(text) }
        return .sha1(request.body.conditionDigest)
    }

    /// Returns the fields of a form; a field without an equals sign has an empty value (WHATWG URL §5.1).
    private static func fields(of request: Request) -> [URLQueryItem] {
        FormDecoder.items(of: request.body).map { URLQueryItem(name: $0.name, value: $0.value ?? "") }
    }

}

extension RequestCondition.Part {
    /// Creates the condition on a part of a recorded multipart body.
    fileprivate init(recorded part: Request.Part, _ limit: Int) {
        self.init(name: part.name, filename: part.filename)
        // Browsers omit the bytes of files when they export a recording.
        if part.data.isEmpty, part.filename != nil { return }
        // If a part can't be searched for secrets, write only its digest.
        let isText = part.data.count <= limit && Redaction().flaw(ofRequestBody: part.data, part.contentType) == nil
        content = (isText ? String(validUTF8: part.data) : nil).map { .text($0) } ?? .sha1(part.data.sha1Digest)
    }
}
