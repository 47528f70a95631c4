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
        var exponent = 0
        var isWhole = true
        var digits = whole
        if skip(UInt8(ascii: ".")) {
            isWhole = false
            exponent = -(try readDigits(into: &mantissa, after: "\".\""))
            digits -= exponent
        }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            isWhole = false
            let isMinus = skip(UInt8(ascii: "-"))
            if !isMinus { _ = skip(UInt8(ascii: "+")) }
            var power: UInt64 = 0
            if try readDigits(into: &power, after: "the exponent's \"e\"") <= 18 {
                exponent += isMinus ? -Int(power) : Int(power)
            } else {
                digits = .max  // the exponent may have overflowed: to the slow path
            }
        }
        if isWhole, digits <= 18, mantissa != 0 || !isNegative {
            return JSON.number(isNegative ? -Int(mantissa) : Int(mantissa))
        }
        // A product or quotient of two doubles that are exact is rounded once, so it is the nearest.
        if digits <= 19, mantissa <= 1 << 53, exponent.magnitude <= 22 {
            let power = JSON.powersOfTen[Int(exponent.magnitude)]
            let value = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
            return JSON.number(isNegative ? -value : value)
        }
        let text = String(decoding: UnsafeBufferPointer(start: first, count: at - first), as: UTF8.self)
        if isWhole, let value = Int64(text) { return NSNumber(value: value) }
        if isWhole, let value = UInt64(text) { return NSNumber(value: value) }
        if let value = Double(text), value.isFinite { return JSON.number(value) }
        let found = text.count > 24 ? "\(text.prefix(24))…" : text
        throw failure("a number that a Double can hold", at: first, found: found)
    }

    /// Skips a byte if it is next.
    @inline(__always) private mutating func skip(_ byte: UInt8) -> Bool {
        guard at < end, at.pointee == byte else { return false }
        at += 1
        return true
    }

    /// Reads one or more digits into a number, which is right up to 19 of them.
    ///
    /// - Returns: How many there were.
    @inline(__always) private mutating func readDigits(into number: inout UInt64, after what: StaticString)
        throws(Failure) -> Int
    {
        let first = at
        while at < end, case let digit = at.pointee &- UInt8(ascii: "0"), digit < 10 {
            number = number &* 10 &+ UInt64(digit)
            at += 1
        }
        guard at > first else { throw failure("a digit after \(what)") }
        return at - first
    }
}

extension JSON {
    /// The powers of ten that a double holds exactly, up to the 22nd.
    fileprivate static let powersOfTen = (0..<22).reduce(into: [1.0]) { $0.append($0[$1] * 10) }

    /// Whole numbers so common that they are made once, from -1 on.
    private static let smallNumbers = (-1...1023).map { NSNumber(value: $0) }

    /// A whole number as `NSNumber`, the one type whose value can be cast to `Int` and to `Double`.
    fileprivate static func number(_ value: Int) -> any Sendable {
        -1...1023 ~= value ? smallNumbers[value + 1] : NSNumber(value: value)
    }

    /// A real number, as a whole one if it is; only a floating-point number can hold -0.
    fileprivate static func number(_ value: Double) -> any Sendable {
        if value == 0, value.sign == .minus { return NSNumber(value: value) }
        return Int(exactly: value).map { number($0) } ?? value
    }
}
