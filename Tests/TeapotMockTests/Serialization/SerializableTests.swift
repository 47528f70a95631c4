import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockStore

@Suite(.inTurn) struct `A value serialized by reflection` {
    struct Address: Serializable {
        let street: String
        let number: Int?
    }
    struct Plain { let x = 1 }
    enum Color: String { case red, blue }
    enum Level: Int, Serializable { case low = 1 }
    enum Mood: Serializable { case happy, sad }
    enum Shape: Serializable {
        case point
        case circle(radius: Int)
        case square(Int)
        case line(Int, Int)
        case named(Address)
    }

    @Test func `each kind of property is serialized`() throws {
        struct All: Serializable {
            let text = "a"
            let part = "xyz".dropFirst()
            let letter: Character = "é"
            let flag = true
            let numbers: (Int8, UInt64) = (-1, .max)
            let real = 0.5
            let float: Float = 0.1
            let nothing: Int? = nil
            let nested: Int?? = .some(.some(2))
            let address = Address(street: "b", number: nil)
            let list: [Address] = [Address(street: "c", number: 1)]
            let color = Color.red
            let level = Level.low
            let mood = Mood.sad
            let pair: (x: Int, y: Int) = (1, 2)
            let anything: Any = Optional<Int>.none as Any
            let hashable = AnyHashable(3)
            let object = NSNumber(value: true)
            let void: Void = ()
        }
        #expect(
            try text(All()) == """
                {"address":{"street":"b"},"color":"red","flag":true,"float":0.1,"hashable":3,"letter":"é","level":1,\
                "list":[{"number":1,"street":"c"}],"mood":"sad","nested":2,"numbers":[-1,18446744073709551615],\
                "object":true,"pair":{"x":1,"y":2},"part":"yz","real":0.5,"text":"a"}
                """
        )
    }

    @Test func `values with their own encoding are serialized by it`() throws {
        struct Coded: Encodable { let a = 1 }
        struct All: Serializable {
            let date = Date(timeIntervalSinceReferenceDate: 1.5)
            let url = URL(string: "https://a.test/b")
            let uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
            let decimal = Decimal(string: "12345678901234567890.123456789")
            let data = Data("abc".utf8)
            let coded = [Coded()]
        }
        #expect(
            try text(All()) == """
                {"coded":[{"a":1}],"data":"YWJj","date":"2001-01-01T00:00:01Z","decimal":12345678901234567890.123456789,\
                "url":"https://a.test/b","uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}
                """
        )
    }

    @Test func `a superclass's properties are included`() throws {
        class Animal: Serializable {
            let name = "Rex"
        }
        final class Dog: Animal {
            let tricks = 2
            lazy var age = 3
            lazy var unasked = 4
        }
        let dog = Dog()
        #expect(dog.age == 3)
        #expect(try text(dog) == #"{"age":3,"name":"Rex","tricks":2}"#)
    }

    @Test func `two properties with the same name are refused`() {
        class Base: Serializable {
            private let name = 1
        }
        final class Derived: Base {
            private let name = 2
        }
        #expect(refusal(of: [Derived()]) == "[0].name: two members have this name")
    }

    @Test func `a custom mirror is used`() throws {
        struct Mirrored: Serializable, CustomReflectable {
            let secret = 1
            var customMirror: Mirror { Mirror(self, children: ["shown": 2]) }
        }
        struct Stack: Serializable, CustomReflectable {
            let elements = [1, 2]
            var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
        }
        #expect(try text(Mirrored()) == #"{"shown":2}"#)
        #expect(try text(Stack()) == "[1,2]")
    }

    @Test(arguments: [
        (Shape.point, #""point""#), (.circle(radius: 1), #"{"circle":{"radius":1}}"#), (.square(2), #"{"square":2}"#),
        (.line(3, 4), #"{"line":[3,4]}"#),
        (.named(Address(street: "a", number: 5)), #"{"named":{"number":5,"street":"a"}}"#),
    ])
    func `an enum is serialized as its case`(shape: Shape, expected: String) throws {
        #expect(try text(shape) == expected)
    }

    @Test func `sets are lists in order`() throws {
        #expect(try text(Set([10, 9, 100, -1])) == "[-1,9,10,100]")
        #expect(try text(Set(["b", "a", "c"])) == #"["a","b","c"]"#)
        #expect(try text(Set<AnyHashable>(["b", 2, 1, "a"])) == #"[1,2,"a","b"]"#)
    }

    @Test func `a list keeps nil elements, and a dictionary keeps nil members`() throws {
        #expect(try text([1, nil, 3] as [Int?]) == "[1,null,3]")
        #expect(try text([.some(.some(1)), nil, .some(.null)] as [PropertyPolicy<Int>?]) == "[1,null,null]")
        #expect(try text([.some(1), PropertyPolicy.none, .null]) == "[1,null]")
        #expect(try text(["a": nil, "b": 1] as [String: Int?]) == #"{"a":null,"b":1}"#)
        #expect(try text(["a": PropertyPolicy<Int>.none]) == "{}")
        #expect(try text([1, 2, 3].dropFirst()) == "[2,3]")
    }

    @Test func `keys that can be strings are allowed`() throws {
        #expect(try text([1: "a", 2: "b"]) == #"{"1":"a","2":"b"}"#)
        #expect(try text([Color.red: 1]) == #"{"red":1}"#)
        #expect(try text(["ab".dropFirst(): 1]) == #"{"b":1}"#)
        #expect(refusal(of: [0.5: 1]) == #"["?"]: only a dictionary whose keys are strings or integers can be JSON"#)
        #expect(refusal(of: [AnyHashable(1): 1, AnyHashable("1"): 2]) == "1: two members have this name")
    }

    @Test func `a literal may contain any values`() throws {
        let user = Address(street: "a", number: nil)
        let members: [String: Any?] = ["id": 2, "user": user, "none": nil]
        #expect(try text(members) == #"{"id":2,"none":null,"user":{"street":"a"}}"#)
        let elements: [Any?] = [1, "a", nil, user, [true], JSON.dictionary(["b": 1]), NSNull()]
        #expect(try text(elements) == #"[1,"a",null,{"street":"a"},[true],{"b":1},null]"#)
        #expect(try text(nil) == "null")
        #expect(try text("x") == #""x""#)
        #expect(try text([:] as JSON) == "{}")
    }

    @Test func `Foundation's containers are serialized`() throws {
        #expect(try text(NSArray(array: [1, "a"])) == #"[1,"a"]"#)
        #expect(try text(NSDictionary(dictionary: ["a": NSNull()])) == #"{"a":null}"#)
        #expect(try text(NSString("a")) == #""a""#)
        #expect(try text(NSDecimalNumber(string: "0.1")) == "0.1")
    }

    @Test func `lists, dictionaries and optionals are serialized by themselves`() {
        let address = Address(street: "a", number: nil)
        #expect([address].serialized() as? [[String: String]] == [["street": "a"]])
        #expect(["test": address].serialized() as? [String: [String: String]] == ["test": ["street": "a"]])
        #expect(Optional(address).serialized() as? [String: String] == ["street": "a"])
        #expect(Optional<Address>.none.serialized() == nil)
    }

    @Test func `integers become Int if they fit`() {
        #expect(UInt8(5).serialized() as? Int == 5)
        #expect(UInt64.max.serialized() as? UInt64 == .max)
        #expect(Float(0.5).serialized() as? Float == 0.5)
    }

    @Test func `an unserializable value is refused with its path`() {
        struct Score: Serializable { let score: Double }
        struct Holder: Serializable {
            let plain = Plain()
        }
        struct Closure: Serializable {
            let action: () -> Void = {}
        }
        #expect(
            refusal(of: ["users": [1.0, 2, .nan].map { Score(score: $0) }])
                == "users[2].score: NaN can't be written as JSON; a number must be finite")
        #expect(refusal(of: -Float.infinity) == "-infinity can't be written as JSON; a number must be finite")
        #expect(refusal(of: Decimal.nan) == "NaN can't be written as JSON; a number must be finite")
        #expect(refusal(of: NSNumber(value: Double.infinity))?.hasPrefix("infinity can't") == true)
        #expect(refusal(of: ["a b": [Holder()]]) == #"["a b"][0].plain: Plain isn't Encodable"#)
        #expect(refusal(of: Closure())?.hasPrefix("action: () -> ()") == true)
        #expect(refusal(of: NSObject()) == "NSObject isn't Encodable")
        #expect(refusal(of: ["\u{1}": Double.nan])?.hasPrefix(#"["\u{01}"]: NaN"#) == true)
    }

    @Test func `an unserializable value is named if throwing isn't possible`() throws {
        let serialized = ["a": Double.nan].serialized() as? [String: any Sendable]
        #expect("\(try #require(serialized?["a"]))" == "⚠︎ NaN can't be written as JSON; a number must be finite")
    }
}
