import Foundation
import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A value serialized by its encoding` {
    struct User: Codable {
        enum CodingKeys: String, CodingKey {
            case name = "full name"
            case born, homepage, tags
        }
        var name = "Alex"
        var born = Date(timeIntervalSinceReferenceDate: 0.25)
        var homepage = URL(string: "https://a.test/b?c=d")
        var tags: [String: [Int?]] = ["a": [1, nil]]
    }
    class Base: Encodable {
        let base = 1
    }
    /// A class that encodes its superclass next to its own properties, and again within `super`.
    final class Derived: Base {
        private enum CodingKeys: CodingKey { case own, list, object }
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(2, forKey: .own)
            try super.encode(to: container.superEncoder())
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try list.encode("a")
            try list.encodeNil()
            try list.encode(UInt8(list.count))
            var nested = list.nestedContainer(keyedBy: CodingKeys.self)
            try nested.encode(true, forKey: .own)
            var inner = list.nestedUnkeyedContainer()
            try inner.encode(0.5)
            try super.encode(to: list.superEncoder())
            var object = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .object)
            try object.encodeNil(forKey: .own)
            var again = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .object)
            try again.encode(Empty(), forKey: .list)
        }
    }
    struct Empty: Encodable {
        func encode(to encoder: any Encoder) throws {}
    }
    enum Kind: String, Codable { case a }
    enum Shape: Encodable {
        case point
        case circle(radius: Int)
    }
    struct Holder: Encodable {
        enum CodingKeys: CodingKey { case value }
        let value: any Encodable
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(value, forKey: .value)
        }
    }
    struct Key: Hashable, Codable { let x: Int }
    struct Failing: Encodable {
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(
                1, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "No ones."))
        }
    }

    /// Values whose encoding equals that of `JSONEncoder`.
    static var values: [any Encodable] {
        [
            User(), Derived(), [User()], ["b": 1, "a": 2], [2: "b", 1: "a"], [Key(x: 1): "a"], Kind.a, [Kind.a: 1],
            Shape.point,
            Shape.circle(radius: 1), Data("abc".utf8), UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
            Decimal(string: "0.1"), Date(timeIntervalSinceReferenceDate: 5), URL(string: "/a b"), "a", 1, 0.1,
            Float(0.1), true,
            Int8(-3), UInt64.max, [Int?.some(1), nil], 1...3, CGFloat(1.5), [[Empty()]], Optional(3), Date?.none,
            ["a": [:]] as [String: [String: Int]],
            DateComponents(year: 2020), Locale(identifier: "en"), IndexSet([1, 2, 5]), [1: [2: [3]]],
            [[], [1]] as [[Int]],
        ]
    }

    @Test(arguments: values.indices)
    func `it's the same as JSONEncoder's, with ISO 8601 dates`(index: Int) throws {
        // Inside another value, so that dictionaries and arrays become their own encodings too.
        let value = Holder(value: Self.values[index])
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let reference = try JSON.value(parsing: encoder.encode(value))
        #expect(try text(value) == String(decoding: JSON.data(from: reference, .sortedKeys), as: UTF8.self))
    }

    @Test(arguments: [Double.nan, .infinity, -1e12, 1e12])
    func `a date that ISO 8601 can't write is an error`(seconds: Double) {
        let response = Response.json(["date": Date(timeIntervalSinceReferenceDate: seconds)])
        #expect(response.fault != nil)
    }

    @Test func `a router's own encoder writes only the results of handlers`() async throws {
        let router = Router()
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.keyEncodingStrategy = .convertToSnakeCase
        struct Tea: Codable {
            var pickedAt = Date(timeIntervalSince1970: 5)
        }
        router.get("/value") { _ in Tea() }
        router.get("/list") { _ in [Tea()] }
        router.get("/later") { _ async in Tea() }
        router.get("/literal") { _ in ["tea": Tea()] }
        router.get("/json") { _ in .json(Tea()) }
        router.get("/before", with: .json(Tea()))
        func body(_ path: String) async -> String {
            String(decoding: await router.answer(to: path).body, as: UTF8.self)
        }
        #expect(await body("/value") == #"{"pickedAt":"1970-01-01T00:00:05Z"}"#)
        router.encoder = encoder
        #expect(await body("/value") == #"{"picked_at":5}"#)
        #expect(await body("/list") == #"[{"picked_at":5}]"#)
        #expect(await body("/later") == #"{"picked_at":5}"#)
        #expect(await body("/literal") == #"{"tea":{"picked_at":5}}"#)
        #expect(await body("/json") == #"{"picked_at":5}"#)
        #expect(await body("/before") == #"{"pickedAt":"1970-01-01T00:00:05Z"}"#)
        router.encoder = nil
        #expect(await body("/value") == #"{"pickedAt":"1970-01-01T00:00:05Z"}"#)
    }

    @Test func `a value that encodes nothing is an empty object`() throws {
        #expect(try text(Empty()) == "{}")
        #expect(try text([Empty()]) == "[{}]")
    }

    @Test func `sets are ordered, and decimals are exact`() throws {
        struct All: Encodable {
            let set: Set = [3, 1, 2]
            let decimal = Decimal(string: "12345678901234567890.123456789")
        }
        #expect(try text(All()) == #"{"decimal":12345678901234567890.123456789,"set":[1,2,3]}"#)
    }

    @Test func `a value that is Serializable and Encodable becomes its encoding everywhere`() throws {
        struct Both: Serializable, Codable {
            enum CodingKeys: String, CodingKey { case name = "n" }
            var name = "a"
        }
        #expect(try text(Both()) == #"{"n":"a"}"#)
        #expect(Both().serialized() as? [String: String] == ["n": "a"])
        #expect(Response(statusCode: 200, body: Both()).body == Data(#"{"n":"a"}"#.utf8))
    }

    @Test func `a value that can't be encoded is refused with its path`() {
        struct Scores: Encodable { let scores = [1, Double.infinity] }
        #expect(
            refusal(of: ["users": [Scores()]])
                == "users[0].scores[1]: infinity can't be written as JSON; a number must be finite")
        #expect(
            refusal(of: ["a": ["b": Failing()]]) == "a.b: Failing can't be encoded: No ones.")
        #expect(refusal(of: Holder(value: Failing())) == "Holder can't be encoded at value: No ones.")
    }
}
