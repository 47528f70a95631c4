import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `An intercepted redirect` {
    private let router = Router()

    init() {
        router.any(
            "/old", with: Response(status: 302, headers: ["Location": "/new?a=1"], body: Data("moved".utf8)))
        router.any("/new") { request in
            .status(200, headers: ["X-Method": request.method])
        }
    }

    private func value(_ name: String, of response: URLResponse?) -> String? {
        (response as? HTTPURLResponse)?.value(forHTTPHeaderField: name)
    }

    @Test func `a redirect is followed, and the response has the new URL`() async throws {
        let session = URLSession(answeredBy: router)

        let (data, response) = try await session.data(from: api("/old"))

        #expect(response.url?.absoluteString == "https://api.test/new?a=1")
        #expect(data.isEmpty)
        #expect(router.journal.requests.map(\.path) == ["/old", "/new"])
        #expect(router.journal.requests.last?.query == [URLQueryItem(name: "a", value: "1")])
    }

    @Test(arguments: [
        (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"), (302, "PUT", "PUT"),
        (307, "POST", "POST"), (308, "PUT", "PUT"), (301, "GET", "GET"),
    ]) func `the method follows RFC 9110 §15.4`(status: Int, method: String, expected: String) async throws {
        router.any("/start", with: .status(Teapot.StatusCode(rawValue: status), headers: ["Location": "new"]))
        let session = URLSession(answeredBy: router)
        var request = URLRequest(url: try api("/start"))
        request.httpMethod = method
        if method != "GET" { request.httpBody = Data("green".utf8) }

        let (_, response) = try await session.data(for: request)

        #expect(value("X-Method", of: response) == expected)
    }

    @Test func `a session's delegate is asked, and a refused redirect becomes the response`() async throws {
        let delegate = RecordingDelegate(decide: { _ in nil })
        let session = URLSession(answeredBy: router, delegate: delegate)

        session.dataTask(with: try api("/old")).resume()

        let record = await delegate.end()
        #expect(record.redirects.map { $0.url?.absoluteString } == ["https://api.test/new?a=1"])
        #expect(record.responses.map(\.statusCode) == [302])
        #expect(record.body == Data("moved".utf8))
        #expect(record.error == nil)
        #expect(router.journal.requests.count == 1)
    }

    @Test func `a session's delegate is asked for a task with a completion, too`() async throws {
        let delegate = RecordingDelegate(decide: { _ in nil })
        let session = URLSession(answeredBy: router, delegate: delegate)

        let (data, response) = try await session.data(from: api("/old"))

        #expect((response as? HTTPURLResponse)?.statusCode == 302)
        #expect(data == Data("moved".utf8))
    }

    @Test func `a delegate may redirect elsewhere`() async throws {
        router.get("/elsewhere", with: .data(Data("here".utf8)))
        let delegate = RecordingDelegate(decide: { request in
            request.url.flatMap { URL(string: "/elsewhere", relativeTo: $0) }.map { URLRequest(url: $0) }
        })
        let session = URLSession(answeredBy: router, delegate: delegate)

        session.dataTask(with: try api("/old")).resume()

        #expect(await delegate.end().body == Data("here".utf8))
    }

    @Test func `a redirect loop ends after twenty redirects`() async throws {
        router.get("/circle", with: .status(302, headers: ["Location": "/circle"]))
        let session = URLSession(answeredBy: router)

        let error = await #expect(throws: URLError.self) {
            try await session.data(from: api("/circle"))
        }

        #expect(error?.code == .httpTooManyRedirects)
        #expect(router.journal.requests.count == 21)
    }

    @Test func `a redirect to an unanswered URL fails with the reason`() async throws {
        router.get("/lost", with: .status(302, headers: ["Location": "/nowhere"]))
        for unanswered in [Router.Unanswered.fails, .goesToNetwork] {
            let session = URLSession(answeredBy: router, unanswered: unanswered)

            let error = await #expect(throws: TeapotError.self) {
                try await session.data(from: api("/lost"))
            }

            #expect(error?.type == .unansweredRequest)
        }
    }

    @Test(arguments: [300, 304]) func `an invalid redirect is the response`(status: Int) async throws {
        router.get("/odd", with: .status(Teapot.StatusCode(rawValue: status), headers: ["Location": "/new"]))
        let session = URLSession(answeredBy: router)

        let (_, response) = try await session.data(from: api("/odd"))

        #expect((response as? HTTPURLResponse)?.statusCode == status)
    }
}
