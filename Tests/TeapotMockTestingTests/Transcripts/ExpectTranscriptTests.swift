import Foundation
import Teapot
import TeapotMock
import TeapotMockRecording
import TeapotMockTesting
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A test that expects a transcript` {
    @Test(.router("https://api.test"), arguments: 1...3)
    func `passes if the file matches, in each of its cases`(number: Int) async throws {
        Router.current.get("/users", with: .json([]))
        _ = try await MockTeapot(router: .current).get("users", parameters: ["b": "2", "a": "1"])
        expectTranscript(named: "users")
    }

    @Test(.failing("There was no transcript “new”, so it was written to “", below: 5), .router)
    func `fails at its line if there is no file`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("A.swift").path
        _ = await Router.current.serverAnswer(to: Request(method: "OPTIONS", path: "*"))
        expectTranscript(named: "new", filePath: path)
        expectTranscript(named: "new", filePath: path)
        #expect(try String(contentsOf: folder.path("Transcripts/A.new.txt"), encoding: .utf8) == "OPTIONS *\n")
    }

    @Test(.failing("The requests don't match the transcript “users” in “", below: 5), .router(isOptional: true))
    func `fails at its line if the requests differ`() async throws {
        let folder = try TemporaryFolder(["Transcripts/A.users.txt": "GET /users/8\n"])
        let router = Router("/v1")
        _ = await router.answer(to: "/users/7")
        expectTranscript(named: "users", of: router, filePath: folder.path("A.swift").path)
        #expect(router.journal.transcript == "GET /users/7")
    }

    @Test func `compares the requested headers`() async throws {
        let folder = try TemporaryFolder(["Transcripts/A.b.txt": "GET /b\nX-A: 1\nX-Iban: REDACTED\n"])
        let router = Router()
        for path in ["/a", "/b"] {
            _ = await router.answer(
                to: Request(method: "GET", path: path, headers: ["X-A": "1", "X-Iban": "DE", "Accept": "a/b"]))
        }
        expectTranscript(
            named: "b", of: router, headers: ["X-A", "X-Iban"], redaction: Redaction(adding: ["iban"]),
            matching: .path("/b"), filePath: folder.path("A.swift").path)
    }

    @Test(.failing("There is no request for the transcript “a”: ", below: 3))
    func `fails without a request`() async throws {
        let folder = try TemporaryFolder(["Transcripts/A.a.txt": "\n"])
        expectTranscript(named: "a", of: Router(), filePath: folder.path("A.swift").path)
    }

    @Test(.failing("No test has a router here, so there are no requests to compare with the transcript “a”.", below: 2))
    func `fails without a router`() {
        expectTranscript(named: "a")
    }
}
