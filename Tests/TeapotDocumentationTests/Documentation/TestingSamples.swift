import Foundation
import Teapot
import TeapotMock
import TeapotTestResources
import TeapotTestTraits
import Testing

private let directory = Fixtures.directory

@Suite(.inTurn) struct `The samples of Testing an API client` {
    @Test func `a fixture comes from a bundle, a directory or memory`() async throws {
        let fromBundle = MockTeapot(bundle: Bundle(for: MockTests.self), mockFilename: "get")
        let fromFolder = MockTeapot(directory: directory, mockFilename: "users")
        let fromMemory = MockTeapot(fixture: .json(["id": 1, "name": "Ada"]))
        #expect(try await fromBundle.get("any").json == ["key": "value"])
        #expect(try await fromFolder.get("any").json?.array?.count == 2)
        #expect(try await UserAPI(teapot: fromMemory).user(1).name == "Ada")
    }

    @Test func `a mock takes options`() async throws {
        struct Shop: Decodable {
            var opened: Date
        }
        var options = Teapot.Options()
        options.headers = ["X-Client": "app/3"]
        options.decoder.dateDecodingStrategy = .iso8601
        let configured = MockTeapot(fixture: .json(["opened": "2026-02-03T04:05:06Z"]), options: options)
        let shop = try await configured.get("shop", as: Shop.self)
        #expect(shop.opened == Date(timeIntervalSince1970: 1_770_091_506))
        #expect(configured.requests.first?.headers["X-Client"] == "app/3")
    }

    @Test func `a mock fails with a status`() async throws {
        let failing = MockTeapot(fixture: .json(["message": "no"]), statusCode: .unauthorized)
        let error = await #expect(throws: TeapotError.self) { try await UserAPI(teapot: failing).user(1) }
        #expect(error?.statusCode == 401)
    }

    @Test(arguments: [401, 403, 404, 500] as [Teapot.StatusCode])
    func failureIsThrown(status: Teapot.StatusCode) async throws {
        let failing = MockTeapot(fixture: .json(["message": "no"]), statusCode: status)
        let error = await #expect(throws: TeapotError.self) { try await UserAPI(teapot: failing).user(1) }
        #expect(error?.statusCode == status.rawValue)
    }

    @Test func `an endpoint has its own answer`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.overrideEndpoint("users/:id", method: .get, with: .json(["id": 1, "name": "Ada"]))
        mock.overrideEndpoint("users/2", method: .get, with: .status(.notFound))
        mock.overrideEndpoint("users?page=2", with: .json([], headers: ["X-Total": "40"]))
        #expect(try await UserAPI(teapot: mock).user(1).name == "Ada")
        let error = await #expect(throws: TeapotError.self) { try await UserAPI(teapot: mock).user(2) }
        #expect(error?.statusCode == 404)
        #expect(try await mock.get("users?page=2").headers["x-total"] == "40")
        #expect(try await mock.get("users?page=3").json == [:])
    }

    @Test func `answers arrive one after another`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.overrideEndpoint("job", with: .json(["done": false]), .status(503), .json(["done": true]))
        #expect(try await mock.get("job").json == ["done": false])
        await #expect(throws: TeapotError.self) { try await mock.get("job") }
        #expect(try await mock.get("job").json == ["done": true])
        #expect(try await mock.get("job").json == ["done": true])
    }

    @Test func `a connection fails`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.overrideEndpoint("users/1", with: .error(.notConnectedToInternet))
        let error = await #expect(throws: TeapotError.self) { try await UserAPI(teapot: mock).user(1) }
        #expect(error?.type == .noResponse)
    }

    @Test func `an answer takes its time`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.overrideEndpoint("users/1", with: .json(["id": 1, "name": "Ada"], delay: 3600))
        let error = await #expect(throws: TeapotError.self) { try await mock.get("users/1", timeout: 0.05) }
        #expect((error?.underlyingError as? URLError)?.code == .timedOut)
    }

    @Test func `a call is cancelled while its request is under way`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.overrideEndpoint("users/1", with: .json(["id": 1, "name": "Ada"], delay: 3600))
        let call = Task { try await UserAPI(teapot: mock).user(1) }
        _ = try await mock.router.journal.waitForRequest(matching: .path("/users/:id"))
        call.cancel()
        let error = await #expect(throws: TeapotError.self) { try await call.value }
        #expect(error?.type == .cancelled)
    }

    @Test func `requests are recorded`() async throws {
        let mock = MockTeapot(fixture: .json(["id": 1, "name": "Ada"]))
        _ = try await UserAPI(teapot: mock).rename(1, to: "Ada")

        let request = try #require(mock.requests.first)
        #expect(request.method == "PATCH")
        #expect(request.path == "/users/1")
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(try JSON(parsing: request.body) == ["name": "Ada"])
        mock.clearRequests()
        #expect(mock.requests.isEmpty)
    }

    @Test func `headers are expected`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.setExpectedHeaders(["X-Client": "app/3"])
        let error = await #expect(throws: TeapotError.self) { try await mock.get("users") }
        #expect(error?.type == .incorrectHeaders)
        #expect(try await mock.get("users", headerFields: ["X-Client": "app/3"]).status == 200)
        #expect(
            error?.description == """
                Expected headers are missing or incorrect: \
                X-Client: expected “app/3”, but there is none.
                """
        )
    }

    @Test func `a completion is called before the verb returns`() async {
        let mock = MockTeapot(fixture: .json(["id": 1, "name": "Ada"]))
        await confirmation { answered in
            let task = mock.get("users/1") { result in
                guard case .success(let json, _) = result else { return }
                #expect(json?["name"] as? String == "Ada")
                answered()
            }
            #expect(task?.state == .completed)
        }
    }
}
