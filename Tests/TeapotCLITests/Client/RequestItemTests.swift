import TeapotTestTraits
import Testing

@testable import TeapotCLI

@Suite(.inTurn) struct `Arguments that become parts of a request` {
    @Test(arguments: [
        ("name=Ada", RequestItem.text("name", "Ada")),
        ("name=", .text("name", "")),
        ("url=http://x:=y", .text("url", "http://x:=y")),
        ("a:b=c", .text("a:b", "c")),
        ("age:=36", .json("age", "36")),
        ("page==2", .query("page", "2")),
        ("page===2", .query("page", "=2")),
        ("a:==b", .json("a", "=b")),
    ])
    func `are distinguished by their first separator`(word: String, item: RequestItem) {
        #expect(RequestItem(word) == item)
    }

    @Test(arguments: ["name", "", "=x", ":=1", "==2", "Accept: text"])
    func `are refused without a name or a separator`(word: String) {
        #expect(RequestItem(word) == nil)
    }
}
