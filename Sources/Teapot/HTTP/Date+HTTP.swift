package import Foundation

extension Date {
    /// Parses a date from a header.
    ///
    /// - Parameter text: A text in one of the three formats that must be accepted (RFC 9110 §5.6.7).
    /// - Returns: The date, or `nil` if the text has another format.
    package static func parsing(httpDate text: String) -> Date? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        for form in ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"] {
            format.dateFormat = form
            if let date = format.date(from: text) { return date }
        }
        return nil
    }
}
