import Foundation

extension DecodingZoo {
    /// Tries one type after the other, and catches their errors.
    indirect enum Anything: Decodable, ProbedType {
        case null
        case bool(Bool)
        case int(Int)
        case double(Double)
        case string(String)
        case list([Anything])
        case members([String: Anything])

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let bool = try? value.decode(Bool.self) {
                self = .bool(bool)
            } else if let int = try? value.decode(Int.self) {
                self = .int(int)
            } else if let double = try? value.decode(Double.self) {
                self = .double(double)
            } else if let string = try? value.decode(String.self) {
                self = .string(string)
            } else if let list = try? value.decode([Anything].self) {
                self = .list(list)
            } else {
                self = .members(try value.decode([String: Anything].self))
            }
        }
    }

    /// Keeps what it can decode, and skips the rest by decoding it as something else.
    struct Lossy: Decodable, ProbedType {
        var kept: [Int] = []
        var failures: [String] = []

        private struct Skipped: Decodable {}

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            while !list.isAtEnd {
                do { kept.append(try list.decode(Int.self)) } catch {
                    failures.append("\(list.currentIndex) \(DecodingOutcome.describe(error: error))")
                    if (try? list.decode(Skipped.self)) == nil, (try? list.decodeNil()) != true {
                        _ = try? list.superDecoder()
                    }
                }
            }
            failures.append(DecodingOutcome.of { try list.decode(Int.self) })
            failures.append(DecodingOutcome.of { try list.decodeIfPresent(String.self) as Any })
            failures.append(
                "\(list.currentIndex) \(list.isAtEnd) \(DecodingOutcome.of { try list.superDecoder().codingPath.count })"
            )
        }
    }

    struct Tuple: Decodable {
        var number: Int
        var text: String
        var rest: [Double]

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            number = try list.decode(Int.self)
            text = try list.decodeIfPresent(String.self) ?? "none"
            rest = []
            var inner = try list.nestedUnkeyedContainer()
            while !inner.isAtEnd { rest.append(try inner.decode(Double.self)) }
        }
    }

    struct Box<Value: Codable>: Codable { var value: Value }

    struct Wrapped: Codable {
        var number: Int

        init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }
    }

    @propertyWrapper struct Defaulted<Value: Codable>: Codable {
        var wrappedValue: Value

        init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
        init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Value.self) }
    }

    struct WithDefaults: Codable {
        @Defaulted var id: Int
        @Defaulted var name: String?
        @Defaulted var date: Date
    }

    /// Reads the same members with two sets of keys, a decoder that has moved on, and unknown names.
    struct Curious: Decodable {
        var notes: [String] = []

        private enum Keys: String, CodingKey { case id, name, missing }

        init(from decoder: any Decoder) throws {
            let typed = try decoder.container(keyedBy: Keys.self)
            let any = try decoder.container(keyedBy: DecodingProbe.Key.self)
            notes.append("\(typed.allKeys.map(\.stringValue).sorted()) \(any.allKeys.map(\.stringValue).sorted())")
            notes.append(DecodingOutcome.of { try typed.decode(Int.self, forKey: .id) })
            notes.append(DecodingOutcome.of { try typed.decode(Bool.self, forKey: .missing) })
            notes.append(
                DecodingOutcome.of { try typed.nestedContainer(keyedBy: Keys.self, forKey: .name).allKeys.count })
            for key in any.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                notes.append("\(any.contains(key)) \(DecodingOutcome.of { try any.decodeNil(forKey: key) })")
                notes.append(
                    DecodingOutcome.of { try any.decode(Kept.self, forKey: key).decoder.codingPath.map(\.stringValue) })
                if let kept = try? any.decode(Kept.self, forKey: key).decoder {
                    notes.append(
                        DecodingOutcome.of { try kept.container(keyedBy: Keys.self).decode(String.self, forKey: .name) }
                    )
                    notes.append(DecodingOutcome.describe(path: kept.codingPath))
                }
            }
        }

        private struct Kept: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) throws { self.decoder = decoder }
        }
    }

    /// Decodes depending on another member.
    enum Tagged: Decodable {
        case person(Person)
        case point(Point)
        case other(String)

        private enum Keys: String, CodingKey { case kind }

        init(from decoder: any Decoder) throws {
            let kind = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .kind)
            switch kind {
            case "person": self = .person(try Person(from: decoder))
            case "point": self = .point(try Point(from: decoder))
            default: self = .other(kind)
            }
        }
    }

    struct Identifier: RawRepresentable, Codable, Hashable, CodingKeyRepresentable {
        var rawValue: String
        init(rawValue: String) { self.rawValue = rawValue }
        init?<Key: CodingKey>(codingKey: Key) { rawValue = codingKey.stringValue }
        var codingKey: any CodingKey { DecodingProbe.Key(stringValue: rawValue) }
    }

    struct Dictionaries: Codable {
        var plain: [String: Int]
        var numbered: [Int: String]
        var coloured: [Colour: Point]
        var identified: [Identifier: [Int]]
        var pairs: [Level: Bool]
        var nested: [String: [String: SnakeCase.Item]]
    }

    struct Collections: Codable {
        var set: Set<Int>
        var matrix: [[Double]]
        var people: [Person]
        var optionals: [String?]
        var bytes: [Int8]
        var contiguous: ContiguousArray<UInt16>
        var bools: [Bool]
        var floats: [Float]
    }

    struct Foundations: Codable {
        var components: DateComponents
        var range: Range<Int>
        var closed: ClosedRange<Double>
        var size: CGSize
        var length: Measurement<UnitLength>
    }

    /// Fails with its own error.
    struct Picky: Decodable {
        struct Refusal: Error { let id: Int }

        init(from decoder: any Decoder) throws {
            let person = try Person(from: decoder)
            if person.id < 100 { throw Refusal(id: person.id) }
            if !person.active {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "inactive"))
            }
        }
    }

    struct Elsewhere: Decodable {
        var path: String

        init(from decoder: any Decoder) throws { path = DecodingOutcome.describe(path: decoder.codingPath) }
    }
}

extension Date: ProbedType {}
extension Data: ProbedType {}
extension URL: ProbedType {}
extension Decimal: ProbedType {}
extension UUID: ProbedType {}
extension CGFloat: ProbedType {}
extension Array: ProbedType where Element: Decodable {}
extension Dictionary: ProbedType where Key: Decodable, Value: Decodable {}
