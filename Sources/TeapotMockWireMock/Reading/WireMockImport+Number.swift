import Teapot
import TeapotMock

extension WireMockImport {
    /// A decimal number of any length, which is kept as it is written and compared by value.
    struct Number: Sendable {
        /// The number as it is written, such as `2.30`.
        let text: String
        private let isNegative: Bool
        /// The digits without zeros at either end, such as `23`; empty for zero.
        private let digits: String
        /// The power of ten of the position before the first digit: 1 for 2.3, and 0 for 0.23.
        private let magnitude: Int

        /// Creates a number by parsing a text; `nil` if it is not one.
        ///
        /// - Parameter text: The text: digits, with an optional sign, decimal point and exponent.
        init?(_ text: String) {
            var rest = text[...]
            let sign = rest.first == "-" || rest.first == "+" ? rest.removeFirst() : "+"
            func digits() -> Substring {
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                rest = rest.dropFirst(digits.count)
                return digits
            }
            let whole = digits()
            if rest.first == "." { rest.removeFirst() }
            let all = whole + digits()
            guard !all.isEmpty else { return nil }
            var exponent = 0
            if rest.first == "e" || rest.first == "E" {
                let power = rest.dropFirst()
                let isNegative = power.first == "-"
                rest = isNegative || power.first == "+" ? power.dropFirst() : power
                let places = digits()
                guard !places.isEmpty else { return nil }
                // No text is long enough to make up for a larger exponent.
                exponent = min(Int(places) ?? .max, 1 << 60) * (isNegative ? -1 : 1)
            }
            guard rest.isEmpty else { return nil }
            let significant = all.drop { $0 == "0" }
            let last = significant.lastIndex { $0 != "0" }
            self.text = text
            self.digits = last.map { String(significant[...$0]) } ?? ""
            isNegative = sign == "-" && last != nil
            magnitude = last == nil ? 0 : whole.count - (all.count - significant.count) + exponent
        }

        /// Creates a whole number.
        init(_ number: Int) {
            let digits = String(number.magnitude)
            text = String(number)
            isNegative = number < 0
            self.digits = number == 0 ? "" : String(digits[...(digits.lastIndex { $0 != "0" } ?? digits.startIndex)])
            magnitude = number == 0 ? 0 : digits.count
        }

        /// The nearest number of this type.
        var double: Double { Double(text) ?? 0 }

        /// The number if it is a whole number of this type.
        var integer: Int? { Int(text) ?? Int(exactly: double) }

        /// A Boolean value that indicates whether different numbers of this length are different as a `Double`.
        var isExact: Bool { digits.utf8.count <= 15 && -15...15 ~= magnitude }
    }
}

extension WireMockImport.Number: Comparable {
    /// Returns whether two numbers have the same value, however they are written.
    static func == (left: Self, right: Self) -> Bool {
        left.isNegative == right.isNegative && left.magnitude == right.magnitude && left.digits == right.digits
    }

    /// Returns whether a number is less than another one.
    static func < (left: Self, right: Self) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isCloser(toZeroThan: left) : left.isCloser(toZeroThan: right)
    }

    /// Returns whether the number is less than another one without the signs of both.
    private func isCloser(toZeroThan other: Self) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
        return magnitude == other.magnitude ? digits < other.digits : magnitude < other.magnitude
    }
}
