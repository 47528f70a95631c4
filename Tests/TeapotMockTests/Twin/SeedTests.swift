import Teapot
import TeapotMock
import TeapotTestResources
import Testing

/// A class for `Bundle(for:)`, as in the seed's samples.
final class MockTests {}

/// The samples of Teapot's original documentation, with the changes that Swift 6 requires.
@Suite struct `The documentation's samples` {
    let teapot: any TeapotClient = MockTeapot(bundle: Bundle(for: MockTests.self), mockFilename: "get")

    @Test func `JSON is a dictionary or an array`() throws {
        func describe(_ json: JSON) -> String {
            switch json {
            case .dictionary(let dict):
                "a dictionary of \(dict.count)"
            case .array(let ary):
                "an array of \(ary.count)"
            }
        }
        let user = MockTeapot(bundle: Bundle(for: MockTests.self), mockFilename: "get")
        let users = MockTeapot(bundle: Bundle(for: MockTests.self), mockFilename: "users")
        #expect(try describe(#require(user.got().json)) == "a dictionary of 1")
        #expect(try describe(#require(users.got().json)) == "an array of 2")
    }

    @Test func `A JSON is known to be a dictionary in one step`() throws {
        func value(_ json: JSON?) -> String? {
            guard let json = json?.dictionary else { return nil }
            return json["key"] as? String
        }
        let result = try #require(delivered { teapot.get("path", completion: $0) })
        #expect(value(result.json) == "value")
    }

    @Test(arguments: [(200, "success: value"), (204, "no content"), (404, "failure: 404 invalidResponseStatus")])
    func `A network result is a success or a failure`(status: Int, expected: String) throws {
        let teapot: any TeapotClient = MockTeapot(
            bundle: Bundle(for: MockTests.self),
            mockFilename: "get",
            statusCode: Teapot.StatusCode(rawValue: status)
        )
        let seen: String? = delivered { report in
            teapot.get("path") { result in
                switch result {
                case .success(let json, let response):
                    if response.status == 204 { return report("no content") }
                    report("success: \(json?.dictionary?["key"] as? String ?? "nothing")")
                case .failure(_, let response, let error):
                    report("failure: \(response.status) \(error.type)")
                }
            }
        }
        #expect(seen == expected)
    }

    @Test func `Basic credentials come as a value and as a header`() throws {
        let basicAuthString = try teapot.basicAuthenticationValue(username: "admin", password: "test123")
        #expect(basicAuthString == "Basic YWRtaW46dGVzdDEyMw==")
        let basicAuthHeader = try teapot.basicAuthenticationHeader(username: "admin", password: "test123")
        #expect(basicAuthHeader == ["Authorization": "Basic YWRtaW46dGVzdDEyMw=="])
        #expect(try teapot.basicAuthenticationValue(username: "jürgen", password: "£") == "Basic asO8cmdlbjrCow==")
    }

    @Test func `A colon in a user name is refused`() {
        let error = #expect(throws: TeapotError.self) {
            try teapot.basicAuthenticationValue(username: "a:b", password: "c")
        }
        #expect(error?.type == .invalidHeader)
    }

    @Test func `An API client holds the client`() throws {
        let url = try #require(URL(string: "https://api.test/v1"))
        #expect(APIClient(baseURL: url).teapot.baseURL == url)

        let mock = MockTeapot(fixture: .json(["done": true]), baseURL: url)
        let client = TestableAPIClient(teapot: mock)
        client.getSomething()
        client.postSomething(params: ["name": "Ada"])
        #expect(mock.requests.map(\.method) == ["GET", "POST"])
        #expect(mock.requests.map(\.path) == ["/v1/something", "/v1/something"])
        #expect(mock.requests.last?.body == Data(#"{"name":"Ada"}"#.utf8))
    }

    @Test(arguments: [false, true])
    func `A task is suspended, and then resumed or cancelled`(cancelOperation: Bool) {
        let teapot = MockTeapot(fixture: .json(["late": true]))
        let arrivals = Locked<[String]>([])
        // A suspended queue, so that the task is suspended before its result is delivered.
        let queue = DispatchQueue(label: "results")
        queue.suspend()

        let task = teapot.get("/path/here", deliveryQueue: queue) { _ in arrivals.withLock { $0.append("here") } }
        // something changed and we need to wait
        task?.suspend()
        #expect(task?.state == .suspended)
        queue.resume()
        queue.sync {}
        #expect(arrivals.withLock { $0 } == [])
        // user decided to cancel the operation completely, or resume
        if cancelOperation {
            task?.cancel()
        } else {
            task?.resume()
        }
        queue.sync {}
        #expect(arrivals.withLock { $0 } == (cancelOperation ? [] : ["here"]))
        #expect(task?.state == .completed)
    }

    @Test func `A task is nil when the request can't be built`() throws {
        let seen = Locked<TeapotError?>(nil)
        let task = teapot.get("..") { result in seen.withLock { $0 = result.error } }
        #expect(task == nil)
        #expect(seen.withLock { $0 }?.type == .invalidRequestPath)
        #expect(teapot.get("/") { _ in } != nil)
    }

    @Test func `An error has a type, a description, a status and a cause`() {
        let cause = URLError(.badURL)
        let error = TeapotError(
            type: .invalidMockFile,
            description: "Error parsing timestamp",
            responseStatus: 200,
            underlyingError: cause
        )
        #expect(error.type == .invalidMockFile)
        #expect(error.errorDescription == "Error parsing timestamp")
        #expect(error.localizedDescription == "Error parsing timestamp")
        #expect(error.responseStatus == 200)
        #expect(error.underlyingError as? URLError == cause)
    }

    @Test func `The three documented kinds of error arise`() throws {
        #expect(try #require(delivered { teapot.get("..", completion: $0) }).error?.type == .invalidRequestPath)
        let failing = MockTeapot(bundle: Bundle(for: MockTests.self), mockFilename: "get", statusCode: .badRequest)
        let error = try #require(failing.got().error)
        #expect(error.type == .invalidResponseStatus)
        #expect(
            error.localizedDescription
                == "An error occurred: request response status reported an issue. Status code: 400."
        )
        let missing: (Int, TeapotError.ErrorType)? = delivered { report in
            teapot.downloadImage("/logo") { result in
                guard case .failure(let response, let error) = result else { return }
                report((response.status, error.type))
            }
        }
        #expect(missing?.0 == 200)
        #expect(missing?.1 == .missingImage)
    }

    @Test func `A logger logs at its level and below`() {
        let levels: [Teapot.Logger.Level] = [.none, .error, .incomingData, .incomingAndOutgoingData]
        let counts = levels.map { level in
            let teapot = MockTeapot(bundle: Bundle(for: MockTests.self), mockFilename: "get", statusCode: .notFound)
            let lines = Locked<[String]>([])
            teapot.logger.level = level
            teapot.logger.sink = { _, message in lines.withLock { $0.append(message) } }
            teapot.get("/get") { _ in }
            return lines.withLock { $0.count }
        }
        #expect(counts == [0, 1, 2, 3])
        #expect(MockTeapot(fixture: .json([:])).logger.level == .none)
        #expect(levels == levels.sorted())
    }
}

/// The seed's example of a client, unchanged.
private class APIClient {
    var teapot: Teapot
    init(baseURL: URL) {
        self.teapot = Teapot(baseURL: baseURL)
    }

    func getSomething() {
        self.teapot.get("something") { _ in
            // handle success, failure, etc
        }
    }

    func postSomething(params: [String: Any]) {
        self.teapot.post("something", parameters: params, allowsCellular: false) { _ in
            // handle result
        }
    }
}

/// The seed's example of a client that accepts a mock.
private class TestableAPIClient {
    var teapot: any TeapotClient
    init(teapot: any TeapotClient) {
        self.teapot = teapot
    }

    func getSomething() {
        self.teapot.get("something") { _ in
            // handle success, failure, etc
        }
    }

    func postSomething(params: [String: Any]) {
        self.teapot.post("something", parameters: params, allowsCellular: false) { _ in
            // handle result
        }
    }
}
