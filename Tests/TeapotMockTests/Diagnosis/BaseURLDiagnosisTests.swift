import Foundation
import Teapot
import TeapotTestTraits
import Testing

@testable import TeapotMock

@Suite(.inTurn) struct `A request outside the base URL` {
    @Test(arguments: [
        ("https://api.test/v1/users/7", nil, nil),
        (
            "https://api.test/users/7", "its path does not begin with /v1",
            "Did you mean “https://api.test/v1/users/7”? If not, correct the router's base URL."
        ),
        (
            "http://api.test/v1/users/7", "its scheme is http",
            "Did you mean “https://api.test/v1/users/7”? If not, correct the router's base URL."
        ),
        ("https://api.test:8443/v1/none", "its port is 8443", nil),
        (
            "https://other.test:8443/v1/users/7", "its host is other.test",
            "Did you mean “https://api.test/v1/users/7”? If not, correct the router's base URL."
        ),
        ("http://api.test/x", "its scheme is http and its path does not begin with /v1", nil),
    ])
    func `the reason is given`(url: String, reason: String?, suggestion: String?) throws {
        let router = Router("https://api.test/v1")
        router.get("/users/:id", with: [:])
        let (origin, path, _) = Request.split(try #require(URL(string: url)))
        let diagnosis = router.diagnose(Request(method: "PUT", origin: origin, path: path))
        #expect(
            diagnosis.reason == reason.map { "is not below the router's base URL “https://api.test/v1”: \($0)" })
        if reason != nil { #expect(diagnosis.suggestion == suggestion) }
    }

    @Test func `a path below the base URL is suggested, as for a route`() {
        let router = Router("https://api.test/v1")
        router.get("/users/:id", with: [:])
        let diagnosis = router.diagnose(Request(method: "GET", origin: "https://api.test", path: "/v1/user/7"))
        #expect(diagnosis.suggestion == "Did you mean “/users/7”?")
    }

    @Test func `a variable in braces is explained`() {
        let router = Router("https://api.test")
        router.get("/users/{id}", with: [:])
        let diagnosis = router.diagnose(Request(method: "GET", origin: "https://api.test", path: "/users/7"))
        let line = "✗ path /users/{id} – expected “{id}”, received “7”; write “:id” for any value"
        #expect(diagnosis.description.contains(line), "\(diagnosis)")
    }

    @Test(arguments: [
        ("/v1/users/7", "; the rest matches, so the base URL may lack /v1"),
        ("/users/a/b", #"; for a slash in a value, the client writes \(segment: value)"#), ("/teas/a/b", ""),
    ])
    func `a path with more segments is explained`(path: String, hint: String) {
        let router = Router("https://api.test")
        router.get("/users/:id", with: [:])
        let diagnosis = router.diagnose(Request(method: "GET", origin: "https://api.test", path: path))
        let line = "✗ path /users/:id – expected 2 segments, received 3\(hint)\n"
        #expect(diagnosis.description.contains(line), "\(diagnosis)")
    }

    @Test func `a request that repeats the base URL's path is explained`() {
        let router = Router("https://api.test/v1")
        router.get("/users/:id", with: [:])
        let diagnosis = router.diagnose(Request(method: "GET", origin: "https://api.test", path: "/v1/v1/users/7"))
        let line = "✗ path /users/:id – the request's path repeats the end of the base URL, /v1"
        #expect(diagnosis.description.hasSuffix(line), "\(diagnosis)")
    }

    @Test func `the stub creates a router for it`() {
        let router = Router("https://api.test:8080/v1")
        let diagnosis = router.diagnose(Request(method: "GET", origin: "https://api.test", path: "/v1/users"))
        #expect(
            diagnosis.description == """
                GET https://api.test/v1/users is not below the router's base URL “https://api.test:8080/v1”: its port \
                is the scheme's default.
                A stub to paste:
                   let router = Router("https://api.test/v1")  // or @Test(.router("https://api.test/v1"))
                   router.get("/users") { _ in .status(200) }
                """)
    }

    @Test func `another version of the API is suggested`() {
        let router = Router("https://api.test/v1")
        router.get("/users", with: [:])
        let diagnosis = router.diagnose(Request(method: "GET", origin: "https://api.test", path: "/v2/users"))
        #expect(
            diagnosis.suggestion
                == "Did you mean “https://api.test/v1/users”? If not, correct the router's base URL.")
    }

    @Test func `a client of a base URL without a second slash refuses it`() async {
        let router = Router("https:/api.test")
        router.get("/users", with: [:])
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("users") }
        #expect(error?.type == .invalidRequestPath)
        #expect(error?.description.contains("the base URL “https:/api.test” doesn't begin with http:// or") == true)
    }

    @Test func `a server's own address is suggested, and no other router`() {
        let router = Router("https://api.test/v1")
        router.get("/users", with: [:])
        let diagnosis = router.diagnose(Request(method: "GET", path: "/users", headers: ["Host": "127.0.0.1:8080"]))
        #expect(
            diagnosis.description == """
                GET /users is not below the router's base URL “https://api.test/v1”: its path does not begin with /v1.
                   Host: 127.0.0.1:8080
                Did you mean “http://127.0.0.1:8080/v1/users”? If not, correct the router's base URL.
                """)
    }

    @Test func `a base URL without a host keeps the request's own`() {
        let router = Router("/v1")
        router.get("/users", with: [:])
        let diagnosis = router.diagnose(Request(method: "GET", origin: "http://h:1", path: "/users"))
        #expect(diagnosis.suggestion == "Did you mean “http://h:1/v1/users”? If not, correct the router's base URL.")
        #expect(
            router.diagnose(Request(method: "GET", path: "/users")).suggestion
                == "Did you mean “/v1/users”? If not, correct the router's base URL.")
        let stub = "let router = Router()\nrouter.get(\"/users\") { _ in .status(200) }"
        #expect(router.diagnose(Request(method: "GET", path: "/users")).stub == stub)
    }
}
