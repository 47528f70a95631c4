import Foundation
import TeapotMockDocuments

// Generates numbers and strings: candidates, of which the first that matches is used.
extension ExampleGenerator {
    /// Returns whether a value matches schemas as far as that's known.
    mutating func fits(_ value: JSONTree, _ schemas: [Schema]) -> Bool {
        schemas.allSatisfy { checker.check(value, against: $0).outcome != .differs }
    }

    mutating func number(_ parts: ExampleParts, isWhole: Bool, _ place: ExamplePlace) throws(ExampleFailure) -> JSONTree
    {
        func values(_ keywords: String...) -> [Decimal] {
            let numbers = parts.layers.flatMap { layer in keywords.compactMap { layer.tree[$0]?.number } }
            return numbers.compactMap { Decimal(string: $0.text) }
        }
        let (lows, highs) = (values("minimum", "exclusiveMinimum"), values("maximum", "exclusiveMaximum"))
        let usual = place.name.flatMap { PlausibleName($0).range } ?? (low: 1, high: 1000, places: 2)
        // A list of many different numbers needs more than the usual ones.
        let most = place.salt < 10 ? usual.high : usual.high * 1000
        // The part of the range with usual numbers or, if there's none, the numbers next to a limit.
        var (start, end) = (max(lows.max() ?? usual.low, usual.low), min(highs.min() ?? most, most))
        if start >= end {
            (start, end) = (lows.max() ?? (highs.min() ?? 0) - 100, highs.min() ?? (lows.max() ?? 0) + 100)
        }
        let isInteger = isWhole || parts.layers.contains { $0.tree["format"]?.text?.hasPrefix("int") == true }
        let unit = Decimal(sign: .plus, exponent: isInteger ? 0 : -usual.places, significand: 1)
        let step = values("multipleOf").filter { $0 > 0 }.max() ?? unit
        var (first, quotient) = (Decimal(), start / step)
        NSDecimalRound(&first, &quotient, 0, .up)
        var numbers = place.numbers
        let count = 1 + max(0, min(Int(truncating: (end / step - first) as NSDecimalNumber), 1 << 40))
        let picked = (numbers.below(count) + place.salt) % count
        let multiples = ([picked] + (0..<64)).lazy.map { (first + Decimal($0)) * step }
        let others = [(start + end) / 2] + lows + highs + [0]
        for decimal in [AnySequence(multiples), AnySequence(others)].joined() {
            guard let number = JSONNumber(String(describing: decimal)) else { continue }
            if fits(.number(number), parts.layers) { return .number(number) }
        }
        throw parts.failure("no number that matches was found")
    }

    mutating func string(_ parts: ExampleParts, _ place: ExamplePlace) throws(ExampleFailure) -> JSONTree {
        let lengths = (parts.counts("minLength").max() ?? 0, parts.counts("maxLength").min() ?? .max)
        if lengths.0 > 100_000 { throw parts.failure("a string of \(lengths.0) characters is too long") }
        let patterns = parts.layers.compactMap { $0["pattern"] }
        var numbers = place.numbers
        // A format that isn't known may be a name, such as “phone”.
        for name in parts.layers.compactMap({ $0.tree["format"]?.text }) + [place.name ?? "", "word"] {
            let texts = PlausibleName(name).texts(salt: place.salt, &numbers)
            if let text = fitting(texts, lengths, parts.layers) { return text }
        }
        for round in patterns.isEmpty ? 0..<0 : 0..<100 {
            let extra = round < 40 ? 0...3 : round - 40...round - 40
            let texts = patterns.compactMap { PatternExample.text($0.tree.text ?? "", extra: extra, &numbers) }
            // Different names that begin in the same way have different ends.
            let ends = place.salt == 0 ? [] : texts.map { $0 + String(place.salt) }
            if let text = fitting(ends + texts + [texts.joined()], lengths, parts.layers) { return text }
        }
        guard let pattern = patterns.first else { throw parts.failure("no string that matches was found") }
        throw ExampleFailure(pattern, "no string was found for the pattern \(pattern.tree.text ?? "")")
    }

    /// Returns the first text that matches, made longer or shorter if necessary.
    private mutating func fitting(_ texts: [String], _ lengths: (Int, Int), _ layers: [Schema]) -> JSONTree? {
        // A text that needn't be changed comes first.
        let whole = texts.filter { lengths.0 <= $0.unicodeScalars.count && $0.unicodeScalars.count <= lengths.1 }
        for text in whole + texts {
            let scalars = text.unicodeScalars
            let missing = lengths.0 - scalars.count
            var variants = [String(String.UnicodeScalarView(scalars.prefix(lengths.1)))]
            if missing > 0 {
                let words = String(repeating: " and a cup of tea", count: missing / 16 + 1).prefix(missing)
                let letters = [scalars.first, scalars.last].map { String(repeating: String($0 ?? "a"), count: missing) }
                variants = [text + words, text + letters[1], letters[0] + text]
            }
            for variant in variants where fits(.string(variant), layers) { return .string(variant) }
        }
        return nil
    }
}
