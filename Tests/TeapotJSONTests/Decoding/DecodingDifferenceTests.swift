import Foundation
import TeapotJSON
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Decoding, compared with Foundation's decoder` {
    /// The compared values.
    struct Tally {
        var pairs = 0
        var ours = 0
        var values = 0
        var errors = 0

        /// Expects that enough pairs were decoded by our decoder.
        func expectBoth() {
            #if canImport(FoundationNetworking)
                #expect(ours > pairs / 10 && values > pairs / 20 && errors > pairs / 50, "\(self)")
            #endif
        }
    }

    /// Decodes with both decoders, and also with ours alone, as an initializer sees it.
    private static func compare<Value: Decodable>(
        _ type: Value.Type, _ data: Data, _ decoder: JSONDecoder, _ tally: inout Tally
    ) -> String? {
        let ask = { DecodingOutcome.of { try decoder.decode(type, from: data) } }
        let theirs = ask()
        tally.pairs += 1
        let whole = DecodingOutcome.of { try JSON.decode(type, from: data, with: decoder) }
        // Foundation ignores a trailing comma.
        let isStray = whole.hasPrefix("error ParsingError") && theirs.hasPrefix("value")
        guard isStray && (try? JSON.value(parsing: data)) == nil || isSame(whole, theirs, type, ask) else {
            return "\(type) from \(text(data)): \(whole), Foundation's: \(theirs)"
        }
        var isOurs = false
        let ours = DecodingOutcome.of {
            guard let value = try JSON.decodeQuickly(type, from: data, with: decoder) else { return "unknown" }
            isOurs = true
            return value
        }
        if ours == DecodingOutcome.of({ "unknown" }), !isOurs { return nil }
        tally.ours += 1
        if isOurs { tally.values += 1 } else { tally.errors += 1 }
        // At the top level, Foundation replaces its own kind of errors.
        let isMisfit = ours.contains("]: the number doesn't fit ")
        let expected = isMisfit ? "error dataCorrupted []: The given data was not valid JSON. (nothing)" : ours
        if isSame(expected, theirs, type, ask) { return nil }
        return "\(type) from \(text(data)) alone: \(ours), Foundation's: \(theirs)"
    }

    /// Returns whether two outcomes are the same.
    ///
    /// The mistake that a dictionary finds first depends on its hash order, which depends on its address. So does the
    /// choice between two members with the same key, such as "1" and "01" of `[Int: Int]`. Therefore Foundation is
    /// asked again with its dictionaries at other addresses, and our outcome has to be one of Foundation's.
    private static func isSame(_ ours: String, _ theirs: String, _ type: Any.Type, _ ask: () -> String) -> Bool {
        let isUnordered = ["Dictionar", "Specials", "Anything"].contains { "\(type)".contains($0) }
        if ours == theirs || isUnordered && ours.hasPrefix("error") && theirs.hasPrefix("error") { return true }
        // Takes the memory that was just released, which would otherwise be reused.
        var taken: [[UInt8]] = []
        return (1...100).contains { _ in
            taken += stride(from: 1, through: 1024, by: 16).map { [UInt8](repeating: 0, count: $0) }
            return ask() == ours
        }
    }

    private static func text(_ data: Data) -> String {
        String(decoding: data, as: UTF8.self).unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    }

    // In parts, to use all cores.
    @Test(arguments: 0..<4) func `random types and texts give the same values and errors`(_ part: Int) async {
        var tally = Tally()
        for round in stride(from: part, to: Size.of(full: 200_000, usual: 6000), by: 4) {
            // Other tests need the thread, too.
            if round % 400 < 4 { await Task.yield() }
            var documents = DecodingDocuments(seed: UInt64(round))
            let decoder = DecodingStrategies.decoder(&documents)
            decoder.userInfo[.seed] = UInt64(round)
            let exhibit = documents.pick(DecodingZoo.exhibits)
            let isProbe = documents.isChosen(oneIn: 3)
            let text =
                isProbe || documents.isChosen(oneIn: 20)
                ? documents.value() : documents.isChosen(oneIn: 5) ? exhibit.text : documents.varied(exhibit.text)
            let data = documents.isChosen(oneIn: 6) ? documents.mutated(text) : Data(text.utf8)
            let type = isProbe ? DecodingProbe.self : exhibit.type as any Decodable.Type
            if let difference = Self.compare(type, data, decoder, &tally) {
                Issue.record("round \(round): \(difference)")
                return
            }
        }
        tally.expectBoth()
    }

    @Test func `texts from JSON suites give the same values and errors`() throws {
        var tally = Tally()
        let texts = JSONDocuments.valid.map(\.text) + JSONDocuments.invalid
        let invalid = JSONDocuments.notUTF8.map { Data($0) }
        for data in texts.map({ Data($0.utf8) }) + invalid {
            for type in Self.readers {
                if let difference = Self.compare(type, data, JSONDecoder(), &tally) { Issue.record("\(difference)") }
            }
        }
        tally.expectBoth()
    }

    private static let readers: [any (Decodable & SendableMetatype).Type] = [
        DecodingZoo.Anything.self, [DecodingZoo.Anything].self, [String: DecodingZoo.Anything].self, [Int].self,
        [Double].self, [Decimal].self, [String].self, [Float?].self, [Bool].self, String.self, Int?.self, [[Int]].self,
        DecodingZoo.Lossy.self, DecodingProbe.self, [DecodingZoo.Elsewhere].self,
    ]

    @Test func `texts cut at any byte give the same values and errors`() throws {
        var tally = Tally()
        for exhibit in Size.spread(DecodingZoo.exhibits, usual: 12) {
            let bytes = Data(exhibit.text.utf8)
            for end in 0...bytes.count {
                let decoder = JSONDecoder()
                decoder.dateDecodingStrategy = .iso8601
                let difference = Self.compare(exhibit.type, bytes.prefix(end), decoder, &tally)
                if let difference { Issue.record("\(difference)") }
            }
        }
        #expect(tally.values > 0)
    }
}
