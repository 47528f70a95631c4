import Foundation

extension JSON.Scanner {
    /// Appends a number (RFC 8259 §6).
    mutating func appendNumber() -> Bool {
        let first = at
        let isNegative = skip(UInt8(ascii: "-"))
        var mantissa: UInt64 = 0
        let whole = skipDigits(into: &mantissa)
        guard whole > 0, whole == 1 || at[-whole] != UInt8(ascii: "0") else { return false }
        var fraction = 0
        if skip(UInt8(ascii: ".")) {
            fraction = skipDigits(into: &mantissa)
            guard fraction > 0 else { return false }
        }
        var isKnown = whole + fraction <= 19
        var exponent = -fraction
        let isInteger = fraction == 0
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            let isSmall = skip(UInt8(ascii: "-"))
            if !isSmall { _ = skip(UInt8(ascii: "+")) }
            var power: UInt64 = 0
            let digits = skipDigits(into: &power)
            guard digits > 0 else { return false }
            if digits > 4 || mantissa == 0 { isKnown = false } else { exponent += isSmall ? -Int(power) : Int(power) }
            return append(number: first, isKnown, isNegative, mantissa, exponent)
        }
        // Only a floating-point number can represent -0.
        if isInteger, isKnown, let magnitude = Int64(exactly: mantissa), magnitude != 0 || !isNegative {
            let value = isNegative ? -magnitude : magnitude
            return append(number: first, .integer, UInt64(bitPattern: value))
        }
        return append(number: first, isKnown, isNegative, mantissa, exponent)
    }

    /// Appends a number that is not an integer.
    ///
    /// The product or the quotient of two exact doubles is rounded once, so it is the nearest double.
    private mutating func append(
        number first: Place, _ isKnown: Bool, _ isNegative: Bool, _ mantissa: UInt64, _ exponent: Int
    ) -> Bool {
        guard isKnown, mantissa <= 1 << 53, -22...22 ~= exponent else { return append(number: first, .number, 0) }
        let power = JSON.powersOfTen[abs(exponent)]
        let value = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
        return append(number: first, .real, (isNegative ? -value : value).bitPattern)
    }

    private mutating func append(number first: Place, _ kind: JSON.Tape.Element.Kind, _ payload: UInt64) -> Bool {
        guard at - first <= JSON.Tape.Element.maximumLength else { return false }
        tape.append(.init(kind: kind, payload: payload, offset: first - start, length: at - first))
        return true
    }

    @inline(__always) private mutating func skip(_ byte: UInt8) -> Bool {
        guard at < end, at.pointee == byte else { return false }
        at += 1
        return true
    }

    /// Skips digits and returns how many.
    ///
    /// The number is correct for up to 19 digits.
    @inline(__always) private mutating func skipDigits(into number: inout UInt64) -> Int {
        let first = at
        while at < end, case let digit = at.pointee &- UInt8(ascii: "0"), digit < 10 {
            number = number &* 10 &+ UInt64(digit)
            at += 1
        }
        return at - first
    }
}
