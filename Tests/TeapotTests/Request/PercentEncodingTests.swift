import Teapot
import Foundation
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Percent-encoding` {
    /// All visible characters of ASCII.
    static let ascii = String(decoding: UInt8(0x20)...0x7E, as: UTF8.self)

    @Test(arguments: [
        (
            PercentEncoding.Component.path,
            "%20!%22%23$%25&'()*+,-./0123456789:;%3C=%3E%3F@ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_%60"
                + "abcdefghijklmnopqrstuvwxyz%7B%7C%7D~"
        ),
        (
            .query,
            "%20!%22%23$%25&'()*+,-./0123456789:;%3C=%3E?@ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_%60"
                + "abcdefghijklmnopqrstuvwxyz%7B%7C%7D~"
        ),
        (
            .queryItem,
            "%20%21%22%23%24%25%26%27%28%29%2A%2B%2C-.%2F0123456789%3A%3B%3C%3D%3E%3F%40ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                + "%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D~"
        ),
        (
            .form,
            "+%21%22%23%24%25%26%27%28%29*%2B%2C-.%2F0123456789%3A%3B%3C%3D%3E%3F%40ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                + "%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D%7E"
        ),
    ])
    func `only ASCII characters that a component can't contain are encoded`(
        component: PercentEncoding.Component, expected: String
    ) {
        #expect(PercentEncoding.encode(Self.ascii, as: component) == expected)
    }

    @Test(arguments: [PercentEncoding.Component.path, .query, .queryItem, .form])
    func `control characters and characters beyond ASCII are encoded as UTF-8`(component: PercentEncoding.Component) {
        #expect(PercentEncoding.encode("\0\r\n\u{7F}é🫖", as: component) == "%00%0D%0A%7F%C3%A9%F0%9F%AB%96")
    }

    @Test(arguments: [
        ("%41", "%41"), ("%2f%2F", "%2f%2F"), ("%", "%25"), ("%4", "%254"), ("%4g", "%254g"), ("%%41", "%25%41"),
        ("%é", "%25%C3%A9"), ("a%2", "a%252"),
    ])
    func `in a path and a query, an escape stays and a lone percent sign is encoded`(text: String, expected: String) {
        #expect(PercentEncoding.encode(text, as: .path) == expected)
        #expect(PercentEncoding.encode(text, as: .query) == expected)
    }

    @Test func `a percent sign in data is always encoded`() {
        #expect(PercentEncoding.encode("%41", as: .queryItem) == "%2541")
        #expect(PercentEncoding.encode("%41", as: .form) == "%2541")
    }

    @Test func `encoded data decodes to itself`() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<1_000 {
            let scalars = (0..<8).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x1_0FFF, using: &generator)) }
            let text = String(String.UnicodeScalarView(scalars))
            #expect(PercentEncoding.encode(text, as: .queryItem).removingPercentEncoding == text)
            let form = PercentEncoding.encode(text, as: .form).replacingOccurrences(of: "+", with: " ")
            #expect(form.removingPercentEncoding == text)
        }
    }
}
