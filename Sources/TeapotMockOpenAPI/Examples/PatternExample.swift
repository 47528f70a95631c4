import TeapotMock

/// A reader of a regular expression that generates a text on the way.
///
/// It reads literals, classes, escapes, quantifiers, groups and alternatives. Anchors and other assertions, such as
/// `(?=…)`, generate nothing; the text must be checked afterwards.
struct PatternExample {
    private typealias Text = [Unicode.Scalar]

    private var rest: ArraySlice<Unicode.Scalar>
    /// The range of the repetitions beyond the fewest possible.
    private let extra: ClosedRange<Int>
    private var numbers: SeededNumbers

    private static let maximumLength = 100_000

    /// Returns a text for a pattern, or `nil` if the pattern is invalid or has other parts, such as references to
    /// groups.
    static func text(_ pattern: String, extra: ClosedRange<Int>, _ numbers: inout SeededNumbers) -> String? {
        // The length limits the number of nested groups, too.
        let (pattern, own) = (pattern.unicodeScalars.prefix(1000), SeededNumbers(seed: numbers.next()))
        var reader = PatternExample(rest: Array(pattern)[...], extra: extra, numbers: own)
        guard let text = reader.choice(), reader.rest.isEmpty else { return nil }
        return String(String.UnicodeScalarView(text))
    }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads alternatives up to the end of the group, and generates one of them.
    private mutating func choice() -> Text? {
        var choices: [Text] = []
        repeat {
            choices.append([])
            while let next = rest.first, next != "|", next != ")" {
                guard let part = repeated() else { return nil }
                choices[choices.count - 1] += part
            }
        } while skip("|")
        return numbers.pick(choices)
    }

    /// Reads a part and its quantifier, and reads the part again for each repetition.
    private mutating func repeated() -> Text? {
        let start = rest
        guard let first = part(), let counts = quantifier() else { return nil }
        let end = rest
        defer { rest = end }
        let count = counts.lowerBound + min(counts.count - 1, extra.lowerBound + numbers.below(extra.count))
        var text = count == 0 ? [] : first
        for _ in 1..<max(count, 1) where text.count < Self.maximumLength {
            rest = start
            text += part() ?? []
        }
        return text
    }

    private mutating func quantifier() -> ClosedRange<Int>? {
        defer { _ = skip("?") }
        guard rest.first == "{", let end = rest.firstIndex(of: "}") else {
            return skip("?") ? 0...1 : skip("*") ? 0...Self.maximumLength : skip("+") ? 1...Self.maximumLength : 1...1
        }
        let text = String(String.UnicodeScalarView(rest[..<end].dropFirst()))
        rest = rest[(end + 1)...]
        let limits = text.split(separator: ",", omittingEmptySubsequences: false).map { UInt16($0).map(Int.init) }
        guard let least = limits.first ?? nil, limits.count <= 2 else { return nil }
        let most = text.hasSuffix(",") ? Self.maximumLength : limits.last ?? nil
        return most.flatMap { least <= $0 ? least...$0 : nil }
    }

    private mutating func part() -> Text? {
        let scalar = rest.removeFirst()
        var choices: Text? = [scalar]
        switch scalar {
        case "^", "$": return []
        case "\\" where skip("b") || skip("B"): return []
        case "\\": choices = escape()
        case ".": choices = Self.word + ["!", "@"]
        case "[": choices = characters()
        case "(":
            let isSpecial = skip("?")
            let isAssertion = isSpecial && (skip("=") || skip("!"))
            guard !isSpecial || isAssertion || skip(":"), let text = choice(), skip(")") else { return nil }
            return isAssertion ? [] : text
        case "*", "+", "?": return nil
        default: break
        }
        return choices.flatMap { $0.isEmpty ? nil : [numbers.pick($0)] }
    }

    /// Reads a class after its opening bracket.
    private mutating func characters() -> Text? {
        let isNegated = skip("^")
        var found: Text = []
        while let next = rest.popFirst(), next != "]" {
            guard let first = next == "\\" ? escape() : [next] else { return nil }
            found += first
            guard first.count == 1, rest.first == "-", rest.dropFirst().first != "]" else { continue }
            rest.removeFirst()
            guard let end = rest.popFirst(), let last = end == "\\" ? escape()?.first : end, next <= last else {
                return nil
            }
            found += (first[0].value...last.value).prefix(1000).compactMap(Unicode.Scalar.init)
        }
        return isNegated ? Self.others(found) : found
    }

    /// Reads an escape after its backslash.
    private mutating func escape() -> Text? {
        guard let scalar = rest.popFirst() else { return nil }
        if let known = Self.escapes[scalar] { return known }
        if let count = ["x": 2, "u": 4][scalar], rest.count >= count {
            let digits = String(String.UnicodeScalarView(rest.prefix(count)))
            rest = rest.dropFirst(count)
            return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { [$0] }
        }
        // Other letters and digits have other meanings, such as a reference to a group.
        return Self.word.contains(scalar) ? nil : [scalar]
    }

    /// Returns the characters outside a class: letters and digits or, if there are none, others.
    private static func others(_ characters: Text) -> Text {
        let plain = word.filter { $0 != "_" && !characters.contains($0) }
        return plain.isEmpty ? " -!#$%&*+,./:;=?@~éß".unicodeScalars.filter { !characters.contains($0) } : plain
    }

    private static let digits = Array("0123456789".unicodeScalars)
    private static let word = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_".unicodeScalars) + digits
    private static let escapes: [Unicode.Scalar: Text] = [
        "d": digits, "D": others(digits), "w": word, "W": others(word), "s": [" "], "S": others([" "]), "t": ["\t"],
        "n": ["\n"], "r": ["\r"],
    ]
}
