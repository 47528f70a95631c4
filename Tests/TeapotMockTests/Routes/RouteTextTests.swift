import Teapot
import TeapotMock
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The segments of a route's path` {
    /// Both spellings of é, a slash within a segment, an emoji with a variation selector, and bytes that aren't UTF-8.
    private static let patterns = [
        "/caf\u{E9}", "/cafe\u{301}", "/a%2Fb/:id", "/\u{1F375}\u{FE0F}/**", "/%FF", "/\u{FFFD}",
    ]

    @Test(
        arguments: [
            ("/caf%C3%A9", 0), ("/cafe%CC%81", 1), ("/a%2Fb/7", 2), ("/a/b/7", nil),
            ("/%F0%9F%8D%B5%EF%B8%8F/x", 3), ("/%F0%9F%8D%B5/x", nil), ("/%FF", 4), ("/%EF%BF%BD", 5), ("/%FE", nil),
        ] as [(String, Int?)])
    func `are compared exactly, scalar by scalar`(path: String, expected: Int?) async {
        let router = Router()
        for (index, pattern) in Self.patterns.enumerated() { router.get(pattern, with: .text("\(index)")) }
        let response = await router.serverAnswer(to: path)
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(response.statusCode == (expected == nil ? 404 : 200) && (expected == nil || text == "\(expected ?? 0)"))
    }
}
