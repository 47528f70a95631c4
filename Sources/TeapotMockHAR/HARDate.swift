package import Foundation

/// Parses and formats the dates in HAR files: ISO 8601 with time and offset, `2026-03-04T05:06:07.890+01:00`.
package enum HARDate {
    /// Returns the date for a text.
    ///
    /// - Parameter text: The date, with a fraction of a second of any length; without an offset, it's in UTC.
    /// - Returns: The date, or `nil` if the text is invalid.
    static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] | 0x20 == 0x74 || bytes[10] == 0x20,
            bytes[13] == 0x3A, bytes[16] == 0x3A, let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19]), 1...12 ~= month, 1...31 ~= day, hour < 25, minute < 60, second < 61
        else { return nil }
        var rest = bytes[19...]
        var fraction = 0.0
        if rest.first == 0x2E {
            let digits = rest.dropFirst().prefix { 0x30...0x39 ~= $0 }
            fraction = Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
            rest = rest.dropFirst(digits.count + 1)
        }
        guard let offset = offset(Array(rest)) else { return nil }
        let seconds = days(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// Returns the text for a date in UTC, to the millisecond.
    package static func text(_ date: Date) -> String {
        // Dates outside the years 1 to 9999 are written as the nearest limit.
        let limits = -62_135_596_800_000.0...253_402_300_799_999
        let interval = (date.timeIntervalSince1970 * 1000).rounded()
        let milliseconds = Int(interval.isNaN ? 0 : min(max(interval, limits.lowerBound), limits.upperBound))
        let (day, rest) = milliseconds.flooredDivision(by: 86_400_000)
        let (year, month, dayOfMonth) = civil(day)
        let second = rest / 1000
        return String(
            format: "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", year, month, dayOfMonth, second / 3600, second / 60 % 60,
            second % 60, rest % 1000)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.reduce(0 as Int?) { number, byte in
            0x30...0x39 ~= byte ? number.map { $0 * 10 + Int(byte) - 0x30 } : nil
        }
    }

    /// Returns the offset from UTC, in seconds, of a text such as `+01:00`, `-0530` or `Z`.
    private static func offset(_ text: [UInt8]) -> Int? {
        guard let sign = text.first else { return 0 }
        if sign | 0x20 == 0x7A { return text.count == 1 ? 0 : nil }
        let digits = text.dropFirst().filter { $0 != 0x3A }
        guard sign == 0x2B || sign == 0x2D, digits.count == 4, let hours = number(digits[0..<2]),
            let minutes = number(digits[2..<4])
        else { return nil }
        return (sign == 0x2D ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    /// Returns the number of days from 1 January 1970 to a date in the Gregorian calendar.
    ///
    /// Years begin in March, so that the leap day is the last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let leapDays = year.flooredDivision(by: 4).0 - year.flooredDivision(by: 100).0 + year.flooredDivision(by: 400).0
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + leapDays + dayOfYear - 719_468
    }

    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let (era, rest) = (day + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (rest - rest / 1460 + rest / 36524 - rest / 146_096) / 365
        let dayOfYear = rest - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

extension Int {
    /// Returns the quotient rounded down, and the nonnegative remainder.
    fileprivate func flooredDivision(by divisor: Int) -> (Int, Int) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}
