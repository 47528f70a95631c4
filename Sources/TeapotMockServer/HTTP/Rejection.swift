package import Teapot
package import TeapotMock

/// The reason why a request is invalid: the status of the response, and a sentence for the author of the client.
package struct Rejection: Error, Equatable {
    package var status: Teapot.StatusCode
    package var reason: String

    init(_ status: Teapot.StatusCode, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    /// Creates a rejection with the status 400.
    init(_ reason: String) {
        self.init(.badRequest, reason)
    }

    /// Returns received bytes for a message: escaped, in quotes, and truncated if they are long.
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
