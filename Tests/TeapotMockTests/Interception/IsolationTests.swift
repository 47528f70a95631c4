import Foundation
import Teapot
import TeapotTestTraits
import Testing

@testable import TeapotMock

@Suite(.inTurn) struct `Routers side by side` {
    @Test func `500 concurrent tests, each with a router for the same URL, see only their own answers`() async throws {
        let url = try api("/who")
        let strangers = try await withThrowingTaskGroup(of: [String].self) { group in
            for number in 0..<500 {
                group.addTask {
                    let router = Router("https://api.test")
                    router.get("/who") { _ async in
                        await Task.yield()
                        return Response(body: Data("\(number)".utf8))
                    }
                    let session = URLSession(answeredBy: router)
                    var strangers: [String] = []
                    for _ in 0..<4 {
                        let answer = String(decoding: try await session.data(from: url).0, as: UTF8.self)
                        if answer != "\(number)" { strangers.append("\(number) was told \(answer)") }
                    }
                    session.finishTasksAndInvalidate()
                    if router.journal.requests.count != 4 { strangers.append("\(number) was asked by others") }
                    return strangers
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }

        #expect(strangers == [])
    }

    @Test func `every configuration has its own class`() {
        let classes = (0..<5000).map { ObjectIdentifier(InterceptingProtocol.numbered($0)) }

        #expect(Set(classes).count == 5000)
    }

    @Test func `a session keeps its router`() async throws {
        func makeSession() -> URLSession {
            let router = Router()
            router.get("/tea", with: .status(204))
            return URLSession(answeredBy: router)
        }

        let (_, response) = try await makeSession().data(from: api("/tea"))

        #expect((response as? HTTPURLResponse)?.statusCode == 204)
    }

    @Test func `a router is released after its last configuration`() {
        weak var router: Router?
        do {
            let strong = Router()
            router = strong
            _ = URLSessionConfiguration.answered(by: strong)
        }

        #expect(router == nil)
    }

    @Test func `the cookies of a configuration are released with its router`() {
        weak var storage: HTTPCookieStorage?
        do {
            let configuration = URLSessionConfiguration.ephemeral
            storage = configuration.httpCookieStorage
            #expect(storage != nil)
            _ = configuration.answered(by: Router())
        }

        #expect(storage == nil)
    }

    @Test func `a configuration's settings are kept as long as its router`() throws {
        let router = Router()
        weak var storage: HTTPCookieStorage?
        var classes: [AnyClass]?
        do {
            let configuration = URLSessionConfiguration.ephemeral
            storage = configuration.httpCookieStorage
            classes = configuration.answered(by: router).protocolClasses
        }
        let type = try #require(classes?.first as? InterceptingProtocol.Type)

        let answering = try Interception.answering(Request(method: "GET", path: "/tea"), to: type)

        #expect(storage != nil)
        #expect(answering?.settings?.cookieStorage === storage)
        #expect(answering?.router === router)
    }

    @Test func `a session whose router was released fails closed, and says so`() async throws {
        func makeConfiguration() -> URLSessionConfiguration {
            let router = Router("https://api.test")
            let configuration = URLSessionConfiguration.answered(by: router, unanswered: .goesToNetwork)
            configuration.urlCache = nil
            return configuration
        }
        let session = URLSession(configuration: makeConfiguration())

        let error = await #expect(throws: TeapotError.self) {
            try await session.data(from: #require(URL(string: "http://127.0.0.1:1/tea")))
        }

        #expect(error?.type == .unansweredRequest)
        let reason = "This session's router for “https://api.test” no longer exists."
        #expect(error?.description.contains(reason) == true)
    }

    @Test(arguments: [Router.Unanswered.fails, .goesToNetwork]) func `a finished router fails closed`(
        unanswered: Router.Unanswered
    ) async throws {
        let router = Router()
        let session = URLSession(answeredBy: router, unanswered: unanswered)
        _ = router.finish("a test that has ended", isCutShort: false)

        let error = await #expect(throws: TeapotError.self) {
            try await session.data(from: #require(URL(string: "http://127.0.0.1:1/tea")))
        }

        #expect(error?.type == .unansweredRequest)
        #expect(error?.description.contains("a test that has ended") == true)
    }
}
