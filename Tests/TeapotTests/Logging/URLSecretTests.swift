import Teapot
import Foundation
import TeapotTestTraits
import Testing

/// Tests of the secrets in a URL, which must not appear elsewhere.
@Suite(.inTurn) struct `Secrets of a URL` {
    private let secret = "0123456789abcdef"

    private func expectHidden(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(!text.contains("0123456789"), "\(text)", sourceLocation: sourceLocation)
    }

    @Test func `a token in place of a user name reaches no log`() async {
        let messages = Recorder<String>()
        let location = "https://user:\(secret)@h.test/next?access_token=\(secret)"
        let client = ScriptedClient(
            .redirect(to: location), .answer(500, ["Link": "<\(location)>; rel=next"]),
            baseURL: .make("https://\(secret)@h.test"))
        client.logger.level = .incomingAndOutgoingData
        client.logger.sink = { _, message in messages(message) }
        let error = await #expect(throws: TeapotError.self) {
            try await client.get("a", query: [URLQueryItem(name: "api_key", value: secret)])
        }
        #expect(client.requests.map(\.url.absoluteString).allSatisfy { $0.contains(secret) })
        #expect(messages.values.count == 5)
        expectHidden(messages.values.joined(separator: "\n"))
        expectHidden("\(error.map { "\($0) \($0.response.map { "\($0)" } ?? "")" } ?? secret)")
    }

    @Test func `bodies are logged without values whose names are secret`() {
        let messages = Recorder<String>()
        let client = ScriptedClient(.answer(json: #"{"access_token":"\#(secret)"}"#))
        client.logger.level = .incomingAndOutgoingData
        client.logger.sink = { _, message in messages(message) }
        client.post("login", parameters: .form(["user": "ada", "password": secret])) { _ in }
        #expect(messages.values.count == 2)
        #expect(messages.values.first?.hasSuffix("user=ada&password=…ef") == true)
        expectHidden(messages.values.joined(separator: "\n"))
    }

    @Test func `a command and a description have no secret of the URL`() throws {
        let url = "https://\(secret):\(secret)@h.test/a?sig=\(secret)"
        let body = Teapot.Body.data(Data(#"{"password":"\#(secret)"}"#.utf8))
        let request = Teapot.Request.make(.post, url, ["Referer": url], body: body)
        expectHidden(request.curl())
        expectHidden("\(request)")
        #expect("\(request)" == "POST https://…@h.test/a?sig=…ef")
        expectHidden("\(Teapot.Response.make(url: url))")
    }

    @Test(arguments: ["ftp://0123456789@h.test", "http://0123456789:x@"])
    func `an error names no secret of the URL`(text: String) throws {
        let url = try #require(URL(string: text))
        let client = ScriptedClient(baseURL: url)
        expectHidden("\(String(describing: teapotError { _ = try client.makeRequest(.get, "a") }))")
        expectHidden("\(String(describing: teapotError { _ = try client.makeRequest(.get, url: url) }))")
        let redirect = ScriptedClient(.redirect(to: text))
        expectHidden(
            "\(String(describing: message { _ = try Teapot.Request.make().following(.make(302, ["Location": text]), isForwarded: { _ in true }) }))"
        )
        _ = redirect
    }

    @Test func `an underlying error names no secret of the URL`() async throws {
        let text = "http://\(secret)@h.test/a?token=\(secret)"
        let info: [String: Any] = ["NSErrorFailingURLStringKey": text, "NSErrorFailingURLKey": URL.make(text), "n": 1]
        let failures: [any Error] = [URLError(.cannotConnectToHost, userInfo: info), Failure(text: text)]
        for failure in failures {
            let client = ScriptedClient(.failure(failure))
            let error = try #require(await #expect(throws: TeapotError.self) { try await client.get("a") })
            expectHidden(error.description)
            if let underlying = error.underlyingError as? URLError {
                expectHidden("\(underlying) \(underlying.errorUserInfo)")
                #expect(underlying.code == .cannotConnectToHost)
                #expect(underlying.errorUserInfo["n"] as? Int == 1)
            }
        }
    }

    @Test func `the client's own secret names are hidden in errors, logs and descriptions`() async throws {
        var options = Teapot.Options()
        options.secrets = ["Ticket"]
        options.redirects = .refusingPlainHTTP
        options.logLevel = .incomingAndOutgoingData
        let url = "://h.test/a?ticket=\(secret)"
        let info: [String: Any] = ["NSErrorFailingURLStringKey": url]
        let client = ScriptedClient(
            .redirect(to: "mailto" + url), .answer(.make(301, ["Location": "http" + url], url: "https://h.test")),
            .failure(URLError(.timedOut, userInfo: info)), .answer(500), .answer(),
            .answer(.make(200, url: "http" + url)),
            baseURL: .make("http" + url), options: options)
        let shown = Recorder<String>()
        client.logger.sink = { shown($1) }
        for _ in 0..<4 {
            let error = try #require(await #expect(throws: TeapotError.self) { try await client.get("b") })
            shown(
                "\(error) \(String(describing: error.response)) \((error.underlyingError as? URLError)?.errorUserInfo ?? [:])"
            )
        }
        shown("\(try await client.get("b"))")
        shown("\(try await client.stream("b").response)")
        for path in ["..?ticket=\(secret)", "a?ticket=\(secret)#"] {
            shown("\(String(describing: teapotError { _ = try client.makeRequest(.get, path) }))")
            client.get(path) { shown("\($0)") }
        }
        client.get("b") { shown("\($0.response)") }
        let ftp = try #require(URL(string: "ftp" + url))
        shown("\(String(describing: teapotError { _ = try client.makeRequest(.get, url: ftp) }))")
        await #expect(throws: TeapotError.self) { try await client.send(Teapot.Request(url: ftp)) }
        var request = try client.makeRequest(.get, "b")
        shown("\(request)")
        request.cachePolicy = .returnCacheDataDontLoad
        client.send(request) { shown("\($0)") }
        #expect(shown.values.count > 20)
        expectHidden(shown.values.joined(separator: "\n"))
    }

    @Test func `an adapter's error names the request, and no secret`() async throws {
        let failure = URLError(.timedOut, userInfo: ["NSErrorFailingURLStringKey": "http://h.test/?token=\(secret)"])
        for error in [failure, Failure(text: "http://\(secret)@h.test")] as [any Error] {
            var options = Teapot.Options()
            options.adapters = [Teapot.Adapter { _ in throw error }]
            let client = ScriptedClient(options: options)
            let failed = await #expect(throws: TeapotError.self) { try await client.get("a") }
            #expect(failed?.description.hasPrefix("GET http://h.test/api/a: adapterFailed; ") == true)
            expectHidden("\(String(describing: failed)) \(String(describing: failed?.underlyingError as? URLError))")
        }
    }

    @Test func `a file's error shows no secret of a URL`() async throws {
        let file = URL.make("https://ada:\(secret)@h.test/a?token=\(secret)")
        let error = await #expect(throws: TeapotError.self) {
            try await ScriptedClient(.answer()).download("a", to: file)
        }
        #expect(error?.type == .fileFailed)
        expectHidden("\(String(describing: error))")
    }

    @Test func `a field of a multipart body is hidden in a command and in the log`() throws {
        let parts = [Teapot.Part.field("password", secret), .field("user", "ada")]
        let client = ScriptedClient(.answer())
        let shown = Recorder<String>()
        client.logger.level = .incomingAndOutgoingData
        client.logger.sink = { shown($1) }
        client.post("a", parameters: .multipart(parts)) { _ in }
        shown(try client.makeRequest(.post, "a", parameters: .multipart(parts)).curl())
        #expect(shown.values.count == 3)
        #expect(shown.values.joined().contains("ada"))
        expectHidden(shown.values.joined(separator: "\n"))
    }

    private struct Failure: Error, CustomStringConvertible {
        var text: String
        var description: String { "no answer from \(text)" }
    }
}
