import Foundation
import TeapotJSON
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Random JSON` {
    static let sample =
        Array(
            #"{"id": 12, "n\u00e9": [1.5, -2e3, true, false, null, "a\"b\\c\n\ud83d\ude00é"], "o": [{"x": [], "y": {}}, "#
                .utf8
        )
        + Array(
            #"{"x": 1, "y": "two words"}, {"x": 2, "z": 3}, {"x": 4, "y": 5}], "z": 0.25, "id2": 900719925474099}"#.utf8
        )

    @Test func `a text cut short at any byte is an error`() throws {
        _ = try JSON(parsing: Data(Self.sample))
        for count in 0..<Self.sample.count {
            #expect(throws: JSON.ParsingError.self) { try JSON(parsing: Data(Self.sample[..<count])) }
        }
    }

    /// Compares the results with Foundation's, apart from its known deviations.
    ///
    /// Foundation accepts a trailing comma, reads -0 as 0, and keeps a number beyond 64 bits as a
    /// decimal.
    @Test(arguments: 0..<8)
    func `a text with a few changed bytes is accepted and read as by Foundation`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let alphabet =
            Array(#"{}[],:"\/bfnrtu0123456789abcdefE+-.s "#.utf8) + [0, 0x1F, 0x7F, 0x80, 0xC3, 0xA9, 0xED, 0xFF]
        var accepted = 0
        for _ in 0..<1500 {
            var bytes = Self.sample
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[index] = byte
                case 1: bytes.remove(at: index)
                case 2: bytes.insert(byte, at: index)
                default:
                    let piece = bytes[index..<min(bytes.count, index + Int.random(in: 1...9, using: &generator))]
                    bytes.insert(contentsOf: Array(piece), at: Int.random(in: 0...bytes.count, using: &generator))
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            do {
                let ours = try JSON.value(parsing: Data(bytes))
                accepted += 1
                let same = try JSON.data(from: ours, .sortedKeys) == JSON.data(from: #require(theirs), .sortedKeys)
                let hasLongNumber = text.contains(#/\d{16}|-0/#)
                #expect(same || hasLongNumber, "\(text)")
            } catch let error as JSON.ParsingError {
                let hasTrailingComma = text.contains(#/,\s*[\]}]/#)
                #expect(theirs == nil || hasTrailingComma, "\(text): \(error)")
            }
        }
        #expect(accepted > 50)
    }

    @Test func `a random document survives writing and reading in every layout`() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<400 {
            let document = JSON.array([randomValue(depth: 5, &generator)])
            for options in [[], .sortedKeys, .prettyPrinted, [.sortedKeys, .prettyPrinted]] as [JSON.WritingOptions] {
                let data = try document.data(options)
                let back = try JSON(parsing: data)
                #expect(back == document)
                #expect(try back.data(.sortedKeys) == document.data(.sortedKeys))
                let theirs = try JSONSerialization.jsonObject(with: data)
                #expect(try JSON.data(from: theirs, .sortedKeys) == document.data(.sortedKeys))
            }
        }
    }

    private func randomValue(depth: Int, _ generator: inout SeededGenerator) -> any Sendable {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &generator) {
        case 0: return NSNull()
        case 1: return Bool.random(using: &generator)
        case 2: return Int.random(in: -2000...2000, using: &generator)
        case 3: return Int(bitPattern: UInt(generator.next()))
        case 4: return Double.random(in: -1e6...1e6, using: &generator)
        case 5, 6: return randomString(&generator)
        case 7:
            return (0..<Int.random(in: 0...5, using: &generator)).map { _ in randomValue(depth: depth - 1, &generator) }
        default:
            var members: [String: any Sendable] = [:]
            for _ in 0..<Int.random(in: 0...5, using: &generator) {
                members[randomString(&generator)] = randomValue(depth: depth - 1, &generator)
            }
            return members
        }
    }

    private func randomString(_ generator: inout SeededGenerator) -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "b", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "€", "😀", " ",
        ]
        var string = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...20, using: &generator) {
            string.append(scalars[Int.random(in: 0..<scalars.count, using: &generator)])
        }
        return String(string)
    }
}
