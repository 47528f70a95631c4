import Foundation
import Teapot
import TeapotMock

extension Redaction {
    /// Returns a redacted body; the same bytes if there is nothing to redact.
    func redacted(_ body: Data, of contentType: String?, _ names: Names) -> Data {
        guard !body.isEmpty else { return body }
        let bytes = [UInt8](body)
        let redacted: [UInt8]
        switch BodyFormat(contentType, bytes) {
        case .multipart(let boundary):
            guard let parts = MultipartRedactor.redacted(bytes, boundary, { self.redacted($0, of: $1, names) }, names)
            else {
                return body
            }
            redacted = parts
        case .form: redacted = TextRedactor.redacted(bytes, as: .form, names)
        case .script: redacted = TextRedactor.redacted(bytes, as: .script, names)
        case .json, .markup, .text: redacted = TextRedactor.redacted(bytes, names)
        case .media, .unknown: return body
        }
        return redacted == bytes ? body : Data(redacted)
    }
}
