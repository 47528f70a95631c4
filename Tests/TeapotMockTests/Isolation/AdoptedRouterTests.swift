import Teapot
import TeapotTestTraits
import Testing

import TeapotMock

@Suite(.inTurn) struct `Mocks that a test creates from fixtures` {
    private let router = Router()

    init() { router.beginTest(isOptional: true) }

    @Test func `their violations belong to the test's router`() {
        let line: UInt = #line + 3
        let mock = Router.$ofTest.withValue(router) {
            let mock = MockTeapot(fixture: .json([:]))
            mock.overrideEndpoint("users", with: .status(204))
            return mock
        }
        #expect(router.violations.map(\.kind) == [.unusedRoute])
        #expect(router.violations.first?.place?.line == line)
        mock.get("users") { _ in }
        #expect(router.violations.isEmpty)
    }

    @Test func `an override and its responses may remain unused`() {
        Router.$ofTest.withValue(router) {
            let mock = MockTeapot(fixture: .json([:]))
            mock.overrideEndpoint("a", with: .status(204)).optional()
            mock.overrideEndPoint("b", withFilename: "b").optional()
            mock.overrideEndpoint("c", with: [.status(503), .status(204)]).allowsEarlyEnd()
            mock.overrideEndpoint("d", with: []).optional().remove()
            mock.get("c") { _ in }
        }
        #expect(router.violations.isEmpty)
    }

    @Test func `they handle time as the test's router does`() {
        (router.time, router.seed) = (.skipped, 7)
        let mock = Router.$ofTest.withValue(router) { MockTeapot(fixture: .json([:])) }
        #expect(mock.router.time == .skipped)
        #expect(mock.router.seed == 7)
        #expect(MockTeapot(fixture: .json([:])).router.time == .real)
    }

    @Test func `a mock that was created elsewhere isn't verified`() {
        MockTeapot(fixture: .json([:])).overrideEndpoint("users", with: .status(204))
        #expect(router.violations.isEmpty)
        let other = Router()
        Router.$ofTest.withValue(other) {
            _ = MockTeapot(fixture: .json([:])).overrideEndpoint("users", with: .status(204))
        }
        #expect(other.violations.isEmpty)
    }

    @Test func `not all of many mocks are kept, but all are verified`() throws {
        weak var first: Router?
        var last: MockTeapot?
        Router.$ofTest.withValue(router) {
            for number in 1...1000 {
                let mock = MockTeapot(fixture: .json([:]))
                if number % 10 == 0 { mock.overrideEndpoint("users/\(number)", with: .status(204)) }
                if number == 1 { first = mock.router }
                last = mock
            }
        }
        #expect(first == nil)
        let violations = router.violations
        #expect(violations.prefix(20).map(\.message).allSatisfy { $0.contains("users/") })
        let more = try #require(violations.dropFirst(20).first).message
        #expect(more.hasSuffix(" more violations were found in mocks that the test had already released."))
        let others = more.split(separator: " ").first.flatMap { Int($0) } ?? 0
        // The routers of mocks created after the last ones were released are still kept.
        #expect(20 + others + violations.count - 21 == 100)
        #expect(violations.last?.message.contains("users/1000") == true)
        last?.get("users/1000") { _ in }
        #expect(router.violations.last?.message.contains("users/1000") == false)
    }

    @Test func `the router of a finished test keeps no mocks`() {
        weak var kept: Router?
        Router.$ofTest.withValue(router) { kept = MockTeapot(fixture: .json([:])).router }
        #expect(kept != nil)
        #expect(router.finish("a test", isCutShort: false).isEmpty)
        #expect(kept == nil)
        Router.$ofTest.withValue(router) { kept = MockTeapot(fixture: .json([:])).router }
        #expect(kept == nil)
    }
}
