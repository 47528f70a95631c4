import TeapotTestTraits
import Testing

@testable import TeapotMockTesting

@Suite(.inTurn) struct `A line diff` {
    private func diff(_ expected: [String], _ received: [String]) -> String {
        let texts = [expected, received].map { $0.map { $0 + "\n" }.joined().utf8 }
        return "\(LineDiff(from: texts[0], to: texts[1]))"
    }

    @Test func `shows each change with three lines of context`() {
        let lines = (1...30).map { "\($0)" }
        var other = lines
        other[4] = "five"
        other.remove(at: 8)
        other.insert("new", at: 24)
        #expect(
            diff(lines, other) == """
                line 2:
                  2
                  3
                  4
                - 5
                + five
                  6
                  7
                  8
                - 9
                  10
                  11
                  12
                line 23:
                  23
                  24
                  25
                + new
                  26
                  27
                  28
                """)
    }

    @Test func `shows the first and the last line`() {
        #expect(diff(["a", "b"], ["x", "b"]) == "line 1:\n- a\n+ x\n  b")
        #expect(diff(["a", "b"], ["a", "b", "c"]) == "line 1:\n  a\n  b\n+ c")
        #expect(diff([], ["a"]) == "line 1:\n+ a")
        #expect(diff(["a"], []) == "line 1:\n- a")
        #expect(diff(["a"], ["a"]).isEmpty)
    }

    @Test func `makes invisible characters visible`() {
        #expect(diff(["a "], ["a"]) == "line 1:\n- a\\u{20}\n+ a")
        #expect(diff(["é"], ["e\u{301}"]) == "line 1:\n- \\u{E9}\n+ e\\u{301}")
        #expect(diff(["é"], ["è"]) == "line 1:\n- é\n+ è")
        #expect(diff(["a\r"], ["a"]) == "line 1:\n- a\\u{D}\n+ a")
        #expect("\(LineDiff(from: "a".utf8, to: "a\n".utf8))" == "line 1:\n- a (without a line break)\n+ a")
    }

    @Test func `is short for long texts that differ in every line`() {
        let (left, right) = ((0..<2_000).map { "a\($0)" }, (0..<2_000).map { "b\($0)" })
        let text = diff(left, right)
        #expect(text.split(separator: "\n").count == 61)
        #expect(text.hasSuffix("\nand 3941 more lines"))
        #expect(diff(left + left + ["x"], right + right + ["y"]).hasSuffix("\nand 7943 more lines"))
    }
}
