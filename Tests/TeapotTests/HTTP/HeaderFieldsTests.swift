import Teapot
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Headers` {
    private let fields: Teapot.HeaderFields = ["Set-Cookie": "a", "X-A": "b", "set-cookie": "c"]

    @Test func `a name is found in any case, its values joined with a comma`() {
        #expect(fields["x-a"] == "b")
        #expect(fields["SET-COOKIE"] == "a, c")
        #expect(fields.values(for: "Set-cookie") == ["a", "c"])
        #expect(fields["X"] == nil)
        #expect(fields.values(for: "X").isEmpty)
    }

    @Test func `setting a name replaces all of its fields where the first was`() {
        var fields = fields
        fields["SET-cookie"] = "d"
        #expect(fields.map(\.name) == ["SET-cookie", "X-A"])
        #expect(fields.map(\.value) == ["d", "b"])
        fields["x-b"] = "e"
        #expect(fields.map(\.name) == ["SET-cookie", "X-A", "x-b"])
        fields["x-A"] = nil
        fields["x-none"] = nil
        #expect(fields.map(\.name) == ["SET-cookie", "x-b"])
    }

    @Test func `appending keeps existing fields`() {
        var fields = fields
        fields.append(name: "X-A", value: "d")
        #expect(fields["x-a"] == "b, d")
        #expect(fields.count == 4)
    }

    @Test func `it's a collection in insertion order`() {
        #expect(fields.map(\.name) == ["Set-Cookie", "X-A", "set-cookie"])
        #expect(fields[1] == Teapot.HeaderFields.Field(name: "X-A", value: "b"))
        #expect(fields.last?.value == "c")
        #expect(Teapot.HeaderFields().isEmpty)
        #expect(Teapot.HeaderFields(Array(fields)) == fields)
    }

    @Test func `a dictionary's names are in alphabetical order`() {
        #expect(
            Teapot.HeaderFields(["b": "1", "a": "2", "B": "3"] as [String: String]).map(\.name) == ["B", "a", "b"]
        )
    }

    @Test(
        arguments: [
            (["A": "1", "B": "2"], ["b": "2", "a": "1"], true), (["A": "1", "A": "2"], ["a": "1", "A": "2"], true),
            (["A": "1", "A": "2"], ["A": "2", "A": "1"], false), (["A": "1"], ["A": "1", "A": "1"], false),
            (["A": "1"], ["A": "2"], false), (["A": "1", "B": "2"], ["A": "1", "A": "2"], false), ([:], [:], true),
            (["A": "1, 2"], ["A": "1", "A": "2"], false), (["A": "x"], ["A": "X"], false),
        ] as [(Teapot.HeaderFields, Teapot.HeaderFields, Bool)]
    )
    func `lists are equal by content, regardless of case or order`(
        left: Teapot.HeaderFields,
        right: Teapot.HeaderFields,
        areEqual: Bool
    ) {
        #expect((left == right) == areEqual)
        #expect((right == left) == areEqual)
    }

    @Test(arguments: [
        ("", "", true), ("a", "A", true), ("X-Z", "x-z", true), ("@", "`", false), ("[", "{", false),
        ("_", "\u{7F}", false),
        ("É", "é", false), ("a", "ab", false), ("k", "\u{212A}", false), ("-", "\r", false),
    ])
    func `names are compared as ASCII`(left: String, right: String, areSame: Bool) {
        #expect(left.isSameHeaderName(as: right) == areSame)
        #expect(right.isSameHeaderName(as: left) == areSame)
    }
}
