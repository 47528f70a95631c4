import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `An overridden endpoint` {
    @Test func `it answers with its own file, whatever the query`() throws {
        let mock = MockTeapot.make()
        mock.overrideEndPoint("users", withFilename: "users")
        #expect(try mock.got("/users?page=2").json?.array?.count == 2)
        #expect(try mock.got("users").json?.array?.count == 2)
        #expect(try mock.got("/v1/users").json?.array?.count == 2)
        #expect(try mock.got("/other").json?.dictionary?["key"] as? String == "value")
    }

    @Test func `it has neither the main response's status nor its expected headers`() throws {
        let mock = MockTeapot.make(statusCode: .internalServerError)
        mock.setExpectedHeaders(["Token": "t"])
        mock.overrideEndPoint("timestamp", withFilename: "timestamp")
        #expect(try mock.got("/timestamp").response.status == 200)
        #expect(try mock.got("/get").error?.type == .incorrectHeaders)
        #expect(try mock.got("/get", headers: ["Token": "t"]).response.status == 500)
    }

    @Test func `of two that match, the last registered wins`() throws {
        let mock = MockTeapot.make()
        mock.overrideEndpoint("users/:id", with: .status(201))
        mock.overrideEndpoint("users/1", with: .status(202))
        #expect(try mock.got("/users/1").response.status == 202)
        #expect(try mock.got("/users/2").response.status == 201)
        mock.overrideEndpoint("users/*", with: .status(203))
        #expect(try mock.got("/users/1").response.status == 203)
    }

    @Test func `its responses arrive in order, and the last one repeats`() throws {
        let mock = MockTeapot.make()
        mock.overrideEndpoint("job", with: [.status(202), .status(409), .json(["done": true])])
        let results = try (0..<5).map { _ in try mock.got("/job") }
        #expect(results.map(\.response.status) == [202, 409, 200, 200, 200])
        #expect(results.last?.json?.dictionary?["done"] as? Bool == true)
    }

    @Test func `its responses are for its own requests`() throws {
        let mock = MockTeapot.make()
        mock.overrideEndpoint("a", with: .status(201), .status(202))
        mock.overrideEndpoint("b", with: .status(203), .status(204))
        #expect(try ["/a", "/b", "/a", "/b"].map { try mock.got($0).response.status } == [201, 203, 202, 204])
    }

    @Test func `without a response nothing is overridden`() throws {
        let mock = MockTeapot.make()
        mock.overrideEndpoint("get", with: [])
        #expect(try mock.got("/get").json?.dictionary?["key"] as? String == "value")
    }

    @Test func `it may be for a single method`() throws {
        let mock = MockTeapot.make()
        mock.overrideEndpoint("users", method: .post, with: .status(.created))
        let posted: NetworkResult? = delivered { mock.post("/users", completion: $0) }
        #expect(posted?.response.status == 201)
        #expect(try mock.got("/users").response.status == 200)
    }

    @Test func `its headers replace those of the fixture`() throws {
        let mock = MockTeapot.make()
        mock.overrideEndpoint("get", with: .file("get", headers: ["content-type": "text/plain", "ETag": "\"1\""]))
        let headers = try mock.got().response.headers
        #expect(headers["Content-Type"] == "text/plain")
        #expect(headers["ETag"] == "\"1\"")
        #expect(headers["Content-Length"] == "17")
    }

    @Test func `its connection may fail`() throws {
        struct Outage: Error, Equatable {}
        let mock = MockTeapot.make()
        mock.overrideEndpoint("offline", with: .error(.notConnectedToInternet))
        let offline = try mock.got("/offline")
        #expect(offline.error?.type == .noResponse)
        #expect((offline.error?.underlyingError as? URLError)?.code == .notConnectedToInternet)
        #expect(offline.response.status == 0)

        mock.overrideEndpoint("own", with: .error(TeapotError(type: .notHTTP, description: "mine")))
        #expect(try mock.got("/own").error == TeapotError(type: .notHTTP, description: "mine"))
        mock.overrideEndpoint("other", with: .error(Outage()))
        #expect(try mock.got("/other").error?.underlyingError as? Outage == Outage())
    }

    @Test func `a missing file is reported whatever its status`() throws {
        let mock = MockTeapot.make()
        mock.overrideEndpoint("a", with: .file("nowhere", status: 204))
        mock.overrideEndPoint("b", withFilename: "")
        #expect(try mock.got("/a").error?.type == .missingMockFile)
        #expect(try mock.got("/b").error?.type == .missingMockFile)
    }
}
