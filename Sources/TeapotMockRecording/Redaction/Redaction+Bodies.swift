import Foundation
import Teapot
import TeapotMock

extension Redaction {
    /// Returns a redacted body; the same bytes if there is nothing to redact.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - contentType: The media type of the body, if it is known.
    ///   - names: The names of secrets.
    ///   - depth: The number of multipart bodies that it is in; one that is too deep is kept, and reported as a flaw.
    /// - Returns: The body as it may be written.
    func redacted(_ body: Data, of contentType: String?, _ names: Names, depth: Int = 0) -> Data {
        guard !body.isEmpty else { return body }
        let bytes = [UInt8](body)
        let redacted: [UInt8]
        switch BodyFormat(contentType, bytes) {
        case .multipart(let boundary):
            guard depth < BodyFormat.maximumDepth,
                let parts = MultipartRedactor.redacted(
                    bytes, boundary, { self.redacted($0, of: $1, names, depth: depth + 1) }, names)
            else {
                return body
            }
            redacted = parts
        case .form: redacted = FormRedactor.redacted(bytes, names)
        case .events: redacted = EventStreamRedactor.redacted(bytes, names)
        case .script: redacted = TextRedactor.redacted(bytes, as: .script, names)
        case .json, .markup, .text: redacted = TextRedactor.redacted(bytes, names)
        case .media, .unknown: return body
        }
        return redacted == bytes ? body : Data(redacted)
    }
}
