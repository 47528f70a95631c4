import Foundation
import Teapot
import TeapotSequences
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A link to another page` {
    private func next(_ field: String, _ relation: String = "next") -> String? {
        Teapot.Response.make(200, ["Link": field], url: "http://h.test/a/b?q=1").link(relation)?.absoluteString
    }

    @Test(
        arguments: [
            // Links in GitHub's form.
            (
                #"<https://api.test/u?page=2>; rel="next", <https://api.test/u?page=9>; rel="last""#,
                "https://api.test/u?page=2"
            ),
            (#"<https://api.test/1>; rel="prev", <https://api.test/3>; rel="next""#, "https://api.test/3"),
            // Relative, empty, and with commas and semicolons.
            ("</c>; rel=next", "http://h.test/c"), ("<?page=2>; rel=next", "http://h.test/a/b?page=2"),
            ("<c>; rel=next", "http://h.test/a/c"), ("<>; rel=next", "http://h.test/a/b?q=1"),
            ("</c,d;e>; rel=next", "http://h.test/c,d;e"),
            // Encoded parts aren't encoded again, even if other parts have to be encoded.
            ("</c%2Fd?page[after]=a%2Fb c>; rel=next", "http://h.test/c%2Fd?page%5Bafter%5D=a%2Fb%20c"),
            (#"</x>; title="a, <b>; rel=\"next\""; rel=prev, </c>; rel=next"#, "http://h.test/c"),
            // White space, case, several relations and several parameters.
            ("  </c>  ;  REL = \"Prev  NEXT\" ;type=x", "http://h.test/c"), ("</c>;rel=next;", "http://h.test/c"),
            ("</c>; hreflang; rel=next", "http://h.test/c"), (",, </c>; rel=next ,,", "http://h.test/c"),
            // §3.3: only the first rel of a link is used. §3.2: a link with an anchor belongs to another resource.
            ("</x>; rel=prev; rel=next, </c>; rel=next", "http://h.test/c"),
            ("</x>; rel=next; anchor=\"/y\", </c>; rel=next", "http://h.test/c"),
            // Relations other than the requested one.
            ("</c>; rel=nextpage", nil), ("</c>; rel=\"x-next\"", nil), ("</c>; rev=next", nil), ("</c>", nil),
            ("</c>; title=next", nil),
            // Invalid links.
            ("", nil), ("/c; rel=next", nil), ("</c; rel=next", nil), ("<", nil),
            ("</c>; rel=\"next", "http://h.test/c"),
            ("</c>; rel=\"next\\", nil),
        ] as [(String, String?)])
    func `links are read as in RFC 8288`(field: String, url: String?) { #expect(next(field) == url) }

    @Test func `several headers form one list, and any relation can be requested`() {
        let response = Teapot.Response.make(200, ["Link": "</1>; rel=prev", "link": "</3>; rel=next"])
        #expect(response.link("Next") == .make("http://h.test/3"))
        #expect(response.link("prev")?.path == "/1")
        #expect(response.link("last") == nil)
        #expect(Teapot.Response.make().link("next") == nil)
    }

    @Test func `a link that isn't a URL is skipped`() {
        #expect(next("<http://[/2>; rel=next, </3>; rel=next") == "http://h.test/3")
    }

    @Test func `a long field is read in linear time`() {
        let field = String(repeating: "</x>; rel=\"prev\", ", count: 20_000) + "</c>; rel=next"
        #expect(next(field) == "http://h.test/c")
    }
}
