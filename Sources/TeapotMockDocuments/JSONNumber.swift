import Foundation
import Teapot
import TeapotMock

/// A decimal number of any length, kept as written and compared by value.
package struct JSONNumber: Sendable {
    /// The number as written, such as `2.30`.
    package let text: String

    /// Creates a number by parsing a text, or returns `nil` if the text isn't a number.
    ///
    /// - Parameter text: The text: digits, with an optional sign, decimal point and exponent.
    package init?(_ text: String) {
        guard Decimal(text) != nil else { return nil }
        self.text = text
    }

    /// Creates a number from a token of a valid text.
    init(_ token: JSONTokens.Token) { text = token.text }

    /// Creates a whole number.
    package init(_ number: Int) { text = String(number) }

    /// Creates a number with the fewest digits that parse to the same number, which must be finite.
    package init(_ number: Double) {
        text = Int(exactly: number)?.description ?? UInt64(exactly: number)?.description ?? number.description
    }

    /// The nearest `Double`.
    package var double: Double { Double(text) ?? 0 }

    /// The number as an `Int`, if it's a whole number in range; otherwise, `nil`.
    package var integer: Int? {
        if let integer = Int(text) { return integer }
        let decimal = decimal
        guard decimal.isWhole, decimal.magnitude < 20 else { return nil }
        let zeros = String(repeating: "0", count: decimal.exponent)
        return Int((decimal.isNegative ? "-" : "") + "0" + decimal.digits + zeros)
    }

    /// Whether the number has no fraction.
    package var isWhole: Bool { decimal.isWhole }

    /// Whether different numbers of this length also differ as a `Double`.
    package var isExact: Bool { decimal.digits.utf8.count <= 15 && -15...15 ~= decimal.magnitude }

    fileprivate var decimal: Decimal { Decimal(text) ?? Decimal() }

    /// The parts of a number, which are the same for numbers with the same value.
    fileprivate struct Decimal: Hashable {
        var isNegative = false
        /// The digits without zeros at either end, such as `23`, or an empty string for zero.
        var digits = ""
        /// The power of ten of the position before the first digit: 1 for 2.3, and 0 for 0.23.
        var magnitude = 0
        /// The power of ten of the last digit.
        var exponent: Int { magnitude - digits.utf8.count }
        var isWhole: Bool { exponent >= 0 }
    }
}

extension JSONNumber.Decimal {
    /// Creates the parts of zero or of a number as written, or returns `nil` if a text isn't a number.
    fileprivate init?(_ text: String) {
        var rest = text.utf8[...]
        func skip(_ choices: String) -> UInt8? {
            guard let first = rest.first, choices.utf8.contains(first) else { return nil }
            return rest.removeFirst()
        }
        func digits() -> Substring.UTF8View {
            let digits = rest.prefix { 0x30...0x39 ~= $0 }
            rest = rest.dropFirst(digits.count)
            return digits
        }
        let sign = skip("+-")
        let whole = digits()
        let fraction = skip(".") == nil ? rest.prefix(0) : digits()
        let all = Array(whole) + fraction
        guard !all.isEmpty else { return nil }
        var power = 0
        if skip("eE") != nil {
            let sign = skip("+-")
            let places = digits()
            guard !places.isEmpty else { return nil }
            // No text is long enough to make up for a larger exponent.
            power = min(Int(Substring(places)) ?? .max, 1 << 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
        }
        guard rest.isEmpty else { return nil }
        let significant = all.drop { $0 == UInt8(ascii: "0") }
        guard let last = significant.lastIndex(where: { $0 != UInt8(ascii: "0") }) else { return }
        isNegative = sign == UInt8(ascii: "-")
        self.digits = String(decoding: significant[...last], as: UTF8.self)
        magnitude = whole.count - (all.count - significant.count) + power
    }
}

extension JSONNumber: Hashable, Comparable, CustomStringConvertible {
    /// Returns whether two numbers have the same value, no matter how they're written.
    package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        left.text == right.text || left.decimal == right.decimal
    }

    /// Hashes the value, no matter how it's written.
    package func hash(into hasher: inout Hasher) { hasher.combine(decimal) }

    /// Returns whether a number is less than another.
    package static func < (left: JSONNumber, right: JSONNumber) -> Bool {
        let (left, right) = (left.decimal, right.decimal)
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isCloser(toZeroThan: left) : left.isCloser(toZeroThan: right)
    }

    /// The number with the fewest digits if a `Double` has the same value; otherwise, the number as written, shortened.
    package var description: String {
        let shortest = JSONNumber(double)
        return shortest == self ? shortest.text : String(text.prefix(41)).shortened(to: 40)
    }
}

extension JSONNumber.Decimal {
    /// Returns whether the number is less than another, ignoring signs.
    fileprivate func isCloser(toZeroThan other: Self) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
        return magnitude == other.magnitude ? digits < other.digits : magnitude < other.magnitude
    }
}

extension JSONNumber {
    /// Returns whether the number is a whole multiple of another, both as decimal numbers.
    ///
    /// With doubles, 19.99 wouldn't be a multiple of 0.01.
    ///
    /// - Parameter divisor: The other number. With more than 18 digits, both are rounded to a `Double`.
    /// - Returns: Whether it's a multiple, or `nil` if the divisor isn't positive.
    package func isMultiple(of divisor: JSONNumber) -> Bool? {
        let (own, other) = (decimal, divisor.decimal)
        guard divisor > JSONNumber(0) else { return nil }
        guard let modulus = Int(other.digits).map(UInt64.init) else {
            return JSONNumber(double).isMultiple(of: JSONNumber(divisor.double))
        }
        // Without trailing zeros, the digits of a number aren't a multiple of 10.
        if own.digits.isEmpty || own.exponent < other.exponent { return own.digits.isEmpty }
        // Compute digits · 10ⁿ modulo the other number's digits, with squares of the powers of ten.
        func product(_ left: UInt64, _ right: UInt64) -> UInt64 {
            modulus.dividingFullWidth(left.multipliedFullWidth(by: right)).remainder
        }
        var rest = own.digits.utf8.reduce(0) { (product($0, 10) + UInt64($1 - 0x30)) % modulus }
        var (power, count) = (10 % modulus, own.exponent - other.exponent)
        while count > 0 {
            if !count.isMultiple(of: 2) { rest = product(rest, power) }
            power = product(power, power)
            count /= 2
        }
        return rest == 0
    }
}
