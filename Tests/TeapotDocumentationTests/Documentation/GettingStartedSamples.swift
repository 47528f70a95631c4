import Foundation
import Teapot
import TeapotMock
import TeapotSequences
import TeapotTestResources
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The samples of Getting started` {
    private let teapot: MockTeapot = {
        let mock = MockTeapot(fixture: .json(["id": 1, "name": "Ada"]), directory: Fixtures.directory)
        mock.overrideEndpoint("users/1/avatar", method: .get, with: .file("logo.png"))
        mock.overrideEndpoint("log", with: .data(Data("one\ntwo\r\nthree".utf8), contentType: "text/plain"))
        mock.overrideEndpoint("updates", with: .file("updates.sse"), .status(.noContent))
        return mock
    }()

    /// The URL of the last request, without its host.
    private var asked: String {
        let request = teapot.requests.last
        let query = request?.query.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&") ?? ""
        return "\(request?.method ?? "") \(request?.path ?? "")" + (query.isEmpty ? "" : "?" + query)
    }

    private var sent: String { String(decoding: teapot.requests.last?.body ?? Data(), as: UTF8.self) }

    @Test func `a client is made`() throws {
        let baseURL = try #require(URL(string: "https://api.test/v1"))
        var options = Teapot.Options()
        options.headers = ["X-Client": "app/3"]
        options.timeout = 30
        let teapot = Teapot(baseURL: baseURL, options: options)
        #expect(try teapot.makeRequest(.get, "users").url.absoluteString == "https://api.test/v1/users")
        #expect(try teapot.makeRequest(.get, "/users?page=2").url.absoluteString == "https://api.test/v1/users?page=2")
        #expect(try teapot.makeRequest(.get, "users").timeout == 30)
        #expect(try teapot.makeRequest(.get, "users").headers["x-client"] == "app/3")
    }

    @Test func `a response is awaited`() async throws {
        let response = try await teapot.get("users/1")
        print(response.status, response.json?["name"] as? String ?? "nobody")
        #expect(response.json == ["id": 1, "name": "Ada"])
    }

    @Test func `a value is awaited`() async throws {
        let user: User = try await teapot.get("users/1")
        let same = try await teapot.get("users/1", as: User.self)
        #expect(user.name == same.name)
    }

    @Test func `a query is given in three ways`() async throws {
        _ = try await teapot.get("users?page=2")
        #expect(asked == "GET /users?page=2")
        let page = try await teapot.get("users", query: ["page": 2])
        #expect(asked == "GET /users?page=2")
        let found = try await teapot.get("users", parameters: ["born": 1815, "tag": ["math", "poetry"]])
        #expect(asked == "GET /users?born=1815&tag=math&tag=poetry")
        #expect(page.status == found.status)
    }

    @Test func `JSON is sent`() async throws {
        _ = try await teapot.post("users", parameters: ["name": "Ada", "born": 1815])
        #expect(try JSON(parsing: Data(sent.utf8)) == ["name": "Ada", "born": 1815])
        let user = User(id: 1, name: "Ada")
        _ = try await teapot.put("users/1", parameters: .json(user))
        #expect(try JSON(parsing: Data(sent.utf8)) == ["name": "Ada", "id": 1])
    }

    @Test func `other bodies are sent`() async throws {
        let png = try Data(contentsOf: Fixtures.directory.appendingPathComponent("logo.png"))
        let file = Fixtures.directory.appendingPathComponent("logo.png")
        _ = try await teapot.post("login", parameters: .form(["name": "Ada", "password": "secret"]))
        #expect(sent == "name=Ada&password=secret")
        _ = try await teapot.put("users/1/avatar", parameters: .data(png, contentType: "image/png"))
        #expect(teapot.requests.last?.body == png)
        _ = try await teapot.put("users/1/avatar", parameters: .file(file, contentType: "image/png"))
        #expect(teapot.requests.last?.body == png)
        _ = try await teapot.post("albums", parameters: .multipart([.field("title", "Ada"), .file("image", file)]))
        #expect(sent.contains("filename=\"logo.png\""))
        #expect(teapot.requests.last?.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
    }

    @Test func `a file is downloaded and uploaded`() async throws {
        let folder = try TemporaryFolder(["empty": ""])
        let file = folder.url.appendingPathComponent("avatar.png")
        let response = try await teapot.download("users/1/avatar", to: file) { progress in
            if case .received(let count, let total) = progress { print(count, "of", total ?? 0, "bytes") }
        }
        #expect(response.body.isEmpty)
        #expect(try Data(contentsOf: file).starts(with: [0x89, 0x50]))

        _ = try await teapot.request(
            .post, "albums", parameters: .file(file),
            progress: { progress in
                if case .sent(let count, let total) = progress { print(count, "of", total ?? 0, "bytes") }
            })
        #expect(try teapot.requests.last?.body == Data(contentsOf: file))
    }

    @Test func `an image is downloaded`() async throws {
        let image = try await teapot.downloadImage("users/1/avatar")
        _ = image
        #expect(asked == "GET /users/1/avatar")
    }

    @Test func `a body is read line by line`() async throws {
        let stream = try await teapot.stream("log")
        for try await line in stream.lines {
            print(line)
        }
        #expect(stream.response.status == 200)
    }

    @Test func `events are listened to`() async throws {
        for try await event in teapot.events("updates") {
            print(event.event, event.data)
        }
        #expect(teapot.requests.map { $0.headers["Last-Event-ID"] } == [nil, "2"])
    }

    @Test func `credentials are sent`() async throws {
        let header = try teapot.basicAuthenticationHeader(username: "ada", password: "lovelace")
        let account = try await teapot.get("account", headerFields: header)
        #expect(account.status == 200)
        #expect(teapot.requests.last?.headers["Authorization"] == "Basic YWRhOmxvdmVsYWNl")
    }

    @Test func `a call is held, resumed and cancelled`() {
        let task = teapot.get("users/1") { _ in }
        task?.suspend()
        task?.resume()
        task?.cancel()
        #expect(task?.state == .completed)
    }

    @Test func `another method is sent`() async throws {
        let allowed = try await teapot.request(Teapot.Method("OPTIONS"), "users")
        #expect(allowed.status == 200)
        #expect(asked == "OPTIONS /users")
    }
}
