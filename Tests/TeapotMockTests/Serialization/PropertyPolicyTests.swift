import Foundation
import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A property policy` {
    struct Reflected: Serializable {
        let none = PropertyPolicy<Int>.none
        let null = PropertyPolicy<Int>.null
        let some = PropertyPolicy.some(1)
        let user = PropertyPolicy.some(["a": 1])
        let nested = PropertyPolicy.some(PropertyPolicy<Int>.none)
    }
    struct Coded: Codable, Equatable {
        var none: PropertyPolicy<Int> = .none
        var null: PropertyPolicy<Int> = .null
        var some: PropertyPolicy<Int> = .some(1)
        var absent: PropertyPolicy<Int>?
        var present: PropertyPolicy<String>? = .some(.null)
    }

    @Test func `as a property it's omitted, null or a value`() throws {
        #expect(try text(Reflected()) == #"{"null":null,"some":1,"user":{"a":1}}"#)
    }

    @Test func `by itself it's nil, NSNull or a value`() {
        #expect(PropertyPolicy<Int>.none.serialized() == nil)
        #expect(PropertyPolicy<Int>.null.serialized() is NSNull)
        #expect(PropertyPolicy<Int>.some(1).serialized() as? Int == 1)
    }

    @Test func `an encoding omits it, too`() throws {
        let json = #"{"null":null,"present":null,"some":1}"#
        #expect(try text(Coded()) == json)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(Coded()), as: UTF8.self) == json)
        #expect(
            String(decoding: try encoder.encode([PropertyPolicy<Int>.none, .some(1)]), as: UTF8.self) == "[null,1]")
    }

    @Test func `it can be decoded after encoding`() throws {
        let decoded = try JSONDecoder().decode(
            Coded.self, from: JSONEncoder().encode(Coded(none: .some(2), some: .none)))
        // An optional can't distinguish an explicit null from no value.
        #expect(decoded == Coded(none: .some(2), some: .none, present: nil))
        #expect(try JSONDecoder().decode([PropertyPolicy<Int>].self, from: Data("[1,null]".utf8)) == [.some(1), .null])
    }

    @Test func `as an answer it's nil, null or a value`() throws {
        #expect(try Response(answering: PropertyPolicy<Int>.none).status == 404)
        #expect(try text(Response(answering: PropertyPolicy<Int>.null)) == "null")
        #expect(try text(Response(answering: PropertyPolicy.some(1))) == "1")
    }
}
