import Teapot
import TeapotTestTraits
import Testing

import TeapotMock

@Suite(.inTurn) struct `Required headers that no request was compared with` {
    @Test func `they are a violation at the line that requires them`() throws {
        let mock = MockTeapot(fixture: .json([:]))
        let line: UInt = #line + 1
        mock.setExpectedHeaders(["X-Key": "secret", "Accept": "text/plain"])
        let violation = try #require(mock.router.violations.first)
        #expect(mock.router.violations.count == 1)
        #expect(violation.kind == .unusedExpectation)
        #expect(violation.place.map(\.description) == "\(#fileID):\(line)")
        #expect(
            violation.message == """
                The required headers “Accept”, “X-Key” were never checked: no request was sent to an \
                endpoint that requires them. If this is intended, write \
                `setExpectedHeaders(…, isOptional: true)`.
                """
        )
    }

    @Test func `a request to an overridden endpoint doesn't count`() {
        let mock = MockTeapot(fixture: .json([:]))
        mock.setExpectedHeaders(["a": "b"])
        mock.overrideEndpoint("token", with: .json([:]))
        mock.get("token") { _ in }
        #expect(mock.router.violations.map(\.kind) == [.unusedExpectation])
        mock.get("users", headerFields: ["a": "b"]) { _ in }
        #expect(mock.router.violations.isEmpty)
    }

    @Test func `a request with other values counts, and is itself a violation`() {
        let mock = MockTeapot(fixture: .json([:]))
        mock.setExpectedHeaders(["a": "b"])
        mock.get("users") { _ in }
        #expect(mock.router.violations.map(\.kind) == [.refusedRequest])
    }

    @Test func `new required headers have to be compared again`() {
        let mock = MockTeapot(fixture: .json([:]))
        mock.setExpectedHeaders(["a": "b"])
        mock.get("users", headerFields: ["a": "b"]) { _ in }
        mock.setExpectedHeaders(["a": "c"])
        #expect(mock.router.violations.map(\.kind) == [.unusedExpectation])
        mock.clearExpectedHeaders()
        #expect(mock.router.violations.isEmpty)
    }

    @Test func `they can be allowed`() {
        let mock = MockTeapot(fixture: .json([:]))
        mock.setExpectedHeaders(["a": "b"], isOptional: true)
        #expect(mock.router.violations.isEmpty)
    }

    @Test func `the required headers of a mock with a router apply to its routes`() async throws {
        let router = Router()
        let mock = MockTeapot(router: router)
        let line: UInt = #line + 1
        mock.setExpectedHeaders(["a": "b"])
        router.get("/own", with: .json([:])).expecting(headers: ["c": "d"])
        mock.get("own", headerFields: ["c": "d"]) { _ in }
        #expect(router.violations.map(\.kind) == [.unusedExpectation])
        #expect(router.violations.first?.place?.line == line)
        router.get("/users", with: .json([:]))
        mock.get("users", headerFields: ["a": "b"]) { _ in }
        try router.verify()
        mock.setExpectedHeaders(["a": "b"], isOptional: true)
        try router.verify()
    }

    @Test func `a route's required headers are reported with the route`() {
        let router = Router()
        router.get("/users", with: .json([:])).expecting(headers: ["a": "b"])
        router.get("/optional", with: .json([:])).expecting(headers: ["a": "b"]).optional()
        #expect(router.violations.map(\.kind) == [.unusedRoute])
    }

    @Test func `a test that stopped early doesn't fail for them`() {
        let mock = MockTeapot(fixture: .json([:]))
        mock.setExpectedHeaders(["a": "b"])
        #expect(mock.router.finish("a test", isCutShort: true).isEmpty)
    }
}
