// swift-format-ignore-file
import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import XCTest

// What Peasy's README and its demo do, in Peasy's spellings. A line that had to change says what it was.

@available(*, deprecated)
extension Response {
    fileprivate static let leaf: Response = {
        let contentType = Response.Header(name: .contentType, value: "image/svg+xml")
        return Response(status: .ok, headers: [contentType], body: Data("<svg/>".utf8))
    }()

    fileprivate static let json: Response = {
        struct Tea: Encodable {
            let name: String
            let grams: Int
        }

        let contentType = Response.Header(name: .contentType, value: "application/json")
        return Response(status: .ok, headers: [contentType], body: Tea(name: "Sencha", grams: 100))
    }()
}

final class PeasyPort: XCTestCase {
    let server = Server()

    @available(*, deprecated)
    override func setUp() {
        XCTAssertNoThrow(try server.start())  // was: server.start()
        let ok = Response(status: .ok)
        server.respond(with: ok, when: .path(matches: "/"))
    }

    @available(*, deprecated)
    override func tearDown() {
        server.stop()
    }

    @available(*, deprecated)
    func testRulesAndResponses() {
        server.respond(with: .leaf, when: .path(matches: "/leaf"))
        server.respond(with: .json, when: .path(matches: "/json"), .method(matches: .get))
        server.respond(with: Response(status: .ok, body: "Welcome"), when: .path(matches: "/welcome"))
        server.respond(with: Response(status: .code(418, message: "I'm a teapot")), when: .path(matches: "/teapot"))
        let customRule: Rule = .custom { request in
            return request.path.contains("/common/path")
        }
        server.respond(with: Response(status: .noContent), when: customRule)
        let param = Request.QueryParameter(name: "tea", value: "green")
        server.respond(with: Response(status: .serviceUnavailable), when: .path(matches: "/search"), .queryParameters(contain: param))
        server.respond(with: Response(status: .unauthorized), when: .headers(contain: .init(name: "Cup", value: "none")))
        server.respond(with: Response(status: .badRequest), when: .body(matches: Data("no tea".utf8)))

        XCTAssertEqual(get("/").status, 200)
        XCTAssertEqual(get("/leaf").type, "image/svg+xml")
        XCTAssertEqual(get("/json").body, #"{"grams":100,"name":"Sencha"}"#)
        XCTAssertEqual(get("/welcome").body, "Welcome")
        XCTAssertEqual(get("/teapot").status, 418)
        XCTAssertEqual(get("/a/common/path/b").status, 204)
        XCTAssertEqual(get("/search?tea=green").status, 503)
        XCTAssertEqual(get("/search?tea=black").status, 404)
        XCTAssertEqual(get("/", ["Cup": "none"]).status, 401)
        XCTAssertEqual(get("/", body: "no tea").status, 400)
    }

    @available(*, deprecated)
    func testOverrides() {
        let happyPathResponse = Response(status: .ok)
        let unhappyPathResponse = Response(status: .internalServerError)
        server.respond(with: happyPathResponse, when: .path(matches: "/api"))
        server.respond(with: unhappyPathResponse, when: .path(matches: "/api"), removeAfterResponding: true)
        let token: Server.ConfigurationToken = server.respond(with: unhappyPathResponse, when: .path(matches: "/gone"))
        server.remove(configuration: token)
        server.respond(with: happyPathResponse, when: .path(matches: "/slow"), delay: 0.2)

        XCTAssertEqual(get("/api").status, 500)
        XCTAssertEqual(get("/api").status, 200)
        XCTAssertEqual(get("/gone").status, 404)
        let start = Date()
        XCTAssertEqual(get("/slow").status, 200)
        XCTAssertGreaterThanOrEqual(Date().timeIntervalSince(start), 0.19)
    }

    @available(*, deprecated)
    func testIntercepting() {
        let response = Response(status: .ok)
        nonisolated(unsafe) var analytics: [Request] = []  // Swift 6, was: var analytics: [Request] = []
        server.respond(with: { request in
            analytics.append(request)
            return response
        }, when: .path(matches: "/analytics-event"))
        server.respond(with: { request in
            print("The value is", request["variable"] ?? "none")  // was: print("The value is", request["variable"])
            return response
        }, when: .path(matches: "/constant/:variable"))

        XCTAssertEqual(get("/analytics-event", body: "brewed").status, 200)
        XCTAssertEqual(analytics.map(\.body), [Data("brewed".utf8)])
        XCTAssertTrue(analytics[0].headers.contains(Request.Header(name: "Cup", value: "large")))
        XCTAssertEqual(get("/constant/value").status, 200)
        XCTAssertEqual(get("/constant/").status, 404)
    }

    @available(*, deprecated)
    func testStopping() {
        XCTAssertTrue(server.isRunning)
        server.stop()
        XCTAssertFalse(server.isRunning)
        server.stop()
        XCTAssertNoThrow(try server.start())
        XCTAssertEqual(get("/").status, 200)
    }

    /// Asks the server as the app would.
    private func get(
        _ path: String, _ headers: [String: String] = ["Cup": "large"], body: String? = nil
    ) -> (status: Int?, type: String?, body: String?) {
        guard let url = server.baseURL else { return (nil, nil, nil) }
        let done = expectation(description: path)
        nonisolated(unsafe) var answer: (Int?, String?, String?) = (nil, nil, nil)
        let parameters = body.map { Teapot.Payload.data(Data($0.utf8)) }
        Teapot(baseURL: url, defaultDeliveryQueue: nil).request(
            parameters == nil ? .get : .post, path, parameters: parameters ?? .none, headerFields: headers
        ) { result in
            switch result {
            case .success(_, let response), .failure(_, let response, _):
                answer = (response.statusCode, response.headers["Content-Type"], String(decoding: response.body, as: UTF8.self))
            }
            done.fulfill()
        }
        wait(for: [done], timeout: 20)
        return answer
    }
}
