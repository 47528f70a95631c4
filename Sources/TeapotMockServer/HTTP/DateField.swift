import Foundation
import Teapot
import TeapotMock

/// The value of the `Date` header, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7), formatted once a second.
struct DateField {
    private var second = time_t.min
    private var text: [UInt8] = []

    /// Returns the text for a time in seconds since 1970.
    mutating func value(at now: time_t) -> [UInt8] {
        guard now != second else { return text }
        second = now
        text = Array(HTTPDate.text(Int(now)).utf8)
        return text
    }
}
