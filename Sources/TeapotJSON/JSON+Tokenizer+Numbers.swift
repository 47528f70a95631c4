extension JSON.Tokenizer {
    /// Reads a number (RFC 8259 §6).
    mutating func readNumber() throws(Failure) -> JSON.Token {
        let first = at
        let isNegative = skip(UInt8(ascii: "-"))
        var mantissa: UInt64 = 0
        var digits = try readDigits(into: &mantissa, after: "\"-\"")
        if digits > 1, text[at - digits] == UInt8(ascii: "0") {
            throw failure("no digit after a leading zero", at: at - digits + 1)
        }
        var (exponent, isInteger) = (0, true)
        if skip(UInt8(ascii: ".")) {
            exponent = -(try readDigits(into: &mantissa, after: "\".\""))
            digits -= exponent
            isInteger = false
        }
        var isKnown = digits <= 19
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            let isSmall = skip(UInt8(ascii: "-"))
            if !isSmall { _ = skip(UInt8(ascii: "+")) }
            var power: UInt64 = 0
            let length = try readDigits(into: &power, after: "the exponent's \"e\"")
            // Foundation reads some zeros with an exponent as numbers that are too small.
            if length > 4 || mantissa == 0 { isKnown = false } else { exponent += isSmall ? -Int(power) : Int(power) }
            isInteger = false
        }
        // Only a floating-point number can represent -0.
        if isInteger, isKnown, let value = Int64(exactly: mantissa), value != 0 || !isNegative {
            return token(.integer, from: first, UInt64(bitPattern: isNegative ? -value : value))
        }
        guard isKnown, mantissa <= 1 << 53, -22...22 ~= exponent else { return token(.number, from: first) }
        // The product or the quotient of two exact doubles is rounded once, so it's the nearest double.
        let power = Self.powersOfTen[abs(exponent)]
        let value = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
        return token(.real, from: first, (isNegative ? -value : value).bitPattern)
    }

    /// Reads one or more digits into a number, which is exact for up to 19 digits.
    ///
    /// - Returns: The number of digits.
    @inline(__always) private mutating func readDigits(into number: inout UInt64, after what: StaticString)
        throws(Failure) -> Int
    {
        let first = at
        while at < text.count, case let digit = text[at] &- UInt8(ascii: "0"), digit < 10 {
            number = number &* 10 &+ UInt64(digit)
            at += 1
        }
        guard at > first else { throw failure("a digit after \(what)") }
        return at - first
    }

    /// The powers of ten that a double represents exactly, up to the 22nd.
    private static let powersOfTen = (0..<22).reduce(into: [1.0]) { $0.append($0[$1] * 10) }
}
