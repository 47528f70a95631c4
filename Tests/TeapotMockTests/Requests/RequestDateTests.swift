import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A request's values in a handler` {
    private struct Due: Codable, Equatable {
        var date: Date
    }

    private static let due = Due(date: Date(timeIntervalSince1970: 1_769_817_600))

    private static func request(_ body: Data) -> Request { Request(method: "POST", path: "/", body: body) }

    @Test func `dates are read as an encoder and a router write them`() throws {
        let iso8601 = JSONEncoder()
        iso8601.dateEncodingStrategy = .iso8601
        for encoder in [JSONEncoder(), iso8601] {
            #expect(try Self.request(encoder.encode(Self.due)).decode(Due.self) == Self.due)
        }
        let router = Router()
        router.get("/due") { _ in Self.due }
        guard case .now(let response, _) = router.resolve(Request(method: "GET", path: "/due")) else {
            throw CancellationError()
        }
        #expect(try Self.request(response.body).decode(Due.self) == Self.due)
    }

    @Test(arguments: [#"{"date":"tomorrow"}"#, #"{"date":true}"#, #"{"date":null}"#])
    func `an invalid date is an error that says where`(body: String) {
        let error = #expect(throws: DecodingError.self) { try Self.request(Data(body.utf8)).decode(Due.self) }
        #expect("\(String(describing: error))".contains("date"))
    }

    @Test func `a custom decoder uses its own date strategy`() {
        let body = Data(#"{"date":"2026-01-31T00:00:00Z"}"#.utf8)
        #expect(throws: DecodingError.self) { try Self.request(body).decode(Due.self, using: JSONDecoder()) }
    }

    @Test func `query items and form fields have names`() {
        let request = Request(
            method: "POST", path: "/",
            query: [URLQueryItem(name: "q", value: "a"), URLQueryItem(name: "q", value: "b")],
            body: Data("name=Ada&flag".utf8))
        #expect(request.query["q"] == "a")
        #expect(request.query["r"] == nil)
        #expect(request.form["name"] == "Ada")
        #expect(request.form["flag"] == nil)
    }
}
