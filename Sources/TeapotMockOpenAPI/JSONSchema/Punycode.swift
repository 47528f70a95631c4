/// The encoding of international labels in ASCII (RFC 3492).
enum Punycode {
    /// Returns the characters of a label.
    ///
    /// - Parameter text: The label, without `xn--`.
    /// - Returns: The characters, or `nil` if the label isn't valid.
    static func decoded(_ text: Substring) -> [Unicode.Scalar]? {
        var result: [Unicode.Scalar] = []
        var rest = text.utf8[...]
        if let hyphen = rest.lastIndex(of: UInt8(ascii: "-")) {
            result = rest[..<hyphen].map { Unicode.Scalar($0) }
            rest = rest[rest.index(after: hyphen)...]
        }
        guard !rest.isEmpty else { return nil }
        // A label has at most 59 digits, and a number beyond the last character ends the loop.
        var (code, place, bias) = (128, 0, 72)
        while !rest.isEmpty {
            let start = place
            var (weight, step) = (1, 36)
            while true {
                guard let digit = rest.popFirst().flatMap(digit), place < 1 << 31, weight < 1 << 31 else { return nil }
                place += digit * weight
                let threshold = min(max(step - bias, 1), 26)
                if digit < threshold { break }
                weight *= 36 - threshold
                step += 36
            }
            let count = result.count + 1
            bias = adapted(place - start, count: count, isFirst: start == 0)
            code += place / count
            place %= count
            guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
            result.insert(scalar, at: place)
            place += 1
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: Int(byte) - 0x30 + 26
        case 0x41...0x5A: Int(byte) - 0x41
        case 0x61...0x7A: Int(byte) - 0x61
        default: nil
        }
    }

    /// Returns the bias after a difference (§6.1).
    private static func adapted(_ difference: Int, count: Int, isFirst: Bool) -> Int {
        var rest = difference / (isFirst ? 700 : 2)
        rest += rest / count
        var steps = 0
        while rest > 455 {
            rest /= 35
            steps += 36
        }
        return steps + 36 * rest / (rest + 38)
    }
}
