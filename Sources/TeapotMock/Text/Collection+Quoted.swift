extension Collection<UInt8> {
    /// The bytes as text for a message: quoted, escaped where they aren't printable ASCII, and shortened if there are
    /// many.
    package var quoted: String {
        var text = "\""
        for byte in prefix(80) {
            switch byte {
            case 0x22, 0x5C: text += "\\" + String(Unicode.Scalar(byte))
            case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text + (count > 80 ? "…\"" : "\"")
    }
}
