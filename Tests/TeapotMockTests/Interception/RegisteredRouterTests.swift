import Foundation
import Teapot
import TeapotTestTraits
import Testing

@testable import TeapotMock

/// Tests of registered routers; each test has its own host, because registration is global.
@Suite(.inTurn, .serialized) struct `A registered router` {
    private func body(_ url: String, _ session: URLSession = .shared) async throws -> String {
        let url = try #require(URL(string: url))
        return String(decoding: try await session.data(from: url).0, as: UTF8.self)
    }

    @Test func `URLSession.shared is answered, even if it was used before`() async throws {
        _ = URLSession.shared
        let router = Router.register("http://shared.test")
        defer { Router.unregister("http://shared.test") }
        router.get("/users") { _ in ["id": 2] }

        #expect(try await body("http://shared.test/users") == #"{"id":2}"#)
        #expect(try await body("http://shared.test/users?a=1") == #"{"id":2}"#)
    }

    @Test func `a configuration that names the class is answered`() async throws {
        let router = Router.register("http://named.test")
        defer { Router.unregister("http://named.test") }
        router.get("/users", with: .data(Data("joan".utf8)))
        let configuration = URLSessionConfiguration.default
        configuration.protocolClasses = [Router.interceptor]

        #expect(try await body("http://named.test/users", URLSession(configuration: configuration)) == "joan")
    }

    @Test func `the last registered router with a matching base URL answers`() async throws {
        for (base, name) in [("http://last.test", "all"), ("http://last.test/v1", "first"), ("last.test/v1", "last")] {
            Router.register(base).any("/**", with: .data(Data(name.utf8)))
        }
        defer { for base in ["http://last.test", "http://last.test/v1", "last.test/v1"] { Router.unregister(base) } }

        #expect(try await body("http://last.test/v1/tea") == "last")
        #expect(try await body("http://last.test/v2/tea") == "all")
        Router.unregister("last.test/v1")
        #expect(try await body("http://last.test/v1/tea") == "first")
    }

    @Test func `each router with a matching base URL is asked, the last one first, until a route answers`() async throws
    {
        let first = Router.register("http://each.test")
        let second = Router.register("http://each.test")
        let wider = Router.register("each.test")
        defer { for base in ["http://each.test", "each.test"] { Router.unregister(base) } }
        first.get("/first", with: .data(Data("first".utf8)))
        first.get("/both", with: .data(Data("first".utf8)))
        second.get("/both", with: .data(Data("second".utf8)))
        wider.post("/body", when: .body(equals: Data("b".utf8)), with: .data(Data("wider".utf8)))
        second.post("/body", with: .data(Data("second".utf8)))

        #expect(try await body("http://each.test/first") == "first")
        #expect(try await body("http://each.test/both") == "second")
        var request = URLRequest(url: try #require(URL(string: "http://each.test/body")))
        request.httpMethod = "POST"
        for (text, expected) in [("a", "second"), ("b", "wider")] {
            request.httpBodyStream = InputStream(data: Data(text.utf8))
            #expect(String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self) == expected)
        }
        let error = await #expect(throws: TeapotError.self) { try await body("http://each.test/none") }
        #expect(error?.type == .unansweredRequest)
        #expect(wider.journal.requests.map(\.path) == ["/body", "/none"])
        #expect(first.journal.requests.count == 1 && second.journal.requests.count == 2)
    }

    @Test func `a base URL without a scheme answers subdomains, but one with a scheme doesn't`() async throws {
        let router = Router.register("sub.test")
        defer { Router.unregister("sub.test") }
        router.get("/tea", with: .data(Data("green".utf8)))

        for host in ["http://sub.test", "https://api.sub.test", "http://a.b.sub.test"] {
            #expect(try await body(host + "/tea") == "green")
        }
        for origin in ["http://notsub.test", "http://sub.test.test", "http://api.sub.test:81"] {
            #expect(!router.accepts(Request(method: "GET", origin: origin, path: "/tea")))
        }
        let own = Router("http://sub.test")
        #expect(!own.accepts(Request(method: "GET", origin: "http://api.sub.test", path: "/tea")))
    }

    @Test func `a redirect leads to another registered router`() async throws {
        let first = Router.register("http://ra.test")
        let second = Router.register("http://rb.test")
        defer { for base in ["http://ra.test", "http://rb.test"] { Router.unregister(base) } }
        first.get("/old", with: .status(302, headers: ["Location": "http://rb.test/new"]))
        first.get("/end", with: .data(Data("back".utf8)))
        second.get("/new", with: .status(302, headers: ["Location": "http://ra.test/end"]))

        #expect(try await body("http://ra.test/old") == "back")
        #expect(first.journal.requests.map(\.path) == ["/old", "/end"])
        #expect(second.journal.requests.map(\.path) == ["/new"])
    }

    @Test func `a redirect to no registered router fails with the reason`() async throws {
        let router = Router.register("http://rc.test")
        defer { Router.unregister("http://rc.test") }
        router.get("/old", with: .status(302, headers: ["Location": "http://127.0.0.1:1/new"]))

        let error = await #expect(throws: TeapotError.self) { try await body("http://rc.test/old") }

        #expect(error?.type == .unansweredRequest)
        #expect(error?.description.contains("not below the router's base URL “http://rc.test”") == true)
    }

    @Test func `a request outside the base URL goes to the network`() async throws {
        let router = Router.register("http://127.0.0.1:1/v1")
        defer { Router.unregister("http://127.0.0.1:1/v1") }
        router.any("/**", with: .status(204))

        let error = await #expect(throws: URLError.self) { try await body("http://127.0.0.1:1/v2/tea") }

        #expect(error?.code == .cannotConnectToHost)
        #expect(try await body("http://127.0.0.1:1/v1/tea").isEmpty)
    }

    @Test func `an unanswered request fails with the reason, or goes to the network`() async throws {
        Router.register("http://127.0.0.1:1/fails")
        Router.register("http://127.0.0.1:1/goes", unanswered: .goesToNetwork)
        defer { for base in ["fails", "goes"] { Router.unregister("http://127.0.0.1:1/\(base)") } }

        let reason = await #expect(throws: TeapotError.self) { try await body("http://127.0.0.1:1/fails/tea") }
        let refusal = await #expect(throws: URLError.self) { try await body("http://127.0.0.1:1/goes/tea") }

        #expect(reason?.type == .unansweredRequest)
        #expect(refusal?.code == .cannotConnectToHost)
    }

    @Test func `an unregistered router no longer answers`() async throws {
        // Other tests send requests to port 1, which this router must not answer.
        let base = "http://127.0.0.1:2"
        let router = Router(base)
        router.get("/tea", with: .status(204))
        Router.register(router)
        #expect(try await body(base + "/tea").isEmpty)

        Router.unregister(base)
        await #expect(throws: URLError.self) { try await body(base + "/tea") }
    }

    @Test(arguments: [
        ("http://same.test", "http://same.test/", true), ("http://same.test/", "HTTP://Same.test:80", true),
        ("same.test/v1/", "same.test/v1", true), ("http://same.test/a%20b", "http://same.test/a b", true),
        ("http://same.test", "https://same.test", false), ("http://same.test", "same.test", false),
        ("http://same.test", "http://same.test:81", false), ("http://same.test", "http://same.test/v1", false),
        ("http://same.test/v1", "http://same.test/V1", false), ("http://same.test", "http://other.test", false),
    ]) func `a base URL unregisters a router however it's written`(base: String, other: String, isSame: Bool) {
        weak let router = Router.register(base)
        defer { Router.unregister(base) }

        Router.unregister(other)

        #expect((router == nil) == isSame)
    }

    @Test func `disableAll() unregisters every router`() async {
        // In a separate process, because it would disable the routers of other tests.
        await #expect(processExitsWith: .success) {
            let url = try #require(URL(string: "http://127.0.0.1:1/tea"))
            Router.register("http://127.0.0.1:1").get("/tea", with: .status(204))
            Router.register("http://other.test").get("/tea", with: .status(204))
            _ = try await URLSession.shared.data(from: url)

            Router.disableAll()

            await #expect(throws: URLError.self) { try await URLSession.shared.data(from: url) }
        }
    }

    @Test func `a registered router is kept until it is unregistered`() {
        weak let router = Router.register("http://kept.test")
        #expect(router != nil)

        Router.unregister("http://kept.test")

        #expect(router == nil)
    }
}
