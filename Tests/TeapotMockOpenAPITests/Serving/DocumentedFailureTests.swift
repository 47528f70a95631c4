import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI
import TeapotMockTesting
import TeapotTestTraits
import Testing

/// Tests of `everyFailure` with a router that answers from a document.
@Suite(.inTurn) struct `Every failure of a document` {
    private static let yaml = """
        openapi: 3.1.0
        paths:
          /teas/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get:
              responses:
                200: {content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: integer}}}}}}
                404: {content: {application/json: {example: {code: no_tea}}}}
                4XX: {content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}}
                503: {headers: {Retry-After: {schema: {type: integer, const: 7}}}, content: {text/plain: {example: Closed}}}
                default: {content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}}
          /teas:
            post:
              requestBody: {content: {application/json: {schema: {type: object}}}}
              responses:
                201: {content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: integer}}}}}}
                409: {description: There is one}
          /status: {get: {responses: {default: {description: The usual answer}}}}
        components:
          schemas:
            Problem: {type: object, required: [code, status], properties: {code: {const: problem}, status: {type: integer}}}
        """

    private struct Unexpected: Error {}

    private static func answer(in router: Router) throws {
        router.answer(from: try OpenAPIDocument(data: Data(yaml.utf8), named: "teas.yaml"))
    }

    /// Returns the status, one header and the body of a response, also of an error.
    private static func read(_ path: String) async -> String {
        let client = MockTeapot(router: .current)
        let response: Teapot.Response?
        do throws(TeapotError) { response = try await client.get(path) } catch { response = error.response }
        let wait = response?.headers["Retry-After"].map { " after \($0)" } ?? ""
        return "\(response?.status ?? 0)\(wait) \(String(decoding: response?.body ?? Data(), as: UTF8.self))"
    }

    @Test(.router("https://api.test")) func `has each documented error, with its body`() async throws {
        try Self.answer(in: .current)
        let seen = Locked<[FailurePath.Failure: String]>([:])
        let report = try await everyFailure {
            await Self.read("teas/2")
        } check: { outcome in
            guard outcome.path.steps.count == 1, case .documented? = outcome.path.failures.first else { return }
            let text = try outcome.result.get()
            seen.withLock { $0[outcome.path.failures[0]] = text }
        }
        let expected: [FailurePath.Failure: String] = [
            .documented(400): #"400 {"code":"problem","status":400}"#, .documented(404): #"404 {"code":"no_tea"}"#,
            .documented(500): #"500 {"code":"problem","status":500}"#, .documented(503): "503 after 7 Closed",
        ]
        #expect(seen.withLock { $0 } == expected)
        #expect(report.description.contains("\ndocumented@404  .\n"))
        #expect(report.description.contains("\n503             .\n"))
        #expect(!report.description.contains("documented@each"))
    }

    @Test(.router("https://api.test")) func `isn't tried for a request without documented errors`() async throws {
        try Self.answer(in: .current)
        let report = try await everyFailure(of: [.documented(nil)]) { await Self.read("status") }
        #expect(report.runCount == 2)
        let one = try await everyFailure(of: [.documented(404)]) { await Self.read("teas/2") }
        #expect(one.runCount == 3)
        let error = try await #require(throws: FailureReport.SetupError.self) {
            try await everyFailure(replaying: "1:documented@418") { await Self.read("teas/2") }
        }
        #expect(
            error.description == "The failure of “1:documented@418” in the path “1:documented@418” can't happen: "
                + "GET /teas/2 has these documented errors: 400, 404, 500, 503.")
        let other = try await #require(throws: FailureReport.SetupError.self) {
            try await everyFailure(replaying: "1:documented@404") { await Self.read("status") }
        }
        #expect(other.description.hasSuffix("GET /status has no documented errors."))
    }

    @Test(.router("https://api.test"))
    func `is reported with the method, the path and the status in one line`() async throws {
        try Self.answer(in: .current)
        let text = Locked("")
        await withKnownIssue {
            let report = try await everyFailure(of: [.documented(nil)]) {
                await Self.read("teas/2")
            } check: { outcome in
                // An expectation would be a known issue, which isn't a finding.
                if try outcome.result.get().hasPrefix("404") { throw Unexpected() }
            }
            text.withLock { $0 = report.description }
        }
        let line = "\nIn the path, 1:documented@404 is GET /teas/2 with its documented 404.\n"
        #expect(text.withLock { $0 }.contains(line))
    }

    @Test(.router("https://api.test")) func `begins with the same items in each run`() async throws {
        try Self.answer(in: .current)
        let client = MockTeapot(router: .current)
        let first = try await client.post("teas", parameters: .json([:])).json?["id"] as? Int
        let ids = Locked<[Int?]>([])
        let report = try await everyFailure(of: [.documented(nil), .status(409)]) {
            let response = try await MockTeapot(router: .current).post("teas", parameters: .json([:]))
            let id = response.json?["id"] as? Int
            ids.withLock { $0.append(id) }
        }
        #expect(report.notes.isEmpty)
        #expect(first == 4)
        #expect(ids.withLock { $0 } == [5, 5])
        #expect(try await client.post("teas", parameters: .json([:])).json?["id"] as? Int == 5)
    }

    @Test func `doesn't lose a request that the document refuses`() async throws {
        let router = Router("https://api.test")
        try Self.answer(in: router)
        try await Router.$ofTest.withValue(router) {
            _ = try await everyFailure(of: [.documented(nil)]) { await Self.read("teas/x") }
        }
        #expect(router.violations.map(\.kind) == [.undocumentedRequest])
    }
}
