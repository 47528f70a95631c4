/// A date in a JSON string.
enum DateText {
    /// Returns the same date in other formats, as JSON values, or `nil` if a text isn't an RFC 3339 date.
    ///
    /// They're seconds since 1970 as a number, and the date with or without fractions of a second, or without a time.
    static func others(for text: String) -> [String]? {
        let bytes = Array(text.utf8)
        let isDay = bytes.count >= 10 && matches(bytes[..<10], "dddd-dd-dd")
        guard isDay else { return nil }
        if bytes.count == 10 { return ["1772323200", "\"\(text)T00:00:00Z\""] }
        guard bytes.count >= 20, bytes[10] == 0x54 || bytes[10] == 0x20, matches(bytes[11..<19], "dd:dd:dd") else {
            return nil
        }
        let day = String(decoding: bytes[..<10], as: UTF8.self)
        let time = String(decoding: bytes[11..<19], as: UTF8.self)
        let hasFraction = bytes[19] == UInt8(ascii: ".")
        let other = hasFraction ? "\(day)T\(time)Z" : "\(day)T\(time).123Z"
        return ["1772323200", "\"\(other)\"", "\"\(day)\""]
    }

    /// Returns whether bytes have a format, in which `d` stands for a digit.
    private static func matches(_ bytes: ArraySlice<UInt8>, _ format: String) -> Bool {
        bytes.count == format.utf8.count
            && zip(bytes, format.utf8).allSatisfy { byte, sign in
                sign == UInt8(ascii: "d") ? 0x30...0x39 ~= byte : byte == sign
            }
    }
}
