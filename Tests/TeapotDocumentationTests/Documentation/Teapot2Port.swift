// swift-format-ignore-file
import Foundation
import Teapot
import TeapotMock
import XCTest

// What Teapot 2's README and its tests do, in Teapot 2's spellings. A line that had to change says what it was.

/// A client of a tea shop, which needs a timestamp before each order.
@available(*, deprecated)
private final class TeaShopAPI {
    nonisolated(unsafe) static var currentTeapot: (any TeapotClient)!  // was: static var currentTeapot: Teapot!

    private static func getTimestamp(completion: @escaping @Sendable (_ timestamp: Int?, _ error: TeapotError?) -> Void) {  // Swift 6, was: @escaping
        currentTeapot.get("/timestamp") { result in
            switch result {
            case .success(let json, let response):
                guard let timestamp = json?.dictionary?["timestamp"] as? Int else {
                    let timestampParseError = TeapotError(withType: .invalidMockFile,
                                                          description: "The shop has no clock",
                                                          responseStatus: response.statusCode,
                                                          underlyingError: nil)
                    completion(nil, timestampParseError)
                    return
                }

                completion(timestamp, nil)
            case .failure(_, _, let error):
                let timestampFetchError = TeapotError(withType: error.type,
                                                      description: "The shop is closed",
                                                      responseStatus: error.responseStatus,
                                                      underlyingError: error)
                completion(nil, timestampFetchError)
            }
        }
    }

    static func rate(params: [String: Any]) {
        currentTeapot.post("ratings", parameters: params, allowsCellular: false) { result in
            guard case .success = result else { return XCTFail("The shop takes ratings.") }
        }
    }

    static func order(_ tea: String, completion: @escaping @Sendable (_ receipt: String?, _ error: TeapotError?) -> Void) {  // Swift 6, was: @escaping
        getTimestamp { timestamp, error in
            guard let timestamp = timestamp else {
                completion(nil, error)
                return
            }

            let headers = ["Timestamp": "\(timestamp)", currentTeapot.basicAuthenticationHeaderKey: "Basic YWRhOnRlYQ=="]
            currentTeapot.post("/orders", parameters: RequestParameter(["tea": tea, "grams": 100]), headerFields: headers, allowsCellular: false) { result in
                switch result {
                case .success(let json, let response):
                    guard let receipt = json?.dictionary?["secure_string"] as? String else {
                        completion(nil, TeapotError(withType: .invalidMockFile, description: "No receipt", responseStatus: response.statusCode))
                        return
                    }
                    completion(receipt, nil)
                case .failure(let json, let response, let error):
                    print(json?.dictionary?["message"] as? String ?? "no message", response.statusCode)
                    completion(nil, TeapotError(withType: error.type, description: "No tea today", responseStatus: error.responseStatus, underlyingError: error))
                }
            }
        }
    }
}

final class Teapot2Port: XCTestCase {
    private let bundle = Bundle(for: MockTests.self)

    @available(*, deprecated)
    func testOrdering() {
        let mockedTeapot = MockTeapot(bundle: bundle, mockFilename: "something_secure")
        mockedTeapot.overrideEndPoint("timestamp", withFilename: "timestamp")
        mockedTeapot.setExpectedHeaders(["Timestamp": "1700000000", "Authorization": "Basic YWRhOnRlYQ=="])
        TeaShopAPI.currentTeapot = mockedTeapot

        TeaShopAPI.order("Sencha") { receipt, error in
            XCTAssertNil(error)
            XCTAssertEqual(receipt, "expected secure string")
        }
        XCTAssertEqual(mockedTeapot.requests.count, 2)
        XCTAssertEqual(mockedTeapot.requests.last?.json, ["tea": "Sencha", "grams": 100])
    }

    @available(*, deprecated)
    func testOrderingWithoutCredentials() {
        let mockedTeapot = MockTeapot(bundle: bundle, mockFilename: "something_secure", statusCode: .unauthorized)
        mockedTeapot.overrideEndPoint("timestamp", withFilename: "timestamp")
        TeaShopAPI.currentTeapot = mockedTeapot

        TeaShopAPI.order("Sencha") { receipt, error in
            XCTAssertNil(receipt)
            XCTAssertEqual(error?.description, "No tea today")
            XCTAssertEqual(error?.responseStatus, 401)
        }
        XCTAssertEqual(mockedTeapot.requests.count, 2)
    }

    @available(*, deprecated)
    func testOrderingInAClosedShop() {
        let mockedTeapot = MockTeapot(bundle: bundle, mockFilename: "missing")
        TeaShopAPI.currentTeapot = mockedTeapot

        TeaShopAPI.order("Sencha") { receipt, error in
            XCTAssertNil(receipt)
            XCTAssertEqual(error?.type, .missingMockFile)
        }
        XCTAssertEqual(mockedTeapot.requests.count, 1)
    }

    @available(*, deprecated)
    func testWithoutTheExpectedHeaders() {
        let mockedTeapot = MockTeapot(bundle: bundle, mockFilename: "get")
        mockedTeapot.setExpectedHeaders(["Cup": "large"])

        mockedTeapot.get("/get", headerFields: ["Cup": "small"]) { result in
            switch result {
            case .success:
                XCTFail("The header is another one.")
            case .failure(_, _, let error):
                XCTAssertEqual(error.type, .incorrectHeaders)
            }
        }
        mockedTeapot.clearExpectedHeaders()
        mockedTeapot.get("/get") { result in
            guard case .success(let json, let response) = result else { return XCTFail("No header is expected.") }
            XCTAssertEqual(response.status, 200)
            XCTAssertEqual(json?.dictionary?["key"] as? String, "value")
        }
    }

    @available(*, deprecated)
    func testParametersFromData() {
        let mockedTeapot = MockTeapot(bundle: bundle, mockFilename: "get")
        let param = RequestParameter(Data("[{\"tea\":\"Assam\"},{\"tea\":\"Oolong\"}]".utf8))
        mockedTeapot.put("/orders", parameters: param) { result in
            guard case .success = result else { return XCTFail("The mock has a body.") }
        }
        XCTAssertEqual(mockedTeapot.requests.last?.headers["Content-Type"], "application/json")
        XCTAssertEqual(mockedTeapot.requests.last?.json?.array?.count, 2)
    }

    @available(*, deprecated)
    func testRating() {
        let mockedTeapot = MockTeapot(bundle: bundle, mockFilename: "get")
        TeaShopAPI.currentTeapot = mockedTeapot
        TeaShopAPI.rate(params: ["stars": 4])
        XCTAssertEqual(mockedTeapot.requests.map(\.json), [["stars": 4]])
    }

    @available(*, deprecated)
    func testBasicAuthentication() throws {
        let teapot = MockTeapot(bundle: bundle, mockFilename: "get")
        let header = try teapot.basicAuthenticationHeader(username: "admin", password: "test123")  // was: without try
        XCTAssertEqual(header, [teapot.basicAuthenticationHeaderKey: "Basic YWRtaW46dGVzdDEyMw=="])
    }

    @available(*, deprecated)
    func testAnImage() {
        let mockedTeapot = MockTeapot(bundle: bundle, mockFilename: "get")
        mockedTeapot.overrideEndPoint("logo", withFilename: "logo.png")

        mockedTeapot.downloadImage(path: "/shop/logo") { result in
            switch result {
            case .success(_, let response):
                XCTAssertEqual(response.statusCode, 200)
            case .failure(_, let error):
                XCTFail("\(error)")
            }
        }
        XCTAssertEqual(mockedTeapot.requests.count, 1)
    }

    @available(*, deprecated)
    func testTasksAndQueues() throws {
        let url = try XCTUnwrap(URL(string: "http://127.0.0.1:1"))
        let teapot = Teapot(baseURL: url, defaultDeliveryQueue: DispatchQueue(label: "background"))
        teapot.logger.currentLevel = .none
        teapot.logger.errorLog("This isn't printed.")

        let task: URLSessionTask? = teapot.get("/path/here", deliveryQueue: .main) { _ in
            XCTFail("The task was cancelled.")
        }
        task?.suspend()
        XCTAssertEqual(task?.state, .suspended)
        task?.cancel()
        XCTAssertEqual(task?.state, .completed)
        XCTAssertEqual(teapot.logger.currentLevel, .none)
    }
}
