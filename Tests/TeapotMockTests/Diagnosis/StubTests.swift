import Foundation
import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

@testable import TeapotMock

@Suite(.inTurn) struct `A stub to paste` {
    private func stub(
        _ method: String, _ path: String, query: [URLQueryItem] = [], headers: Teapot.HeaderFields = [:],
        by router: Router = Router()
    ) -> String {
        router.diagnose(Request(method: method, path: path, query: query, headers: headers)).stub
    }

    /// Tests pairs of code and its text.
    ///
    /// Because the code compiles, the text does, too.
    @Test func `it compiles and answers the request that it was created for`() async {
        let router = Router()
        func answers(_ stub: String, _ method: String, _ path: String) async {
            #expect(self.stub(method, path) == stub)
            #expect(await router.answer(to: Request(method: method, path: path)).status == 200)
            #expect(await router.answer(to: Request(method: method, path: "/other/way/round")).isUnanswered)
        }
        router.get("/users/7") { _ in .status(200) }
        await answers(#"router.get("/users/7") { _ in .status(200) }"#, "GET", "/users/7/")
        router.head("/") { _ in .status(200) }
        await answers(#"router.head("/") { _ in .status(200) }"#, "HEAD", "/")
        router.method("OPTIONS")("/a%2Fb/%22") { _ in .status(200) }
        await answers(#"router.method("OPTIONS")("/a%2Fb/%22") { _ in .status(200) }"#, "OPTIONS", "/a%2Fb/%22")
        router.delete("/%3Aa/%2A/x%2A*/%2A%2A") { _ in .status(200) }
        await answers(#"router.delete("/%3Aa/%2A/x%2A*/%2A%2A") { _ in .status(200) }"#, "DELETE", "/:a/*/x%2A*/**")
        router.patch("/a\\\"\u{7}") { _ in .status(200) }
        await answers(#"router.patch("/a\\\"\u{07}") { _ in .status(200) }"#, "PATCH", "/a\\\"\u{7}")
    }

    @Test func `it distinguishes requests as the nearest routes do`() async {
        let router = Router()
        router.get("/users?page=2", when: .headers(["X-A": "1", "Cookie": "c"]), with: .status(201))
        router.get("/users", when: .query(["sort": "name"]), with: .status(202))
        let request = Request(
            method: "GET", path: "/users",
            query: [
                .init(name: "page", value: "1"), .init(name: "other", value: "3"), .init(name: "sort", value: nil),
            ],
            headers: ["x-a": "\"2\"", "X-B": "3", "Cookie": "d"])
        #expect(
            router.diagnose(request).stub
                == #"""
                router.get("/users", when: .query(["page": "1"]), .headers(["X-A": "\"2\""])) \#
                { _ in .status(200) }
                """#)
        router.get("/users", when: .query(["page": "1"]), .headers(["X-A": "\"2\""])) { _ in
            .status(200)
        }
        #expect(await router.answer(to: request).status == 200)
        #expect(self.stub("GET", "/users", by: router) == "", "It would answer the requests for the other routes, too.")
        let other = Request(method: "PUT", path: "/users", query: request.query)
        #expect(router.diagnose(other).stub == #"router.put("/users") { _ in .status(200) }"#)
    }
}
