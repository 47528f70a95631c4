import Teapot
import Foundation
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Making a request` {
    @Test func `a request's headers replace the client's of the same name in any case`() throws {
        var options = Teapot.Options()
        options.headers = ["X-A": "client", "X-B": "client", "accept": "text/plain"]
        let client = ScriptedClient(options: options)
        let fields = try client.makeRequest(.get, "a", headerFields: ["x-a": "call", "X-C": "call"]).headers
        #expect(fields == ["accept": "text/plain", "X-B": "client", "x-a": "call", "X-C": "call"])
    }

    @Test func `each request has its own ID, a random UUID`() throws {
        let ids = try (0..<1_000).map { _ in try ScriptedClient().makeRequest(.get, "a").id }
        #expect(Set(ids).count == 1_000)
        // RFC 9562 §5.4: the version is 4, the variant 10 in binary, and all other bits are random.
        #expect(ids.allSatisfy { $0.uuid.6 >> 4 == 4 && $0.uuid.8 >> 6 == 2 })
        let bytes = ids.map { id in withUnsafeBytes(of: id.uuid) { Array($0) } }
        for bit in 0..<128 where bit / 4 != 12 && bit / 2 != 32 {
            let ones = bytes.count { $0[bit / 8] >> (7 - bit % 8) & 1 == 1 }
            #expect((350...650).contains(ones), "bit \(bit) is set in \(ones)")
        }
    }

    @Test func `the client's own media type names JSON and bytes, but not a form`() throws {
        var options = Teapot.Options()
        options.headers = ["content-type": "application/vnd.api+json"]
        let client = ScriptedClient(options: options)
        func type(_ parameters: some Teapot.Parameters, _ fields: [String: String] = [:]) throws -> String {
            let request = try client.makeRequest(.post, "a", parameters: parameters, headerFields: fields)
            return request.headers.values(for: "Content-Type").joined(separator: " and ")
        }
        #expect(try type(["a": 1]) == "application/vnd.api+json")
        #expect(try type(.data(Data([1]))) == "application/vnd.api+json")
        #expect(try type(.form(["a": "b"])) == "application/x-www-form-urlencoded")
        #expect(try type(.multipart([.field("a", "b")])).hasPrefix("multipart/form-data; boundary="))
        #expect(try type(.data(Data([1]), contentType: "image/png")) == "image/png")
        let folder = try TemporaryFolder(["x.json": "{}", "x.unknown": "x"])
        #expect(try type(.file(folder.path("x.json"))) == "application/json")
        #expect(try type(.file(folder.path("x.unknown"))) == "application/octet-stream")
        #expect(try type(.form(["a": "b"]), ["Content-Type": "a/b"]) == "a/b")
    }

    @Test func `JSON is requested unless the request accepts something else`() throws {
        let client = ScriptedClient()
        #expect(try client.makeRequest(.get, "a").headers == ["Accept": "application/json, */*;q=0.5"])
        #expect(try client.makeRequest(.get, "a", headerFields: ["ACCEPT": "a/b"]).headers == ["ACCEPT": "a/b"])
    }

    @Test func `the client's timeout is the default`() throws {
        var options = Teapot.Options()
        options.timeout = 7
        let client = ScriptedClient(options: options)
        #expect(try client.makeRequest(.get, "a").timeout == 7)
        #expect(try client.makeRequest(.get, "a", timeout: 0.5).timeout == 0.5)
        #expect(try client.makeRequest(.get, "a").allowsCellularAccess)
        #expect(try !client.makeRequest(.get, "a", allowsCellular: false).allowsCellularAccess)
    }

    @Test(arguments: [0, -1, TimeInterval.nan])
    func `an invalid timeout is refused`(timeout: TimeInterval) {
        let error = teapotError { _ = try ScriptedClient().makeRequest(.get, "a", timeout: timeout) }
        #expect(error?.type == .invalidTimeout)
    }

    @Test func `an invalid request sends nothing and explains why`() throws {
        let client = ScriptedClient()
        let cases: [(TeapotError.ErrorType, (@escaping @Sendable (NetworkResult) -> Void) -> Teapot.Call?)] = [
            (.invalidRequestPath, { client.get("a#b", completion: $0) }),
            (.invalidRequestPath, { client.delete("../all", completion: $0) }),
            (.invalidPayload, { client.post("a", parameters: JSON.array([Double.nan]), completion: $0) }),
            (.invalidPayload, { client.get("a", parameters: Data([1]), completion: $0) }),
            (.invalidHeader, { client.get("a", headerFields: ["X-A": "b\r\nX-B: c"], completion: $0) }),
            (.invalidHeader, { client.get("a", headerFields: ["X A": "b"], completion: $0) }),
            (.invalidHeader, { client.request(Teapot.Method("GET /"), "a", completion: $0) }),
            (.invalidTimeout, { client.put("a", timeout: 0, completion: $0) }),
        ]
        for (type, call) in cases {
            let results = Recorder<NetworkResult>()
            #expect(call({ results($0) }) == nil)
            #expect(results.values.count == 1)
            let result = try #require(results.values.first)
            #expect(result.error?.type == type)
            #expect(result.response.statusCode == 0)
        }
        #expect(client.requests.isEmpty)
    }

    @Test func `each verb sends its method`() async throws {
        let answers = [ScriptedClient.Script](repeating: .answer(json: "{}"), count: 6)
        func client() -> ScriptedClient {
            ScriptedClient(answers[0], answers[1], answers[2], answers[3], answers[4], answers[5])
        }
        let called = client()
        called.get("a") { _ in }
        called.head("a") { _ in }
        called.post("a") { _ in }
        called.put("a") { _ in }
        called.patch("a") { _ in }
        called.delete("a") { _ in }
        #expect(called.requests.map(\.method) == [.get, .head, .post, .put, .patch, .delete])

        let awaited = client()
        _ = try await awaited.get("a")
        _ = try await awaited.head("a")
        _ = try await awaited.post("a")
        _ = try await awaited.put("a")
        _ = try await awaited.patch("a")
        _ = try await awaited.delete("a")
        #expect(awaited.requests.map(\.method) == [.get, .head, .post, .put, .patch, .delete])

        let decoded = client()
        _ = try await decoded.get("a", as: [String: Int].self)
        _ = try await decoded.post("a", as: [String: Int].self)
        _ = try await decoded.put("a", as: [String: Int].self)
        _ = try await decoded.patch("a", as: [String: Int].self)
        _ = try await decoded.delete("a", as: [String: Int].self)
        #expect(decoded.requests.map(\.method) == [.get, .post, .put, .patch, .delete])
    }
}
