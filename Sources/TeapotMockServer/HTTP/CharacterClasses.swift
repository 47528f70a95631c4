import Teapot
import TeapotMock

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether the byte is a space or a tab, which are allowed around a header's value (RFC 9110 §5.6.3).
    var isOptionalWhitespace: Bool { self == 0x20 || self == 0x09 }

    var hexDigitValue: Int? {
        switch self {
        case 0x30...0x39: Int(self) - 0x30
        case 0x41...0x46: Int(self) - 0x41 + 10
        case 0x61...0x66: Int(self) - 0x61 + 10
        default: nil
        }
    }
}

extension BidirectionalCollection<UInt8> where SubSequence: BidirectionalCollection<UInt8> {
    /// Returns the bytes without the spaces and tabs at either end.
    func trimmingOptionalWhitespace() -> SubSequence {
        guard let first = firstIndex(where: { !$0.isOptionalWhitespace }),
            let last = lastIndex(where: { !$0.isOptionalWhitespace })
        else { return self[endIndex...] }
        return self[first...last]
    }
}

extension String {
    /// Creates a string from received bytes: as UTF-8 if they're valid or, otherwise, with one character for each byte,
    /// so no byte is lost.
    init(wire bytes: some Collection<UInt8>) {
        self =
            String(validUTF8: bytes)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
