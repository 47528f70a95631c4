import Foundation
import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A custom serialization` {
    struct User: Serializable { let userName = "Alex" }
    struct Custom: CustomSerializable {
        let result: Any?
        func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? { result }
    }
    /// A type that provides its own JSON, and has a different encoding.
    struct Both: CustomSerializable, Encodable {
        let encoded = 1
        func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
            [keyTransformer?("customName") ?? "customName": 2]
        }
    }

    @Test func `it takes precedence`() throws {
        #expect(try text(Both()) == #"{"customName":2}"#)
        #expect(try text(SnakecaseTransformer(Both())) == #"{"custom_name":2}"#)
        #expect(try text(["a": [Both()]]) == #"{"a":[{"customName":2}]}"#)
    }

    @Test func `its result is serialized`() throws {
        #expect(try text(Custom(result: User())) == #"{"userName":"Alex"}"#)
        #expect(
            try text(Custom(result: ["a": [User(), nil, Date(timeIntervalSinceReferenceDate: 1)] as [Any?]]))
                == #"{"a":[{"userName":"Alex"},null,"2001-01-01T00:00:01Z"]}"#)
        #expect(try text(Custom(result: Set([2, 1]))) == "[1,2]")
        #expect(try text(Custom(result: Custom(result: NSNull()))) == "null")
    }

    @Test func `its names are final, but property names aren't`() throws {
        let members: [String: Any] = ["myKey": ["innerKey": User()]]
        #expect(
            try text(SnakecaseTransformer(Custom(result: members))) == #"{"myKey":{"innerKey":{"user_name":"Alex"}}}"#)
    }

    @Test func `it may be nil`() throws {
        struct Holder: Serializable {
            let a = 1
            let custom = Custom(result: nil)
        }
        #expect(Custom(result: nil).serialized() == nil)
        #expect(try text(Holder()) == #"{"a":1}"#)
        #expect(try text([Custom(result: nil)]) == "[null]")
        #expect(try Response(answering: Custom(result: nil)).status == 404)
    }

    @Test func `an unserializable value is refused with its path, even through code that doesn't throw`() {
        let inner = Custom(result: ["score": Double.nan].serialized())
        #expect(
            refusal(of: ["users": [Custom(result: ["a": inner])]])
                == "users[0].a.score: NaN can't be written as JSON; a number must be finite")
    }
}
