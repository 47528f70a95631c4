extension JSON.Scanner {
    /// Appends a number (RFC 8259 §6).
    ///
    /// - Returns: Whether it is one.
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
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            let isSmall = skip(UInt8(ascii: "-"))
            if !isSmall { _ = skip(UInt8(ascii: "+")) }
            var power: UInt64 = 0
            let digits = skipDigits(into: &power)
            guard digits > 0 else { return false }
            // Foundation takes some zeros with an exponent for numbers that are too small.
            if digits > 4 || mantissa == 0 { isKnown = false } else { exponent += isSmall ? -Int(power) : Int(power) }
        } else if fraction == 0, isKnown, let value = Int64(exactly: mantissa), value != 0 || !isNegative {
            // Only a floating-point number can represent -0.
            return append(
                .integer, from: first, count: at - first, payload: UInt64(bitPattern: isNegative ? -value : value))
        }
        guard isKnown, mantissa <= 1 << 53, -22...22 ~= exponent else {
            return append(.number, from: first, count: at - first)
        }
        // The product or the quotient of two exact doubles is rounded once, so it is the nearest double.
        let power = JSON.powersOfTen[abs(exponent)]
        let value = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
        return append(.real, from: first, count: at - first, payload: (isNegative ? -value : value).bitPattern)
    }
}
