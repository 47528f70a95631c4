import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `An error's description for developers` {
    private func failure(
        _ script: ScriptedClient.Script,
        _ path: String = "users",
        options: Teapot.Options = Teapot.Options()
    ) async -> TeapotError? {
        await #expect(throws: TeapotError.self) { try await ScriptedClient(script, options: options).post(path) }
    }

    @Test func `a status is described with the request and the start of the body`() async {
        let error = await failure(.answer(500, json: "{\"message\":\r\n\"The shop is full\"}"))
        #expect(error?.description == #"POST http://h.test/api/users -> 500: {"message": "The shop is full"}"#)
        #expect(
            error?.errorDescription
                == "The server answered with status 500."
        )
        #expect(error?.localizedDescription == error?.errorDescription)
        #expect(await failure(.answer(503))?.description == "POST http://h.test/api/users -> 503")
    }

    @Test func `a long body is shortened, and binary data is described by its size`() async {
        let long = await failure(.answer(.make(400, [:], Data(repeating: 0x61, count: 5_000))))
        #expect(long?.description.hasSuffix(" -> 400: \(String(repeating: "a", count: 200))… <5000 bytes>") == true)
        let binary = await failure(.answer(.make(400, [:], Data([0xFF, 0x00, 0xFE]))))
        #expect(binary?.description == "POST http://h.test/api/users -> 400: <3 bytes of binary data>")
    }

    @Test(arguments: [
        (URLError.Code.cannotConnectToHost, "connection refused"), (.timedOut, "timed out"),
        (.cannotFindHost, "unknown host"), (.notConnectedToInternet, "no internet connection"),
        (.serverCertificateHasBadDate, "certificate expired"), (.callIsActive, "URLError -1019"),
        (.httpTooManyRedirects, "too many redirects"), (.cannotParseResponse, "unreadable response"),
    ])
    func `the underlying failure is described in words`(code: URLError.Code, words: String) async {
        let error = await failure(.failure(URLError(code)))
        #expect(error?.description == "POST http://h.test/api/users: \(words)")
        let sentences: [URLError.Code: String] = [
            .timedOut: "The request timed out.", .notConnectedToInternet: "There is no internet connection.",
        ]
        #expect(error?.errorDescription == sentences[code] ?? "No response was received.")
    }

    @Test func `Foundation's description follows ours`() async {
        let info = [NSLocalizedDescriptionKey: "Failed to connect to h.test port 80"]
        let error = await failure(.failure(URLError(.cannotConnectToHost, userInfo: info)))
        let words = "connection refused (Failed to connect to h.test port 80)"
        #expect(error?.description == "POST http://h.test/api/users: \(words)")
    }

    @Test func `a response that was cut says so and shows the received bytes`() async {
        let script = ScriptedClient.Script(events: [
            .began, .response(.make(200)), .data(Data("half".utf8)), .finished(URLError(.networkConnectionLost)),
        ])
        let error = await failure(script)
        #expect(error?.description == "POST http://h.test/api/users -> 200: incompleteResponse; connection lost; half")
    }

    @Test func `secrets of the URL and of the body are shortened`() async {
        var options = Teapot.Options()
        options.secrets = ["tea"]
        let body = #"{"access_token":"0123456789abcdef","tea":"earl grey blend"}"#
        let client = ScriptedClient(
            .answer(400, json: body), baseURL: .make("http://ada:lovelace@h.test"), options: options)
        let error = await #expect(throws: TeapotError.self) { try await client.get("users?api_key=0123456789abcdef") }
        let shown = #"{"access_token":"…ef","tea":"…nd"}"#
        #expect(error?.description == "GET http://…@h.test/users?api_key=…ef -> 400: \(shown)")
    }

    @Test func `an unsent request is described by the sentence and the problem`() async {
        let error = await failure(.answer(), "users#top")
        #expect(error?.errorDescription == "The request's URL is invalid.")
        #expect(
            error?.description
                == "The request's URL is invalid: POST users#top: “users#top” has a “#”, which is never sent; "
                + "write it as %23"
        )
        let forged = await failure(.answer(), "users/a\nGET /fake")?.description
        #expect(forged?.contains("\n") == false, "\(forged ?? "")")
        let long = await failure(.answer(), String(repeating: "a", count: 100_000) + "#")?.description
        #expect(long?.contains("POST \(String(repeating: "a", count: 200)): “") == true)
        let text = await failure(.answer(), "users#?api_key=abcdefghijkl")?.description
        #expect(text?.contains("abcdef") == false, "\(text ?? "")")
    }

    @Test func `a failure after a redirect is described with the last URL`() async {
        let scripts: [(ScriptedClient.Script, String)] = [
            (.failure(URLError(.cannotConnectToHost)), ": connection refused"), (.answer(404), " -> 404"),
        ]
        for (script, end) in scripts {
            let client = ScriptedClient(
                .redirect(to: "/b"), .redirect(to: "http://other.test/c?token=0123456789abcdef"), script)
            let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
            let place = "GET http://h.test/api/a, redirected to http://other.test/c?token=…ef"
            #expect(error?.description == place + end)
        }
    }

    @Test func `a cancelled call names its request`() async {
        let client = ScriptedClient(.answer(200))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.get("a")
        }
        let error = await #expect(throws: TeapotError.self) { try await task.value }
        #expect(error?.description == "GET http://h.test/api/a: cancelled")
        #expect(error?.errorDescription == "The request was cancelled.")
    }

    @Test func `another attempt starts at the first URL`() async {
        var options = Teapot.Options()
        options.retriers = [Teapot.Retrier { $0.number < 2 ? .retry(after: 0) : .giveUp }]
        let client = ScriptedClient(.redirect(to: "/b"), .answer(503), .answer(503), options: options)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.description == "GET http://h.test/api/a -> 503, 2 tries")
    }

    @Test func `retriers and the log see it, too`() async {
        let seen = Recorder<String>()
        let messages = Recorder<String>()
        var options = Teapot.Options()
        options.retriers = [
            Teapot.Retrier { failure in
                seen("\(failure.error)")
                return .giveUp
            }
        ]
        let client = ScriptedClient(.answer(503), options: options)
        client.logger.level = .error
        client.logger.sink = { _, message in messages(message) }
        await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(seen.values == ["GET http://h.test/api/a -> 503"])
        #expect(messages.values == seen.values)
    }
}

@Suite(.inTurn) struct `A caller's own error` {
    private let own = TeapotError(type: .noResponse, description: "The shop is closed.")

    @Test func `keeps its description in both`() async {
        #expect(own.description == "The shop is closed.")
        #expect(own.errorDescription == "The shop is closed.")
        let client = ScriptedClient(.failure(own))
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.description == "The shop is closed.")
        #expect(error?.errorDescription == "The shop is closed.")
    }

    @Test func `has both descriptions replaced by one that is set`() async {
        let client = ScriptedClient(.answer(500))
        var error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        error?.description = "The shop is closed."
        #expect(error?.description == "The shop is closed.")
        #expect(error?.errorDescription == "The shop is closed.")
    }
}

@Suite(.inTurn) struct `Errors are equal whatever their request` {
    @Test func `comparing ignores the request`() async {
        func lost(_ path: String) async -> TeapotError? {
            let client = ScriptedClient(.failure(URLError(.timedOut)))
            return await #expect(throws: TeapotError.self) { try await client.get(path) }
        }
        let (first, second) = (await lost("a"), await lost("b"))
        #expect(first == second)
        #expect(first?.description != second?.description)
    }
}
