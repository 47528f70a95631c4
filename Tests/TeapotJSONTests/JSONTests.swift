import Foundation
import TeapotJSON
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A JSON document` {
    @Test func `a literal makes an object or a list`() {
        let object: JSON = ["a": 1, "b": ["c": true], "a": 2]
        #expect(object.dictionary?["a"] as? Int == 2)
        #expect(object.array == nil)
        let list: JSON = [1, "x", NSNull()]
        #expect(list.array?.count == 3)
        #expect(list.dictionary == nil)
        #expect(([:] as JSON).dictionary?.isEmpty == true)
        #expect(([] as JSON).array?.isEmpty == true)
    }

    static let equal: [(JSON, JSON)] = [
        ([1], [1.0]), ([1], [NSNumber(value: 1)]), ([0], [-0.0]), ([0.1], [Float(0.1)]),
        ([1e15], [1_000_000_000_000_000]),
        ([0.1], [Decimal(string: "0.1") ?? 0]), (["a": 1, "b": 2], ["b": 2, "a": 1]), ([NSNull()], [Int?.none]),
        ([true], [NSNumber(value: true)]), ([[1, 2]], [JSON.array([1, 2])]),
        (["a": ["b": [Int]()]], ["a": ["b": [String]()]]),
        ([UInt64.max], [NSNumber(value: UInt64.max)]), (["x"], ["x".dropFirst(0)]),
    ]

    static let different: [(JSON, JSON)] = [
        ([1], [2]), ([1], ["1"]), ([1], [true]), ([0], [false]), ([NSNull()], [false]), ([1, 2], [2, 1]),
        ([1], [1, 1]),
        (["a": 1], ["b": 1]), (["a": 1], ["a": 1, "b": 1]), ([], [:]), (["a"], ["A"]),
        ([9_007_199_254_740_993], [9_007_199_254_740_992]),
        ([[1]], [1]), (["\u{E9}"], ["e\u{301}"]), ([Double.nan], [Double.nan]), ([Int64.max], [UInt64(Int64.max) + 1]),
    ]

    @Test(arguments: 0..<equal.count)
    func `documents with the same content are equal`(index: Int) {
        #expect(Self.equal[index].0 == Self.equal[index].1)
        #expect(Self.equal[index].1 == Self.equal[index].0)
        #expect(Self.equal[index].0 == Self.equal[index].0)
    }

    @Test(arguments: 0..<different.count)
    func `documents with different content aren't equal`(index: Int) {
        #expect(Self.different[index].0 != Self.different[index].1)
        #expect(Self.different[index].1 != Self.different[index].0)
    }

    @Test func `the description is sorted compact JSON`() {
        #expect(
            JSON.dictionary(["b": 1.0, "a": [true, NSNull()] as [any Sendable]]).description
                == #"{"a":[true,null],"b":1}"#
        )
        #expect("\(JSON.array([]))" == "[]")
        #expect(JSON.array([Double.nan]).description == "[nan]")
    }

    @Test func `a document is created from a container, not from a scalar`() throws {
        #expect(JSON(["a": 1] as [String: any Sendable]) == ["a": 1])
        #expect(JSON([1] as [any Sendable]) == [1])
        #expect(JSON(JSON.array([1])) == [1])
        #expect(JSON(1) == nil)
        #expect(JSON("a") == nil)
        #expect(JSON(NSNull()) == nil)
        #expect(JSON(try JSON.value(parsing: Data("3".utf8))) == nil)
        #expect(JSON(try JSON.value(parsing: Data("[3]".utf8))) == [3])
    }

    @Test func `a parsed document is written as data again`() throws {
        let json = try JSON(parsing: Data(#"{ "b": [1, 2.5], "a": null }"#.utf8))
        #expect(String(decoding: try json.data(.sortedKeys), as: UTF8.self) == #"{"a":null,"b":[1,2.5]}"#)
        let theirs = try #require(JSONSerialization.jsonObject(with: json.data()) as? [String: Any])
        #expect(theirs["b"] as? [Double] == [1, 2.5])
    }
}
