import TeapotMockTesting
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct FailurePathTests {
    @Test(arguments: [
        "2:reset@17", "1:503,2:reset@17", "2+:refused", "1*:401", "GET /cart#1:timeout", "GET /a:b,c?d=1,2#3*:cut@0",
        "1:refused,2:reset,3:slow,4:599,5:empty,6:html,7:type,8:loop,9:portal,10:timeout",
        "GET /a:503,b#1:404,2:empty", "1:documented@404,2:documented@500",
    ])
    func `A path's text is the text that it was created from`(_ text: String) throws {
        let path = try FailurePath(text)
        #expect(path.description == text)
        #expect(try FailurePath(path.description) == path)
    }

    @Test func `A path has the parts of its text`() throws {
        let path = try FailurePath("1:503,2*:reset@17,3+:refused")
        #expect(path.failures == [.status(503), .resetInBody(at: 17), .refused])
        #expect(path.steps.map(\.extent) == [.once, .sameTarget, .allLater])
        #expect(try FailurePath("1:503") != FailurePath("1+:503"))
        #expect(try FailurePath("1:503") != FailurePath("2:503"))
        #expect(try FailurePath("1:503, 2:404") == FailurePath("1:503,2:404"))
    }

    @Test(arguments: [
        ("", "The path is empty"), ("2", "has no failure"), ("2:", "“” in the path"), ("2:rest", "“rest” in the path"),
        ("2:reset@-1", "“reset@-1”"), ("2:reset@x", "“reset@x”"), ("2:documented@x", "“documented@x”"),
        ("2:399", "“399”"), ("2:600", "“600”"),
        ("0:503", "“0” in the path"), ("-1:503", "“-1”"), (":503", "“”"), ("GET /a:503", "“GET /a”"),
        ("GET /a#0:503", "“GET /a#0”"), ("1:503,", "The path “1:503,” ends with a comma"), ("1++:503", "“1+”"),
        ("99999999999999999999:503", "“99999999999999999999”"),
    ])
    func `An invalid path is refused with its invalid part`(_ text: String, _ part: String) throws {
        let error = try #require(throws: FailureReport.SetupError.self) { try FailurePath(text) }
        #expect(error.description.contains(part), "\(error)")
    }
}
