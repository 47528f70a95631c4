import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

final class MockTests {}

@Suite(.inTurn) struct `The samples of Coming from Teapot 2` {
    private let teapot = MockTeapot(bundle: Bundle(for: MockTests.self), mockFilename: "get")

    @Test(arguments: [(JSON.dictionary(["a": 1]), "1 member"), (.array([1, 2]), "2 elements")])
    func `JSON is switched over`(json: JSON, expected: String) {
        #expect(describe(json) == expected)
    }

    private func describe(_ json: JSON) -> String {
        switch json {
        case .dictionary(let dict):
            return "\(dict.count) member"
        case .array(let ary):
            return "\(ary.count) elements"
        }
    }

    @Test func `a result is switched over`() {
        teapot.get("path") { result in
            switch result {
            case .success(let json, let response):
                if response.status == 204 {
                    // no content
                }
                print(json?["key"] as? String ?? "none")
            case .failure(let json, let response, let error):
                print(json?["message"] as? String ?? error.description, response.status)
            }
        }
        #expect(teapot.requests.count == 1)
    }

    @Test func `credentials are created`() throws {
        // "Basic YWRtaW46dGVzdDEyMw=="
        let value = try teapot.basicAuthenticationValue(username: "admin", password: "test123")
        // ["Authorization": "Basic YWRtaW46dGVzdDEyMw=="]
        let header = try teapot.basicAuthenticationHeader(username: "admin", password: "test123")
        #expect(header == ["Authorization": value])
        #expect(value == "Basic YWRtaW46dGVzdDEyMw==")
    }

    @Test func `a property holds the real client or the mock client`() {
        let client = APIClient(teapot: teapot)
        client.getSomething()
        client.postSomething(params: ["name": "Ada"])
        #expect(teapot.requests.map { "\($0.method) \($0.path)" } == ["GET /something", "POST /something"])
    }

    @Test func `results arrive on another queue`() throws {
        let url = try #require(URL(string: "https://api.test"))
        let myBackgroundQueue = DispatchQueue(label: "background")
        let background = Teapot(baseURL: url, defaultDeliveryQueue: myBackgroundQueue)
        #expect(background.defaultDeliveryQueue === myBackgroundQueue)

        let task = teapot.get("/get", deliveryQueue: .main) { _ in }
        task?.suspend()
        task?.cancel()
        #expect(task?.state == .completed)
    }

    @Test func `an error is created and described`() {
        let cause = TeapotError(type: .noResponse, description: "late")
        let error = TeapotError(
            type: .invalidMockFile,
            description: "Error parsing timestamp",
            responseStatus: 200,
            underlyingError: cause
        )
        #expect(error.errorDescription == "Error parsing timestamp")
    }

    @Test func `a mock overrides an endpoint and expects headers`() async throws {
        let mocked = MockTeapot(
            bundle: Bundle(for: MockTests.self),
            mockFilename: "something_secure",
            statusCode: .unauthorized
        )
        mocked.overrideEndPoint("timestamp", withFilename: "timestamp")
        mocked.setExpectedHeaders(["Timestamp": "1700000000"])
        let timestamp = try await mocked.get("timestamp").json?["timestamp"] as? Int ?? 0
        let error = await #expect(throws: TeapotError.self) {
            try await mocked.get("something_secure", headerFields: ["Timestamp": "\(timestamp)"])
        }
        #expect(error?.responseStatus == 401)
    }
}

private final class APIClient {
    let teapot: any TeapotClient

    init(teapot: any TeapotClient) {
        self.teapot = teapot
    }

    func getSomething() {
        teapot.get("something") { result in
            // handle success, failure, etc
        }
    }

    func postSomething(params: [String: Any]) {
        teapot.post("something", parameters: params, allowsCellular: false) { result in
            // handle result
        }
    }
}
