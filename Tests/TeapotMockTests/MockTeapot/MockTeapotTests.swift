import Foundation
import Teapot
import TeapotMock
import TeapotTestResources
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A mock's answer` {
    @Test func `it arrives before the verb returns, on the caller's thread`() {
        let mock = MockTeapot.make()
        let thread = Locked<Thread?>(nil)
        mock.get("/get") { _ in thread.withLock { $0 = Thread.current } }
        #expect(thread.withLock { $0 } === Thread.current)
    }

    @Test func `it's still immediate with an adapter that doesn't wait`() throws {
        var options = Teapot.Options()
        options.adapters = [Teapot.Adapter { $0.headers["Token"] = "t" }]
        let mock = MockTeapot.make(options: options)
        #expect(try mock.got().error == nil)
        #expect(mock.requests.map { $0.headers["Token"] } == ["t"])
    }

    @Test func `it has the fixture's bytes and the headers a server sends`() throws {
        let response = try MockTeapot.make().got().response
        #expect(response.url.absoluteString == "https://mock.test/get")
        #expect(response.status == 200)
        #expect(response.body == Data("{\"key\": \"value\"}\n".utf8))
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(response.headers["Content-Length"] == "17")
        #expect(response.headers["Accept-Ranges"] == "bytes")
        #expect(response.headers["ETag"] != nil && response.headers["Last-Modified"] != nil)
        #expect(response.headers.count == 5)
    }

    @Test func `it has no whitespace around header values, as over a socket`() async throws {
        let router = Router("https://api.test")
        let fields: Teapot.HeaderFields = [
            "Location": " /tea\t", "Retry-After": "  5", "X-Space": " \t ", "X-Kept": "a  b",
        ]
        router.get("/a", with: .status(201, headers: fields))
        router.get("/b", with: .stream([Data("x".utf8)], headers: ["X-Last": "x\u{A0} "]))
        let response = try await MockTeapot(router: router).get("a")
        #expect(
            ["Location", "Retry-After", "X-Space", "X-Kept"].map { response.headers[$0] } == [
                "/tea", "5", "", "a  b",
            ])
        #expect(try await MockTeapot(router: router).get("b").headers["X-Last"] == "x\u{A0}")
    }

    @Test func `it can be a list or a dictionary`() throws {
        let names = try MockTeapot.make("users").got().json?.array?.map {
            ($0 as? [String: any Sendable])?["name"] as? String
        }
        #expect(names == ["Ada", "Grace"])
    }

    @Test func `a failure has the fixture's body, too`() throws {
        let result = try MockTeapot.make(statusCode: .unprocessableContent).got()
        #expect(result.error?.type == .invalidResponseStatus)
        #expect(result.error?.responseStatus == 422)
        #expect(result.json?.dictionary?["key"] as? String == "value")
    }

    @Test(arguments: [(204, nil), (205, "0"), (304, "17")])
    func `a status that allows no body has none`(status: Int, length: String?) throws {
        let response = try MockTeapot.make(statusCode: Teapot.StatusCode(rawValue: status)).got().response
        #expect(response.status == status)
        #expect(response.body.isEmpty)
        #expect(response.headers["Content-Length"] == length)
        #expect(response.headers["Content-Type"] == nil)
    }

    @Test func `HEAD is answered like GET, without the body`() throws {
        let mock = MockTeapot.make()
        let response = try #require(delivered { mock.head("/get", completion: $0) }).response
        #expect(response.body.isEmpty)
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(response.headers["Content-Length"] == "17")
        #expect(response.headers["Accept-Ranges"] == "bytes")
        #expect(response.headers["ETag"] != nil && response.headers["Last-Modified"] != nil)
        #expect(response.headers.count == 5)
    }

    @Test func `it can be awaited in every way`() async throws {
        struct Entry: Decodable, Equatable { var key: String }
        let mock = MockTeapot.make()
        #expect(try await mock.get("/get").json?.dictionary?["key"] as? String == "value")
        let entry: Entry = try await mock.get("/get")
        #expect(entry == Entry(key: "value"))
        let failing = MockTeapot.make(statusCode: .gone)
        let error = await #expect(throws: TeapotError.self) { try await failing.get("/get") }
        #expect(error?.responseStatus == 410)
    }

    @Test func `fixtures can be data and JSON, too`() throws {
        let text = MockTeapot(fixture: .data(Data("hello".utf8), contentType: "text/plain"))
        #expect(try text.got().response.body == Data("hello".utf8))
        #expect(try text.got().response.headers == ["Content-Type": "text/plain", "Content-Length": "5"])
        let json = MockTeapot(fixture: .json(["b": [1, 2], "a": nil as Int?]), statusCode: .created)
        #expect(try json.got().response.status == 201)
        #expect(try json.got().response.body == Data(#"{"a":null,"b":[1,2]}"#.utf8))
        #expect(try json.got().json?.dictionary?["b"] as? [Int] == [1, 2])
        let named = MockTeapot(fixture: .file("users"), directory: Fixtures.directory)
        #expect(try named.got().json?.array?.count == 2)
    }

    @Test func `JSON that can't be written fails with the reason`() throws {
        let result = try MockTeapot(fixture: .json(["rate": Double.infinity])).got()
        #expect(result.error?.type == .invalidResponseBody)
        #expect(result.error?.description.contains("rate") == true)
        #expect(result.response.status == 0)
    }

    @Test func `it's for any path below the base URL`() throws {
        let url = try #require(URL(string: "https://api.test/v1?key=1"))
        let mock = MockTeapot.make(baseURL: url)
        #expect(try mock.got("users?page=2").response.url.absoluteString == "https://api.test/v1/users?key=1&page=2")
        #expect(try mock.got("").response.url.absoluteString == "https://api.test/v1?key=1")
        #expect(try mock.got("?page=2").response.url.absoluteString == "https://api.test/v1?key=1&page=2")
        #expect(try mock.got("..").error?.type == .invalidRequestPath)
    }

    @Test func `a redirect is followed from one endpoint to another`() throws {
        let mock = MockTeapot.make()
        mock.overrideEndpoint("old", with: .status(301, headers: ["Location": "/new"]))
        let result = try mock.got("/old")
        #expect(result.error == nil)
        #expect(result.response.url.absoluteString == "https://mock.test/new")
        #expect(mock.requests.map(\.path) == ["/old", "/new"])
    }

    @Test func `a completion may send the next request`() {
        let mock = MockTeapot.make("something_secure", statusCode: .unauthorized)
        mock.overrideEndPoint("timestamp", withFilename: "timestamp")
        let result: NetworkResult? = delivered { report in
            mock.get("/timestamp") { result in
                let timestamp = result.json?.dictionary?["timestamp"] as? Int ?? 0
                mock.get("/something_secure", headerFields: ["Timestamp": "\(timestamp)"], completion: report)
            }
        }
        #expect(result?.error?.responseStatus == 401)
        #expect(mock.requests.last?.headers["Timestamp"] == "1700000000")
    }

    @Test func `it arrives on the queue of the mock, or on that of the call`() async {
        let key = DispatchSpecificKey<String>()
        let (own, other) = (DispatchQueue(label: "own"), DispatchQueue(label: "other"))
        for queue in [own, other] { queue.setSpecific(key: key, value: queue.label) }
        let mock = MockTeapot(fixture: .json([:]), defaultDeliveryQueue: own)
        let deliveries: [(path: String, queue: DispatchQueue?, expected: String)] = [
            ("get", nil, "own"), ("..", nil, "own"), ("get", other, "other"),
        ]
        for (path, queue, expected) in deliveries {
            let label: String? = await awaited { report in
                mock.get(path, deliveryQueue: queue) { _ in report(DispatchQueue.getSpecific(key: key)) }
            }
            #expect(label == expected)
        }
    }

    @Test func `a failed attempt is followed by another`() async throws {
        var options = Teapot.Options()
        options.retriers.append(Teapot.Retrier { $0.number < 3 ? .retry(after: 0) : .giveUp })
        let mock = MockTeapot.make(options: options)
        mock.overrideEndpoint("flaky", with: .error(.networkConnectionLost), .status(503), .file("users"))
        #expect(try await mock.get("/flaky").json?.array?.count == 2)
        #expect(mock.requests.count == 3)
    }

    @Test func `mocks share no state`() throws {
        let (one, other) = (MockTeapot.make(), MockTeapot.make())
        one.overrideEndpoint("get", with: .status(500))
        one.setExpectedHeaders(["a": "b"])
        #expect(try other.got().error == nil)
        #expect(one.requests.isEmpty)
    }

    @Test func `many threads can send requests at once`() async throws {
        let mock = MockTeapot.make()
        let counts = await withTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var count = 0
                    for number in 0..<50 {
                        if (number % 10, task) == (0, 0) { mock.overrideEndpoint("x\(number)", with: .status(204)) }
                        if (try? await mock.get("/get?\(number)")) != nil { count += 1 }
                    }
                    return count
                }
            }
            return await group.reduce(0, +)
        }
        #expect(counts == 400)
        #expect(mock.requests.count == 400)
    }
}
