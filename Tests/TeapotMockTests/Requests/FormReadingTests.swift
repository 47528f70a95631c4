import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A form received by a mock` {
    @Test(arguments: [
        ("name=Ada+Lovelace&q=a%26b%3Dc%2Bd", ["name=Ada Lovelace", "q=a&b=c+d"]),
        ("flag&a=&=b&&c", ["flag", "a=", "=b", "c"]), ("a=b=c", ["a=b=c"]), ("", []), ("&", []),
        ("a=%&b=%4&c=%zz%20&d=%+1", ["a=%", "b=%4", "c=%zz ", "d=% 1"]), ("a=%c3%A9", ["a=é"]),
        ("a=%FF%C3%A9", ["a=\u{FFFD}é"]), ("a=é+é", ["a=é é"]),
        // In Unicode, each of these marks forms one character with the sign before it.
        ("a=1+\u{301}2&\u{301}b=\u{301}2", ["a=1 \u{301}2", "\u{301}b=\u{301}2"]),
    ])
    func `it's read by its bytes, according to the WHATWG`(text: String, expected: [String]) {
        let form = Request(method: "POST", path: "/", body: Data(text.utf8)).form
        let found = form.map { item in item.value.map { "\(item.name)=\($0)" } ?? item.name }
        #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(found)")
    }

    @Test func `bytes that aren't UTF-8 become replacement characters`() {
        let form = Request(method: "POST", path: "/", body: Data([0x61, 0x3D, 0xFF, 0x26, 0x62])).form
        #expect(form == [URLQueryItem(name: "a", value: "\u{FFFD}"), URLQueryItem(name: "b", value: nil)])
    }
}
