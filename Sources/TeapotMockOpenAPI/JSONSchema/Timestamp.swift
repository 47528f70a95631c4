/// Checks dates and times according to RFC 3339 §5.6, by hand because Foundation's formatters are too lenient.
enum Timestamp {
    static func isDateTime(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count > 11, bytes[10] | 0x20 == UInt8(ascii: "t") else { return false }
        return isDate(bytes[..<10]) && isTime(bytes[11...])
    }

    static func isDate(_ text: String) -> Bool { isDate(Array(text.utf8)[...]) }

    static func isTime(_ text: String) -> Bool { isTime(Array(text.utf8)[...]) }

    private static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], let year = number(parts[0]), let month = number(parts[1]),
            let day = number(parts[2]), 1...12 ~= month
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return 1...days[month - 1] ~= day
    }

    private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
        let time = bytes.prefix { 0x30...0x3A ~= $0 }
        var rest = bytes.dropFirst(time.count)
        let parts = time.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [2, 2, 2], let hour = number(parts[0]), let minute = number(parts[1]),
            let second = number(parts[2]), hour < 24, minute < 60, second <= 60
        else { return false }
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { 0x30...0x39 ~= $0 }
            guard !digits.isEmpty else { return false }
            rest = rest.dropFirst(digits.count + 1)
        }
        guard let offset = offset(rest) else { return false }
        // A leap second is the last second of a UTC day (§5.7).
        let minutes = (hour * 60 + minute - offset) % 1440
        return second < 60 || minutes == 1439 || minutes == -1
    }

    /// Returns the minutes that a local time is ahead of UTC, or `nil` if the text isn't an offset.
    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let sign = bytes.first else { return nil }
        if sign | 0x20 == UInt8(ascii: "z") { return bytes.count == 1 ? 0 : nil }
        let parts = bytes.dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), parts.map(\.count) == [2, 2],
            let hour = number(parts[0]), let minute = number(parts[1]), hour < 24, minute < 60
        else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hour * 60 + minute)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.allSatisfy { 0x30...0x39 ~= $0 } ? digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil
    }
}
