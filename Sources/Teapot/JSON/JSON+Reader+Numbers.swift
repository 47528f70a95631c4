extension JSON.Reader {
    /// Reads a number (RFC 8259 §6).
    mutating func readNumber() throws(JSON.ParsingError) -> any Sendable {
        let first = at
        let isNegative = at.pointee == UInt8(ascii: "-")
        if isNegative { at += 1 }
        var digits = 0
        var mantissa: UInt64 = 0  // right up to 19 digits; with more it is not used
        let hasLeadingZero = at < end && at.pointee == UInt8(ascii: "0")
        try readDigits(after: "\"-\"", &mantissa, &digits)
        if hasLeadingZero, digits > 1 {
            throw failure("no digit after a leading zero", at: first + (isNegative ? 2 : 1))
        }
        guard at < end, at.pointee == UInt8(ascii: ".") || at.pointee | 0x20 == UInt8(ascii: "e") else {
            if digits < 19 {
                // RFC 8259 §6 names -0; only a floating-point number can hold it.
                if mantissa == 0, isNegative { return NSNumber(value: -0.0) }
                return JSON.number(isNegative ? -Int(mantissa) : Int(mantissa))
            }
            let text = String(decoding: UnsafeBufferPointer(start: first, count: at - first), as: UTF8.self)
            if let integer = Int64(text) { return NSNumber(value: integer) }
            if let integer = UInt64(text) { return NSNumber(value: integer) }
            return try nearest(to: text, at: first)
        }
        var exponent = 0
        if at.pointee == UInt8(ascii: ".") {
            at += 1
            let whole = digits
            try readDigits(after: "\".\"", &mantissa, &digits)
            exponent = whole - digits
        }
        if at < end, at.pointee | 0x20 == UInt8(ascii: "e") { exponent += try readExponent() }
        // A product or quotient of two doubles that are exact is rounded once, so it is the nearest.
        if digits <= 19, mantissa <= 1 << 53, exponent.magnitude <= 22 {
            let power = JSON.powersOfTen[Int(exponent.magnitude)]
            let value = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
            return JSON.number(isNegative ? -value : value)
        }
        return try nearest(
            to: String(decoding: UnsafeBufferPointer(start: first, count: at - first), as: UTF8.self),
            at: first
        )
    }

    /// Reads one or more digits into a number and a count of them.
    @inline(__always)
    private mutating func readDigits(
        after what: StaticString,
        _ number: inout UInt64,
        _ count: inout Int
    ) throws(JSON.ParsingError) {
        let first = at
        while at < end {
            let digit = at.pointee &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            number = number &* 10 &+ UInt64(digit)
            at += 1
        }
        guard at > first else { throw failure("a digit after \(what)") }
        count += at - first
    }

    /// Reads an exponent at its `e`; a huge one is cut short, which changes no result that is not zero or too large.
    private mutating func readExponent() throws(JSON.ParsingError) -> Int {
        at += 1
        let isNegative = at < end && at.pointee == UInt8(ascii: "-")
        if isNegative || at < end && at.pointee == UInt8(ascii: "+") { at += 1 }
        var magnitude: UInt64 = 0
        var digits = 0
        try readDigits(after: "the exponent's \"e\"", &magnitude, &digits)
        let exponent = digits < 19 ? Int(min(magnitude, 1 << 40)) : 1 << 40
        return isNegative ? -exponent : exponent
    }

    /// The double nearest to a number that can't be had by one multiplication.
    private func nearest(
        to text: String,
        at place: UnsafePointer<UInt8>
    ) throws(JSON.ParsingError) -> any Sendable {
        guard let value = Double(text), value.isFinite else {
            let found = text.count > 24 ? "\(text.prefix(24))…" : text
            throw failure("a number that a Double can hold", at: place, found: found)
        }
        return JSON.number(value)
    }
}

extension JSON {
    /// The powers of ten that a double holds exactly.
    static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// Numbers so common that they are made once.
    private static let smallNumbers = (-1...1023).map { NSNumber(value: $0) }

    /// A whole number as `NSNumber`, the one type whose value can be cast to `Int` and to `Double`.
    static func number(_ value: Int) -> any Sendable {
        (-1...1023).contains(value) ? smallNumbers[value + 1] : NSNumber(value: value)
    }

    /// A real number: as a whole one if it is, else as it stands.
    static func number(_ value: Double) -> any Sendable {
        if value == 0, value.sign == .minus { return NSNumber(value: value) }
        return Int(exactly: value).map { number($0) } ?? value
    }
}
