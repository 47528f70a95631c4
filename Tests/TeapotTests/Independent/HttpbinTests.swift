import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

private let address = ProcessInfo.processInfo.environment["TEAPOT_HTTPBIN_URL"].flatMap { URL(string: $0) }

/// Tests of the client with a third-party server: httpbin, which `.ci/run` starts.
@Suite(.inTurn, .enabled(if: address != nil, "TEAPOT_HTTPBIN_URL names no httpbin; `.ci/run` starts one"))
struct `Against httpbin` {
    let teapot = Teapot(baseURL: address ?? URL(fileURLWithPath: "/"))

    private func dictionary(_ value: (any Sendable)?) -> [String: any Sendable] {
        value as? [String: any Sendable] ?? [:]
    }

    @Test func `a query and headers arrive`() async throws {
        let json = try await teapot.get(
            "get?a=1",
            query: [URLQueryItem(name: "b c", value: "d&e+f"), URLQueryItem(name: "ü", value: nil)],
            headerFields: ["X-Test": "yes"]
        ).json?.dictionary
        let sent = dictionary(json?["args"])
        #expect(sent["a"] as? String == "1")
        #expect(sent["b c"] as? String == "d&e+f")
        #expect(sent["ü"] as? String == "")
        #expect(dictionary(json?["headers"])["X-Test"] as? String == "yes")
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
    func `JSON arrives`(method: String) async throws {
        let response = try await teapot.request(
            Teapot.Method(method),
            method.lowercased(),
            parameters: ["a": [1, 2.5, "ü"]]
        )
        let echoed = dictionary(response.json?.dictionary?["json"])["a"] as? [any Sendable]
        #expect(echoed?[0] as? Int == 1)
        #expect(echoed?[1] as? Double == 2.5)
        #expect(echoed?[2] as? String == "ü")
    }

    @Test func `a form arrives`() async throws {
        let response = try await teapot.post("post", parameters: .form(["a b": "c&d=e+f", "g": "ü"]))
        let form = dictionary(response.json?.dictionary?["form"])
        #expect(form["a b"] as? String == "c&d=e+f")
        #expect(form["g"] as? String == "ü")
    }

    @Test func `a multipart body with a file arrives`() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString).txt")
        try Data("what is in the file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let parts: [Teapot.Part] = [.field("name", "Ada \"L\""), .file("upload", file, contentType: "text/plain")]
        let json = try await teapot.post("post", parameters: .multipart(parts)).json?.dictionary
        #expect(dictionary(json?["form"])["name"] as? String == "Ada \"L\"")
        #expect(dictionary(json?["files"])["upload"] as? String == "what is in the file")
    }

    @Test func `basic credentials are accepted, and wrong ones are a 401`() async throws {
        let right = try teapot.basicAuthenticationHeader(username: "ada", password: "päss")
        let path = "basic-auth/ada/p%C3%A4ss"
        #expect(try await teapot.get(path, headerFields: right).json?.dictionary?["user"] as? String == "ada")
        let error = await #expect(throws: TeapotError.self) { _ = try await teapot.get(path) }
        #expect(error?.responseStatus == 401)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `redirects are followed`(status: Int) async throws {
        let response = try await teapot.get(
            "redirect-to",
            query: [
                URLQueryItem(name: "url", value: "/get?followed=yes"),
                URLQueryItem(name: "status_code", value: "\(status)"),
            ]
        )
        #expect(dictionary(response.json?.dictionary?["args"])["followed"] as? String == "yes")
        #expect(response.url.path == "/get")
    }

    @Test(arguments: [200, 201, 204, 400, 404, 418, 429, 500, 503])
    func `statuses arrive unchanged`(status: Int) async throws {
        do {
            let response = try await teapot.get("status/\(status)")
            #expect(response.statusCode == status && status < 300)
        } catch {
            #expect(error.responseStatus == status && status >= 300)
            #expect(error.type == .invalidResponseStatus)
        }
    }

    @Test(arguments: ["gzip", "deflate", "brotli"])
    func `compressed bodies are decoded`(encoding: String) async throws {
        let json = try await teapot.get(encoding).json?.dictionary
        #expect(json?[encoding == "gzip" ? "gzipped" : encoding == "brotli" ? "brotli" : "deflated"] as? Bool == true)
    }

    @Test(arguments: ["png", "jpeg", "webp"])
    func `images are recognized`(format: String) async throws {
        _ = try await teapot.downloadImage("image/\(format)")
    }

    @Test func `lines arrive as a stream`() async throws {
        var count = 0
        for try await line in try await teapot.stream("stream/5").lines {
            #expect(try JSON(parsing: Data(line.utf8)).dictionary?["id"] as? Int == count)
            count += 1
        }
        #expect(count == 5)
    }

    @Test func `bytes are downloaded to a file`() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try await teapot.download("bytes/100000", to: file)
        #expect(try Data(contentsOf: file).count == 100_000)
    }

    @Test func `an entity tag that matches is a 304`() async throws {
        let error = await #expect(throws: TeapotError.self) {
            _ = try await teapot.get("etag/abc", headerFields: ["If-None-Match": "\"abc\""])
        }
        #expect(error?.responseStatus == 304)
    }

    @Test func `a cookie set by the server isn't sent back`() async throws {
        _ = try await teapot.get("cookies/set?a=b")
        #expect(dictionary(try await teapot.get("cookies").json?.dictionary?["cookies"]).isEmpty)
    }

    @Test func `a delay beyond the timeout is a timeout`() async throws {
        let error = await #expect(throws: TeapotError.self) {
            _ = try await teapot.get("delay/3", timeout: 0.4)
        }
        #expect(error?.type == .timeout)
    }
}
