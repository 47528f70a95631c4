import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The cookies of an intercepted session` {
    private let router = Router()

    init() {
        router.get(
            "/login",
            with: .status(200, headers: ["Set-Cookie": "a=1; Path=/", "set-cookie": "b=2; Path=/"])
        )
        router.get("/tea", with: .status(204))
    }

    private func cookie(_ session: URLSession, at url: URL) async throws -> String? {
        _ = try await session.data(from: url)
        return router.journal.requests.last?.headers["Cookie"]
    }

    @Test func `cookies that a response sets are sent with later requests`() async throws {
        let session = URLSession(answeredBy: router)

        #expect(try await cookie(session, at: api("/login")) == nil)
        #expect(try await cookie(session, at: api("/tea"))?.components(separatedBy: "; ").sorted() == ["a=1", "b=2"])
    }

    @Test func `sessions don't share their cookies`() async throws {
        _ = try await cookie(URLSession(answeredBy: router), at: api("/login"))

        #expect(try await cookie(URLSession(answeredBy: router), at: api("/tea")) == nil)
    }

    @Test func `without a cookie storage there are no cookies`() async throws {
        let configuration = URLSessionConfiguration.answered(by: router)
        configuration.httpCookieStorage = nil
        let session = URLSession(configuration: configuration)

        _ = try await cookie(session, at: api("/login"))

        #expect(try await cookie(session, at: api("/tea")) == nil)
    }

    @Test func `a configuration that accepts no cookies keeps none, and one that sends none sends none`() async throws {
        let refusing = URLSessionConfiguration.answered(by: router)
        refusing.httpCookieAcceptPolicy = .never
        let silent = URLSessionConfiguration.answered(by: router)
        silent.httpShouldSetCookies = false

        for configuration in [refusing, silent] {
            let session = URLSession(configuration: configuration)
            _ = try await cookie(session, at: api("/login"))
            #expect(try await cookie(session, at: api("/tea")) == nil)
        }
    }

    @Test func `a cookie set by a redirect is sent with the next request`() async throws {
        router.get("/start", with: .status(302, headers: ["Location": "/tea", "Set-Cookie": "c=3"]))
        let session = URLSession(answeredBy: router)

        #expect(try await cookie(session, at: api("/start")) == "c=3")
    }
}
