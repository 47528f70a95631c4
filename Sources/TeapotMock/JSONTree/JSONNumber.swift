package import Foundation
import Teapot

/// A JSON number: whole and exact if it fits into 64 bits, else the nearest double.
package enum JSONNumber: Sendable, Hashable {
    case integer(Int)
    /// A whole number greater than `Int.max`.
    case unsigned(UInt64)
    /// A number with a fraction, or one that exceeds 64 bits.
    case real(Double)

    package init(_ real: Double) {
        if let integer = Int(exactly: real) {
            self = .integer(integer)
        } else if let unsigned = UInt64(exactly: real) {
            self = .unsigned(unsigned)
        } else {
            self = .real(real)
        }
    }

    package init(_ number: NSNumber) {
        if let integer = number as? Int {
            self = .integer(integer)
        } else if let unsigned = number as? UInt64 {
            self = .unsigned(unsigned)
        } else {
            self.init(number.doubleValue)
        }
    }

    /// A Boolean value that indicates whether the number has no fraction.
    package var isWhole: Bool { if case .real(let real) = self { real.rounded() == real } else { true } }

    package var double: Double {
        switch self {
        case .integer(let integer): Double(integer)
        case .unsigned(let unsigned): Double(unsigned)
        case .real(let real): real
        }
    }
}

extension JSONNumber: Comparable, CustomStringConvertible {
    package static func < (left: JSONNumber, right: JSONNumber) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.unsigned(let left), .unsigned(let right)): left < right
        case (.integer, .unsigned): true
        case (.unsigned, .integer): false
        default: left.double < right.double
        }
    }

    package var description: String {
        switch self {
        case .integer(let integer): "\(integer)"
        case .unsigned(let unsigned): "\(unsigned)"
        case .real(let real): "\(real)"
        }
    }
}

extension JSONNumber {
    /// Returns whether the number is a whole multiple of another one, both taken as decimal numbers.
    ///
    /// As doubles, 19.99 would not be a multiple of 0.01.
    ///
    /// - Parameter divisor: The other number.
    /// - Returns: Whether it is a multiple; `nil` if the divisor is not positive.
    package func isMultiple(of divisor: JSONNumber) -> Bool? {
        let (own, other) = (decimal, divisor.decimal)
        guard divisor.double > 0, other.digits > 0 else { return nil }
        guard own.digits > 0 else { return true }
        if own.exponent >= other.exponent {
            // Computes own.digits · 10ⁿ modulo other.digits, one factor of ten at a time; `rest` is always less than
            // other.digits.
            var rest = own.digits % other.digits
            for _ in 0..<(own.exponent - other.exponent) where rest != 0 {
                let product = rest.multipliedFullWidth(by: 10)
                rest = other.digits.dividingFullWidth(product).remainder
            }
            return rest == 0
        }
        var divisor = other.digits
        for _ in 0..<(other.exponent - own.exponent) {
            let (product, isTooLarge) = divisor.multipliedReportingOverflow(by: 10)
            if isTooLarge { return false }
            divisor = product
        }
        return own.digits.isMultiple(of: divisor)
    }

    /// The digits and the power of ten to multiply them with, without the sign.
    private var decimal: (digits: UInt64, exponent: Int) {
        switch self {
        case .integer(let integer): return (UInt64(integer.magnitude), 0)
        case .unsigned(let unsigned): return (unsigned, 0)
        case .real(let real):
            // The description is the shortest text that parses to the same number: at most 17 digits, such as
            // `1.5e-07`.
            let parts = real.magnitude.description.split(separator: "e", maxSplits: 1)
            let mantissa = (parts.first ?? "0").split(separator: ".", maxSplits: 1)
            let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
            let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
            return (UInt64((mantissa.first ?? "0") + fraction) ?? 0, exponent - fraction.count)
        }
    }
}
