import Foundation
import TeapotJSON
import TeapotTestSupport
import TeapotTestTraits
import Testing

#if canImport(FoundationNetworking)
    @Suite(.inTurn) struct `Decoding with our own decoder` {
        typealias Zoo = DecodingZoo

        private static func decode<Value: Decodable>(
            _ type: Value.Type = Value.self, _ text: String, _ decoder: JSONDecoder = JSONDecoder()
        ) throws -> Value? {
            try JSON.decodeQuickly(type, from: Data(text.utf8), with: decoder)
        }

        @Test func `a value is decoded`() throws {
            let people = try #require(
                try Self.decode([Zoo.Person].self, #"[{"id":1,"name":"é","active":true,"score":0.1}]"#))
            #expect(people.map(\.name) == ["é"] && people.map(\.id) == [1] && people.map(\.score) == [0.1])
        }

        @Test(
            arguments: [
                (
                    #"[{"x":1,"y":2},{"x":1,"y":"z"}]"#, "Index 1/y",
                    "Expected to decode Float but found a string instead."
                ),
                (
                    #"[{"x":1}]"#, "Index 0",
                    #"No value associated with key CodingKeys(stringValue: "y", intValue: nil) ("y")."#
                ),
                (#"[{"x":null,"y":1}]"#, "Index 0/x", "Cannot get value of type Double -- found null value instead"),
                ("[1]", "Index 0", "Expected to decode Dictionary<String, Any> but found number instead."),
                ("null", "", "Cannot get unkeyed decoding container -- found null value instead"),
            ])
        func `an initializer sees the errors of Foundation`(text: String, path: String, description: String) throws {
            let error = #expect(throws: DecodingError.self) { try Self.decode([Zoo.Point].self, text) }
            let theirs = #expect(throws: DecodingError.self) {
                try JSONDecoder().decode([Zoo.Point].self, from: Data(text.utf8))
            }
            let outcome = try DecodingOutcome.describe(error: #require(error))
            #expect(try outcome == DecodingOutcome.describe(error: #require(theirs)))
            let context: DecodingError.Context? =
                switch error {
                case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
                    context
                default: nil
                }
            #expect(context?.codingPath.map(\.stringValue).joined(separator: "/") == path)
            #expect(context?.debugDescription == description)
        }

        @Test func `uncertain cases are left to Foundation`() throws {
            final class Other: JSONDecoder, @unchecked Sendable {}
            #expect(try Self.decode([Int].self, "[1]", Other()) == nil)
            let relaxed = JSONDecoder()
            relaxed.allowsJSON5 = true
            #expect(try Self.decode([Int].self, "[1]", relaxed) == nil)
            #expect(try JSON.decode([Int].self, from: Data("[1,/**/0x10]".utf8), with: relaxed) == [1, 16])
            let open = JSONDecoder()
            open.assumesTopLevelDictionary = true
            #expect(try Self.decode([String: Int].self, #"{"a":1}"#, open) == nil)
            #expect(try JSON.decode([String: Int].self, from: Data(#""a":1"#.utf8), with: open) == ["a": 1])
            let wide = try #require("[1,2]".data(using: .utf16LittleEndian))
            #expect(try JSON.decodeQuickly([Int].self, from: wide, with: JSONDecoder()) == nil)
            #expect(try JSON.decode([Int].self, from: wide, with: JSONDecoder()) == [1, 2])
            #expect(try Self.decode([String].self, #"["\ud800"]"#) == nil)
            #expect(try Self.decode([Float].self, "[0e1]") == nil)
            #expect(try Self.decode([Int128].self, "[1]") == nil)
            #expect(try JSON.decode([Int128].self, from: Data("[1]".utf8), with: JSONDecoder()) == [1])
            let infinite = JSONDecoder()
            infinite.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
            #expect(try Self.decode([Double].self, #"["inf"]"#, infinite) == nil)
            #expect(try JSON.decode([Double].self, from: Data(#"["inf"]"#.utf8), with: infinite) == [.infinity])
        }

        @Test(arguments: [
            "\u{FEFF}[1]", "[1,]", "[1]\u{0}", "", " ", "[01]", "[1", "{\"a\":1,}", "[\"\u{1}\"]", "[tru]",
            "[9007199254740993.0]",
        ])
        func `a possibly malformed text is left to Foundation`(text: String) throws {
            #expect(try Self.decode([Int].self, text) == nil)
        }

        @Test func `Foundation decodes the values that need it, even if an initializer catches the error`() throws {
            struct Careful: Decodable {
                let text: String
                init(from decoder: any Decoder) throws {
                    text = (try? decoder.singleValueContainer().decode(Float.self)).map { "\($0)" } ?? "none"
                }
            }
            #expect(try Self.decode(Careful.self, "0e1") == nil)
            #expect(try JSON.decode(Careful.self, from: Data("0e1".utf8), with: JSONDecoder()).text == "none")
        }

        @Test func `a valid text is decoded once, and Foundation decodes an invalid one again`() throws {
            let counted = JSONDecoder()
            let counts = Counts()
            counted.keyDecodingStrategy = .custom { path in
                counts.add()
                return path.last ?? DecodingProbe.Key(intValue: 0)
            }
            _ = try JSON.decode([Zoo.Point].self, from: Data(#"[{"x":1,"y":2},{"x":1,"y":2}]"#.utf8), with: counted)
            #expect(counts.count == 4)
            #expect(throws: DecodingError.self) {
                try JSON.decode([Zoo.Point].self, from: Data(#"[{"x":1,"y":""}]"#.utf8), with: counted)
            }
            #expect(counts.count == 4 + 2 + 2)
        }

        private final class Counts: @unchecked Sendable {  // used by one thread
            private(set) var count = 0
            func add() { count += 1 }
        }

        /// Keeps everything it gets for later.
        private struct Kept: Decodable {
            let decoder: any Decoder
            let object: KeyedDecodingContainer<DecodingProbe.Key>
            let other: any Decoder

            init(from decoder: any Decoder) throws {
                self.decoder = decoder
                object = try decoder.container(keyedBy: DecodingProbe.Key.self)
                other = try object.superDecoder(forKey: .init(stringValue: "list"))
            }
        }

        @Test func `retained decoders and containers are Foundation's`() throws {
            let data = Data(#"{"name":"a name","list":["x\u0041",1.5],"big":1e16}"#.utf8)
            #expect(try JSON.decodeQuickly(Kept.self, from: data, with: JSONDecoder()) == nil)
            let kept = try JSON.decode(Kept.self, from: data, with: JSONDecoder())
            #expect(try kept.object.decode(Int.self, forKey: .init(stringValue: "big")) == 10_000_000_000_000_000)
            var list = try kept.other.unkeyedContainer()
            #expect(try list.decode(String.self) == "xA" && list.decode(Double.self) == 1.5 && list.isAtEnd)
            #expect(try kept.decoder.container(keyedBy: DecodingProbe.Key.self).allKeys.count == 3)
        }

        @Test func `at most 512 levels are decoded`() throws {
            func text(_ levels: Int) -> String {
                String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
            }
            #expect(try Self.decode(Zoo.Anything.self, text(512)) != nil)
            #expect(try Self.decode(Zoo.Anything.self, text(513)) == nil)
            #expect(throws: DecodingError.self) {
                try JSON.decode(Zoo.Anything.self, from: Data(text(513).utf8), with: JSONDecoder())
            }
        }

        /// Asks for an object's members from last to first, and for missing ones.
        private struct Backwards: Decodable {
            let sum: Int

            init(from decoder: any Decoder) throws {
                let object = try decoder.container(keyedBy: DecodingProbe.Key.self)
                let count = object.allKeys.count
                sum = try (0..<count).reversed().reduce(into: 0) { sum, number in
                    sum += try object.decode([Int].self, forKey: .init(stringValue: "key \(number)")).count
                    sum += object.contains(.init(stringValue: "no \(number)")) ? 1 : 0
                }
            }
        }

        // With quadratic time, the full size would take minutes.
        @Test(.timeLimit(.minutes(3))) func `the time is linear in the length of the text`() throws {
            let count = Size.of(full: 100_000, usual: 3000)
            let members = (0..<count).map { "\"key \($0)\":[\($0)]" }.joined(separator: ",")
            #expect(try Self.decode(Backwards.self, "{\(members)}")?.sum == count)
            #expect(try Self.decode(Backwards.self, "{\(members),\"key 0\":[]}")?.sum == count)
            let objects = (0..<count).map { "{\"key \($0)\":\($0)}" }.joined(separator: ",")
            #expect(try Self.decode([[String: Int]].self, "[\(objects)]")?.count == count)
            #expect(
                try Self.decode([String].self, "[\"\(String(repeating: #"\n"#, count: count))\"]")?.first?.count
                    == count)
            #expect(try Self.decode(Double.self, "0.\(String(repeating: "1", count: count))") == 1.0 / 9)
        }
    }
#endif
