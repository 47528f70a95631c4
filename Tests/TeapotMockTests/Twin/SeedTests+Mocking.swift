import Teapot
import TeapotMock
import Testing

extension `The documentation's samples` {
    @Test func `A mock returns the contents of a file in the test bundle`() throws {
        let mockedTeapot = MockTeapot(
            bundle: Bundle(for: MockTests.self),
            mockFilename: "get"
        )
        let seen = Locked<String?>(nil)
        mockedTeapot.get("/get") { result in
            guard case .success(let json, _) = result else { return }
            seen.withLock { $0 = json?.dictionary?["key"] as? String }
        }
        #expect(seen.withLock { $0 } == "value")
    }

    @Test func `A mock fails with the status that it is given`() throws {
        let mockedFailingTeapot = MockTeapot(
            bundle: Bundle(for: MockTests.self),
            mockFilename: "get",
            statusCode: .unauthorized
        )
        let seen = Locked<Int?>(nil)
        mockedFailingTeapot.get("/get") { result in
            guard case .failure(_, let response, _) = result else { return }
            seen.withLock { $0 = response.statusCode }
        }
        #expect(seen.withLock { $0 } == 401)
    }

    @Test func `A mock validates that headerFields are present and match`() throws {
        let teapot = MockTeapot(bundle: Bundle(for: MockTests.self), mockFilename: "get")
        teapot.setExpectedHeaders([
            "foo": "bar",
            "baz": "foo2",
        ])
        #expect(try teapot.got().error?.type == .incorrectHeaders)
        #expect(try teapot.got(headerFields: ["foo": "bar", "baz": "other"]).error?.type == .incorrectHeaders)
        #expect(try teapot.got(headerFields: ["foo": "bar", "baz": "foo2", "more": "x"]).error == nil)
        teapot.clearExpectedHeaders()
        #expect(try teapot.got().error == nil)
    }

    @Test func `A failing mock needs no file`() throws {
        let teapot = MockTeapot(
            bundle: Bundle(for: MockTests.self),
            mockFilename: "",
            statusCode: .internalServerError
        )
        let result = try teapot.got()
        #expect(result.response.status == 500)
        #expect(result.response.data.isEmpty)
        #expect(result.error?.type == .invalidResponseStatus)
    }
}

/// The seed's example of an API that fetches a timestamp first.
private class API {
    // The suite below is serialized.
    nonisolated(unsafe) static var currentTeapot: any TeapotClient = MockTeapot(fixture: .json([:]))

    private static func getTimestamp(
        completion: @escaping @Sendable (_ timestamp: Int?, _ error: TeapotError?) -> Void
    ) {
        currentTeapot.get("/timestamp") { result in
            switch result {
            case .success(let json, let response):
                guard let timestamp = json?.dictionary?["timestamp"] as? Int else {
                    let timestampParseError = TeapotError(
                        type: .invalidMockFile,
                        description: "Error parsing timestamp",
                        responseStatus: response.statusCode,
                        underlyingError: nil
                    )
                    completion(nil, timestampParseError)
                    return
                }

                completion(timestamp, nil)
            case .failure(_, _, let error):
                let timestampFetchError = TeapotError(
                    type: error.type,
                    description: "Error fetching timestamp",
                    responseStatus: error.responseStatus,
                    underlyingError: error
                )
                completion(nil, timestampFetchError)
            }
        }
    }

    static func fetchSecureString(
        completion: @escaping @Sendable (_ secureString: String?, _ error: TeapotError?) -> Void
    ) {
        getTimestamp { timestamp, error in
            guard let timestamp = timestamp else {
                completion(nil, error)
                return
            }
            let headerFields = ["Timestamp": "\(timestamp)"]
            currentTeapot.get("/something_secure", headerFields: headerFields) { result in
                switch result {
                case .success(let json, let response):
                    guard let secureString = json?.dictionary?["secure_string"] as? String else {
                        let stringParseError = TeapotError(
                            type: .invalidMockFile,
                            description: "Error parsing secure string",
                            responseStatus: response.statusCode,
                            underlyingError: nil
                        )
                        completion(nil, stringParseError)
                        return
                    }
                    completion(secureString, nil)
                case .failure(_, _, let error):
                    let stringFetchError = TeapotError(
                        type: error.type,
                        description: "Error fetching secure string",
                        responseStatus: error.responseStatus,
                        underlyingError: error
                    )
                    completion(nil, stringFetchError)
                }
            }
        }
    }
}

@Suite(.serialized) struct `The documentation's API` {
    private func fetch() -> (secureString: String?, error: TeapotError?)? {
        let seen = Locked<(String?, TeapotError?)?>(nil)
        API.fetchSecureString { secureString, error in seen.withLock { $0 = (secureString, error) } }
        return seen.withLock { $0 }
    }

    @Test func `A mock without overrides answers the timestamp with the wrong file`() throws {
        API.currentTeapot = MockTeapot(bundle: Bundle(for: MockTests.self), mockFilename: "something_secure")
        let fetched = try #require(fetch())
        #expect(fetched.secureString == nil)
        #expect(fetched.error?.description == "Error parsing timestamp")
    }

    @Test func `Getting a secure string`() throws {
        let mockedOverriddenTeapot = MockTeapot(
            bundle: Bundle(for: MockTests.self),
            mockFilename: "something_secure"
        )
        // Tell the mock teapot to return a particular file for a particular endpoint
        mockedOverriddenTeapot.overrideEndPoint("timestamp", withFilename: "timestamp")
        API.currentTeapot = mockedOverriddenTeapot
        let fetched = try #require(fetch())
        #expect(fetched.error == nil)
        #expect(fetched.secureString == "expected secure string")
        #expect(mockedOverriddenTeapot.requests.last?.headerFields["Timestamp"] == "1700000000")
    }

    @Test func `Unauthorized trying to get a secure string`() throws {
        let mockedOverriddenFailingTeapot = MockTeapot(
            bundle: Bundle(for: MockTests.self),
            mockFilename: "something_secure",
            statusCode: .unauthorized
        )
        // Tell the mock teapot to return a particular file for a particular endpoint
        mockedOverriddenFailingTeapot.overrideEndPoint("timestamp", withFilename: "timestamp")
        API.currentTeapot = mockedOverriddenFailingTeapot
        let fetched = try #require(fetch())
        #expect(fetched.secureString == nil)
        #expect(fetched.error?.description == "Error fetching secure string")
        #expect(fetched.error?.responseStatus == 401)
    }
}
