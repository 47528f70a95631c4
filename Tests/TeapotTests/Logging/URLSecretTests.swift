@testable import Teapot
import Testing

/// Tests of the secrets in a URL, which must not appear elsewhere.
@Suite struct URLSecretTests {
    private let secret = "0123456789abcdef"

    private func expectHidden(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(!text.contains("0123456789"), "\(text)", sourceLocation: sourceLocation)
    }

    @Test func `a token in place of a user reaches no log`() async {
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

    @Test func `bodies are logged without what goes by the name of a secret`() {
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
            "\(String(describing: message { _ = try Teapot.Request.make().following(.make(302, ["Location": text]), mayFollow: { _ in true }) }))"
        )
        _ = redirect
    }

    @Test func `what failed underneath names no secret of the URL`() async throws {
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

    private struct Failure: Error, CustomStringConvertible {
        var text: String
        var description: String { "no answer from \(text)" }
    }
}
