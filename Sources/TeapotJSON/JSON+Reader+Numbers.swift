import Foundation

extension JSON.Reader {
    /// Reads a number (RFC 8259 §6).
    mutating func readNumber() throws(Failure) -> any Sendable {
        let first = at
        let isNegative = skip(UInt8(ascii: "-"))
        var mantissa: UInt64 = 0
        let whole = try readDigits(into: &mantissa, after: "\"-\"")
        if whole > 1, at[-whole] == UInt8(ascii: "0") {
            throw failure("no digit after a leading zero", at: at - whole + 1)
        }
        var fraction = 0
        if skip(UInt8(ascii: ".")) {
            fraction = try readDigits(into: &mantissa, after: "\".\"")
        }
        let last = at
        var exponent = 0
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            exponent = try readExponent()
        }
        let isInteger = fraction == 0 && exponent == 0
        if isInteger, whole <= 19, let magnitude = Int(exactly: mantissa), magnitude != 0 || !isNegative {
            return JSON.number(isNegative ? -magnitude : magnitude)
        }
        exponent -= fraction
        // The quotient of two exact doubles is rounded once, so it is the nearest double. It is whole only if the
        // number is whole, since a fraction that is not zero is larger than the rounding error.
        if whole + fraction <= 19, mantissa <= 1 << 53, -22..<0 ~= exponent {
            let value = Double(mantissa) / JSON.powersOfTen[-exponent]
            return JSON.number(isNegative ? -value : value)
        }
        let digits = UnsafeBufferPointer(start: first, count: last - first)
        let mayBeWhole = exponent >= 0 || last[-1] == UInt8(ascii: "0")
        if mayBeWhole, let value = JSON.wholeNumber(digits, exponent, isNegative) { return value }
        let text = String(decoding: UnsafeBufferPointer(start: first, count: at - first), as: UTF8.self)
        if let value = Double(text), value.isFinite || isLenient { return value }
        let found = text.utf8.count > 24 ? "\(text.prefix(24))…" : text
        throw failure("a number that a Double can hold", at: first, found: found)
    }

    /// Reads an exponent.
    ///
    /// One of more than 17 digits is replaced by 10^17, which is larger than the number of digits of any text.
    private mutating func readExponent() throws(Failure) -> Int {
        let isNegative = skip(UInt8(ascii: "-"))
        if !isNegative { _ = skip(UInt8(ascii: "+")) }
        let first = at
        var power: UInt64 = 0
        let count = try readDigits(into: &power, after: "the exponent's \"e\"")
        let zeros = UnsafeBufferPointer(start: first, count: count).prefix { $0 == UInt8(ascii: "0") }.count
        if count - zeros > 17 { power = 100_000_000_000_000_000 }
        return isNegative ? -Int(power) : Int(power)
    }

    /// Reads one or more digits into a number, which is correct for up to 19 digits.
    ///
    /// - Returns: The number of digits.
    @inline(__always) private mutating func readDigits(into number: inout UInt64, after what: StaticString)
        throws(Failure) -> Int
    {
        let count = skipDigits(into: &number)
        guard count > 0 else { throw failure("a digit after \(what)") }
        return count
    }
}

extension JSON {
    /// The powers of ten that a double represents exactly, up to the 22nd.
    static let powersOfTen = (0..<22).reduce(into: [1.0]) { $0.append($0[$1] * 10) }

    /// Common whole numbers, starting at -1, which are created only once.
    private static let smallNumbers = (-1...1023).map { NSNumber(value: $0) }

    /// Returns a whole number as an `NSNumber`, the only type whose value can be cast to both `Int` and `Double`.
    fileprivate static func number(_ value: Int) -> any Sendable {
        -1...1023 ~= value ? smallNumbers[value + 1] : NSNumber(value: value)
    }

    /// Returns the number of digits and a power of ten if it is whole and fits 64 bits, or `nil`.
    ///
    /// - Parameters:
    ///   - text: The digits. A sign and a decimal point are skipped.
    ///   - exponent: The power of ten of the last digit.
    ///   - isNegative: A Boolean value that indicates whether the number is negative.
    /// - Returns: The number as the reader returns it.
    fileprivate static func wholeNumber(
        _ text: UnsafeBufferPointer<UInt8>, _ exponent: Int, _ isNegative: Bool
    ) -> (any Sendable)? {
        let zero = UInt8(ascii: "0")
        let digits = text.filter { $0 >= zero }.drop { $0 == zero }
        guard let last = digits.lastIndex(where: { $0 != zero }) else { return number(isNegative ? -0.0 : 0.0) }
        let zeros = exponent + (digits.endIndex - 1 - last)
        guard zeros >= 0, last - digits.startIndex + zeros < 20 else { return nil }
        let sign = isNegative ? "-" : ""
        let whole = sign + String(decoding: digits[...last], as: UTF8.self) + String(repeating: "0", count: zeros)
        return Int(whole).map { number($0) } ?? UInt64(whole).map { NSNumber(value: $0) }
    }

    /// Returns a real number, as a whole number if possible.
    ///
    /// Only a floating-point number can represent -0.
    fileprivate static func number(_ value: Double) -> any Sendable {
        if value == 0, value.sign == .minus { return NSNumber(value: value) }
        return Int(exactly: value).map { number($0) } ?? value
    }
}
