package import Teapot
package import TeapotMock

/// Why a request cannot be read: the status to answer with, and a sentence for whoever wrote the client.
package struct Rejection: Error, Equatable {
    package var status: Teapot.StatusCode
    package var reason: String

    init(_ status: Teapot.StatusCode, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    /// A plain bad request (400).
    init(_ reason: String) {
        self.init(.badRequest, reason)
    }

    /// Bytes from the wire, fit to stand in a message: escaped, in quotes, and cut when long.
    static func quoted(_ bytes: some Collection<UInt8>) -> String {
        var text = "\""
        for byte in bytes.prefix(80) {
            switch byte {
            case 0x22: text += "\\\""
            case 0x5C: text += "\\\\"
            case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += "\\x" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return text + (bytes.count > 80 ? "…\"" : "\"")
    }
}
