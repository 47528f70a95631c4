import Teapot

/// The value of the `Date` field, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7), formatted once per second.
struct DateField {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private var second = time_t.min
    private var text: [UInt8] = []

    /// Returns the text for a time in seconds since 1970.
    mutating func value(at now: time_t) -> [UInt8] {
        guard now != second else { return text }
        second = now
        var now = now
        var parts = tm()
        gmtime_r(&now, &parts)
        let day = Self.days[Int(parts.tm_wday) % 7]
        let month = Self.months[Int(parts.tm_mon) % 12]
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(Self.twoDigits).joined(separator: ":")
        let text = "\(day), \(Self.twoDigits(parts.tm_mday)) \(month) \(Int(parts.tm_year) + 1900) \(clock) GMT"
        self.text = Array(text.utf8)
        return self.text
    }

    private static func twoDigits(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
