import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The samples of Building requests` {
    private let teapot = ScriptedClient([], answer: { _ in .answer(json: #"{"id": 1, "name": "Ada"}"#) })

    @Test func `a request is a value`() async throws {
        var request = try teapot.makeRequest(.get, "users/1")
        request.timeout = 5
        let response = try await teapot.send(request)
        let user = try await teapot.send(request, as: User.self)
        #expect(response.status == 200 && user.name == "Ada")
        #expect(teapot.requests.map(\.timeout) == [5, 5])
    }

    @Test func `a value is one segment`() async throws {
        let name = "a/b?c"
        let user: User = try await teapot.get("users/\(segment: name)")
        #expect(user.name == "Ada")
        #expect(teapot.requests.map(\.url.absoluteString) == ["http://h.test/api/users/a%2Fb%3Fc"])
    }

    @Test func `a whole URL is kept`() async throws {
        let presigned = URL.make("https://bucket.test/a%2Fb?X-Amz-Signature=a%2Bb")
        let png = Data([0x89])
        let upload = try teapot.makeRequest(.put, url: presigned, parameters: .data(png, contentType: "image/png"))
        try await teapot.send(upload)
        #expect(teapot.requests.map(\.url) == [presigned])
    }

    @Test func `an endpoint has a type`() async throws {
        let ada = try await teapot.send(.user(1))
        #expect(ada.name == "Ada")
        #expect(teapot.requests.map(\.url.path) == ["/api/users/1"])
    }

    @Test func `redirects are decided about`() async throws {
        var options = Teapot.Options()
        options.redirects = .refusingPlainHTTP
        options.redirects = Teapot.Redirects { next, response in
            next.url.host == "login.test" ? nil : next
        }
        let teapot = ScriptedClient(.redirect(to: "http://login.test/"), options: options)
        await #expect(throws: TeapotError.self) { try await teapot.get("a") }
        #expect(teapot.requests.count == 1)
    }

    @Test func `a query is made of a value`() async throws {
        struct Search: Encodable, Sendable {
            var name: String
            var born: ClosedRange<Int>?
            var tags: [String] = []
        }

        let found = try await teapot.get("users", parameters: .query(Search(name: "Ada", tags: ["math"])))
        _ = try await teapot.get("users", query: .init(["filter": ["name": "Ada"], "page": 2], style: .dots))
        #expect(found.status == 200)
        let queries = teapot.requests.map { $0.url.query?.removingPercentEncoding }
        #expect(queries == ["name=Ada&tags=math", "filter.name=Ada&page=2"])
    }
}

struct User: Codable, Sendable {
    var id: Int
    var name: String
}

struct Endpoint<Value: Decodable & Sendable>: Sendable {
    var method = Teapot.Method.get
    var path: String
    var query: [URLQueryItem] = []
}

extension TeapotClient {
    func send<Value>(_ endpoint: Endpoint<Value>) async throws(TeapotError) -> Value {
        try await send(makeRequest(endpoint.method, endpoint.path, query: Teapot.Query(endpoint.query)), as: Value.self)
    }
}

extension Endpoint where Value == User {
    static func user(_ id: Int) -> Self { Self(path: "users/\(segment: id)") }
}
