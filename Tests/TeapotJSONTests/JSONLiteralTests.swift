import Foundation
import TeapotJSON
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A JSON literal` {
    /// A class that is not `Sendable`.
    private final class Model {
        var name = "x"
    }

    private func text(_ json: JSON) throws -> String { String(decoding: try json.data(.sortedKeys), as: UTF8.self) }

    @Test func `nested literals may hold values of several types`() throws {
        #expect(try text([["id": 1, "name": "Ada"]]) == #"[{"id":1,"name":"Ada"}]"#)
        #expect(try text(["user": ["id": 1]]) == #"{"user":{"id":1}}"#)
        #expect(try text(["user": ["id": 1, "tags": ["a", 2, nil]]]) == #"{"user":{"id":1,"tags":["a",2,null]}}"#)
        #expect(try text([1, "x", [true, [1.5]], [:], []]) == #"[1,"x",[true,[1.5]],{},[]]"#)
        let user = (["user": ["id": 1, "name": "Ada"]] as JSON).dictionary?["user"] as? [String: any Sendable]
        #expect(user?["id"] as? Int == 1)
        #expect(user?["name"] as? String == "Ada")
    }

    @Test func `nil and empty optionals become null`() throws {
        let none: Int? = nil
        let some: Int? = 3
        #expect(try text(["a": nil, "b": none, "c": some]) == #"{"a":null,"b":null,"c":3}"#)
        #expect(try text([nil, none, some, [none, some], none as Any]) == "[null,null,3,[null,3],null]")
        #expect((["a": nil] as JSON).dictionary?["a"] is NSNull)
    }

    @Test func `values of variables are used, whatever their static type`() throws {
        let members: [String: Any] = ["a": 1, "b": ["c": NSNull()]]
        let list: [Any] = [1, "x", members]
        let foundation = NSDictionary(dictionary: ["k": NSArray(array: [NSString(string: "s"), NSNumber(value: true)])])
        let hashable = AnyHashable(7)
        #expect(
            try text(["m": members, "l": list]) == #"{"l":[1,"x",{"a":1,"b":{"c":null}}],"m":{"a":1,"b":{"c":null}}}"#)
        #expect(try text(["f": foundation, "h": hashable]) == #"{"f":{"k":["s",true]},"h":7}"#)
        #expect(try text(["j": JSON.array([1]), "n": NSMutableString(string: "m")]) == #"{"j":[1],"n":"m"}"#)
    }

    @Test func `a dictionary of any values becomes a document`() throws {
        let members: [String: Any] = ["a": 1, "list": ["x", NSNull()] as [Any], "own": ["b": true]]
        #expect(try text(JSON(members)) == #"{"a":1,"list":["x",null],"own":{"b":true}}"#)
        let error = #expect(throws: JSON.WritingError.self) { try JSON(["a": Date() as Any]).data() }
        #expect(error?.keyPath == "a")
    }

    @Test func `every scalar keeps its type`() throws {
        let json: JSON = [
            1, Int8(2), UInt64.max, 1.5, Float(0.5), CGFloat(2), Decimal(7), true, "s", "sub".dropFirst(),
            NSNumber(value: 4),
        ]
        let values = try #require(json.array)
        #expect(values[0] is Int && values[1] is Int8 && values[2] is UInt64 && values[3] is Double)
        #expect(values[4] is Float && values[5] is CGFloat && values[6] is Decimal && values[7] is Bool)
        #expect(values[8] is String && values[9] is Substring && type(of: values[10]) == NSNumber.self)
        #expect(try text(json) == #"[1,2,18446744073709551615,1.5,0.5,2,7,true,"s","ub",4]"#)
    }

    static let refused: [(json: JSON, message: String)] = [
        (
            ["a": ["b": Date()]],
            "a.b: a Date can't be written as JSON; make it a String or a number first, or use an Encodable type for the whole document"
        ),
        ([[1, Model()]], "[0][1]: a Model can't be written as JSON; make it a String or a number first"),
        (["a": [1: 2]], "a: only a dictionary whose keys are Strings can be JSON"),
        (["a": { 1 } as () -> Int], "a: a () -> Int can't be written as JSON; make it a String or a number first"),
        ([Double.nan, 1], "[0]: NaN can't be written as JSON; a number must be finite"),
    ]

    @Test(arguments: refused)
    func `a value that JSON can't represent is an error when the document is written`(json: JSON, message: String)
        throws
    {
        let error = try #require(throws: JSON.WritingError.self) { try json.data() }
        #expect(error.description == message)
        #expect(json != json)
        #expect(!json.description.isEmpty)
    }

    @Test func `a date stays a date`() {
        let date = Date()
        #expect((["a": [date]] as JSON).dictionary?["a"] as? [Date] == [date])
    }

    @Test func `a value with too many levels is an error instead of a stack overflow`() throws {
        var value: Any = 1
        for _ in 0..<510 { value = [value] }
        #expect(try JSON(parsing: ([value] as JSON).data()).array?.count == 1)
        for _ in 0..<5000 { value = [value] }
        let json: JSON = ["a": value]
        let error = try #require(throws: JSON.WritingError.self) { try json.data() }
        #expect(error.reason == "more than 512 levels of nesting can't be written as JSON")
    }
}
