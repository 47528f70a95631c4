import Foundation

// Integers of 128 bits need macOS 15, before which Foundation decodes everything there.
#if canImport(FoundationNetworking)
    typealias WidestInt = Int128
    typealias WidestUInt = UInt128
#else
    typealias WidestInt = Int64
    typealias WidestUInt = UInt64
#endif

/// Types that use a decoder in every way that types do, with texts to decode them from.
enum DecodingZoo {
    /// A type and one of its texts.
    struct Exhibit: Sendable {
        let type: any (Decodable & SendableMetatype).Type
        let text: String

        init(_ type: any (Decodable & SendableMetatype).Type, _ text: String) {
            self.type = type
            self.text = text
        }
    }

    /// The types that a probe asks for.
    static let scalars: [any (ProbedType & SendableMetatype).Type] = [
        Bool.self, String.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
        UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, Date.self, Data.self, URL.self, Decimal.self,
        UUID.self, [Int].self, [String].self, [Double].self, [String: Int].self, [Int: String].self, Point.self,
        Colour.self, Anything.self, Lossy.self, CGFloat.self, [String: [String: Double?]].self,
    ]

    struct Person: Codable {
        var id: Int
        var name: String
        var active: Bool
        var score: Double
    }

    struct Point: Codable, ProbedType, Hashable {
        var x: Double
        var y: Float
    }

    enum Colour: String, Codable, ProbedType, CodingKeyRepresentable { case red, green, blue }

    enum Level: Int, Codable { case low = 1, high = 2 }

    struct Everything: Codable {
        var bool: Bool
        var int: Int
        var int8: Int8
        var int16: Int16
        var int32: Int32
        var int64: Int64
        var uint: UInt
        var uint8: UInt8
        var uint16: UInt16
        var uint32: UInt32
        var uint64: UInt64
        var float: Float
        var double: Double
        var string: String
        var big: WidestInt
        var vast: WidestUInt
    }

    struct Maybe: Codable {
        var bool: Bool?
        var int: Int?
        var int8: Int8?
        var uint64: UInt64?
        var float: Float?
        var double: Double?
        var string: String?
        var date: Date?
        var data: Data?
        var url: URL?
        var decimal: Decimal?
        var point: Point?
        var list: [Int?]?
        var twice: Int??
        var big: WidestInt?
    }

    struct Special: Codable {
        var date: Date
        var data: Data
        var url: URL
        var decimal: Decimal
        var uuid: UUID
    }

    struct Specials: Codable {
        var dates: [Date]
        var datas: [Data?]
        var urls: [URL]
        var decimals: [Decimal]
        var byName: [String: Date]
        var byColour: [Colour: Decimal]
    }

    struct SnakeCase: Codable {
        var oneTwo: Int
        var urlString: String?
        var isOn: Bool?
        var items: [Item]

        struct Item: Codable {
            var firstName: String
            var addressLine1: String?
            var wrappedValue: [String: Int]?
        }
    }

    struct Renamed: Codable {
        var first: Int
        var second: String?

        enum CodingKeys: String, CodingKey {
            case first = "first-name"
            case second = "a name that is longer than fifteen bytes"
        }
    }

    struct Accents: Codable {
        var composed: Int?
        var kelvin: Int?
        var empty: String?

        enum CodingKeys: String, CodingKey {
            case composed = "\u{E9}"
            case kelvin = "K"
            case empty = ""
        }
    }

    struct Numbered: Codable {
        var zero: String
        var one: Int?

        enum CodingKeys: Int, CodingKey { case zero = 0, one = 1 }
    }

    indirect enum Shape: Codable {
        case circle(radius: Double)
        case square(Double, label: String? = nil)
        case group([Shape], around: Shape)
        case nothing
    }

    final class Tree: Codable {
        var value: Int
        var left: Tree?
        var right: Tree?
    }

    class Animal: Codable {
        var name: String
        var age: Int?
        init(name: String) { self.name = name }
    }

    final class Dog: Animal {
        var tricks: [String] = []

        private enum CodingKeys: String, CodingKey { case tricks }

        required init(from decoder: any Decoder) throws {
            let object = try decoder.container(keyedBy: CodingKeys.self)
            tricks = try object.decode([String].self, forKey: .tricks)
            try super.init(from: object.superDecoder())
        }
    }

    final class Cat: Animal {
        var lives = 0

        private enum CodingKeys: String, CodingKey { case lives, base }

        required init(from decoder: any Decoder) throws {
            let object = try decoder.container(keyedBy: CodingKeys.self)
            lives = try object.decodeIfPresent(Int.self, forKey: .lives) ?? 9
            try super.init(from: object.superDecoder(forKey: .base))
        }
    }

    final class Puppy: Animal {
        var weeks: UInt8 = 0

        private enum CodingKeys: String, CodingKey { case weeks }

        required init(from decoder: any Decoder) throws {
            try super.init(from: decoder)
            weeks = try decoder.container(keyedBy: CodingKeys.self).decode(UInt8.self, forKey: .weeks)
        }
    }

    struct Flattened: Decodable {
        var city: String
        var codes: [Int]
        var deep: Bool?

        enum Keys: String, CodingKey { case address, city, codes, more, deep }

        init(from decoder: any Decoder) throws {
            let object = try decoder.container(keyedBy: Keys.self)
            let address = try object.nestedContainer(keyedBy: Keys.self, forKey: .address)
            city = try address.decode(String.self, forKey: .city)
            var list = try address.nestedUnkeyedContainer(forKey: .codes)
            codes = []
            while !list.isAtEnd { codes.append(try list.decode(Int.self)) }
            deep = try? address.nestedContainer(keyedBy: Keys.self, forKey: .more).decodeIfPresent(
                Bool.self, forKey: .deep)
        }
    }
}
