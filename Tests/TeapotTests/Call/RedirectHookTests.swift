import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A redirect hook` {
    private func client(
        _ location: String = "http://h.test/b", base: String = "http://h.test/api", status: Int = 307,
        _ decide: @escaping @Sendable (Teapot.Request, Teapot.Response) throws -> Teapot.Request?
    ) -> ScriptedClient {
        var options = Teapot.Options()
        options.redirects = Teapot.Redirects(decide)
        return ScriptedClient(
            .redirect(status, to: location), .answer(json: "{}"), baseURL: .make(base), options: options)
    }

    @Test func `a hook gets the next request and the redirect response`() async throws {
        let seen = Recorder<String>()
        let client = client { next, response in
            seen("\(next.method) \(next.url) \(next.headers["Authorization"] ?? "-") \(response.statusCode)")
            return next
        }
        _ = try await client.post("a", parameters: ["a": 1], headerFields: ["Authorization": "t"])
        #expect(seen.values == ["POST http://h.test/b t 307"])
        #expect(client.requests.count == 2)
    }

    @Test func `a veto delivers the redirect`() async throws {
        let client = client { _, _ in nil }
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.type == .invalidResponseStatus)
        #expect(error?.response?.headers["Location"] == "http://h.test/b")
        #expect(client.requests.count == 1)
    }

    @Test func `a hook can change the next request`() async throws {
        let client = client { next, _ in
            var next = next
            next.headers["X-A"] = "b"
            next.url = .make("http://other.test/c")
            return next
        }
        _ = try await client.get("a")
        #expect(client.requests.last?.url.absoluteString == "http://other.test/c")
        #expect(client.requests.last?.headers["X-A"] == "b")
    }

    @Test func `a hook's request is checked`() async throws {
        let client = client { next, _ in
            var next = next
            next.headers["X-A"] = "b\r\nX-B: c"
            return next
        }
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.type == .invalidHeader)
        #expect(client.requests.count == 1)
    }

    @Test func `a hook's error ends the call`() async throws {
        struct Refusal: Error {}
        let throwing = client { _, _ in throw Refusal() }
        let error = await #expect(throws: TeapotError.self) { try await throwing.get("a") }
        #expect(error?.type == .invalidRedirect)
        #expect(error?.underlyingError is Refusal)
        #expect(error?.responseStatus == 307)
        let own = client { _, _ in throw TeapotError(type: .notHTTP, description: "own") }
        let kept = await #expect(throws: TeapotError.self) { try await own.get("a") }
        #expect(kept?.description == "own")
    }

    @Test func `a hook's error contains no secrets`() async throws {
        let url = try #require(URL(string: "https://ada:hunter22@h.test/?access_token=hunter22"))
        let info: [String: any Sendable] = [
            NSURLErrorFailingURLErrorKey: url, "NSErrorFailingURLStringKey": url.absoluteString,
            NSLocalizedDescriptionKey: "no answer from https://h.test/?access_token=hunter22",
        ]
        let client = client { _, _ in throw URLError(.timedOut, userInfo: info) }
        let error = try await #require(throws: TeapotError.self) { try await client.get("a") }
        let cause = try #require(error.underlyingError as? URLError)
        #expect(cause.code == .timedOut)
        #expect(!"\(cause) \(cause.errorUserInfo) \(error)".contains("hunter22"))
    }

    @Test(arguments: [
        ("https://h.test", "http://h.test/b", false), ("https://h.test", "HTTP://other.test/b", false),
        ("HTTPS://h.test", "http://h.test:443/b", false), ("https://h.test", "https://other.test/b", true),
        ("https://h.test", "/b", true), ("http://h.test", "http://h.test/b", true),
        ("http://h.test", "https://h.test/b", true),
    ])
    func `https isn't downgraded to http`(base: String, location: String, isFollowed: Bool) async throws {
        var options = Teapot.Options()
        options.redirects = .refusingPlainHTTP
        let client = ScriptedClient(baseURL: .make(base), options: options, location: location)
        let result = await Result { () async throws(TeapotError) in try await client.get("a") }
        #expect(client.requests.count == (isFollowed ? 2 : 1))
        if case .failure(let error) = result {
            #expect(!isFollowed)
            #expect(error.type == .invalidRedirect)
            #expect(error.description.contains("it leads from https to “\(location)”"))
        }
    }
}

extension ScriptedClient {
    /// Creates a client that answers its first request with a redirect, at the requested URL.
    fileprivate convenience init(baseURL: URL, options: Teapot.Options, location: String) {
        self.init([], baseURL: baseURL, options: options) { request in
            let isFirst = request.url.path == "/a"
            let fields: Teapot.HeaderFields = isFirst ? ["Location": location] : [:]
            return .answer(.make(isFirst ? 302 : 200, fields, url: request.url.absoluteString))
        }
    }
}

extension Result where Success: Sendable {
    fileprivate init(_ body: () async throws(Failure) -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
