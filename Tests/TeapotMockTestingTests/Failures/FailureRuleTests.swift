import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.inTurn) struct FailureRuleTests {
    /// Runs code with a client, and returns the rules that it breaks, with the shortest path for each.
    private func broken(
        of failures: [FailurePath.Failure] = FailurePath.Failure.usual,
        ignoring rules: Set<FailureReport.Exemption> = [],
        _ body: @escaping @Sendable (MockTeapot) async throws -> Void
    ) async throws -> [String] {
        let report = try await recordingNothing {
            try await everyFailure(of: failures, budget: 0, ignoring: rules) {
                Router.current.get("/a", with: ["id": 1])
                Router.current.post("/a", with: .json(["id": 1], status: 201))
                Router.current.put("/a", with: .json(["id": 1], status: 201))
                try await body(MockTeapot(router: .current))
            }
        }
        return report.findings.map { "\($0.rule) \($0.paths[0])" }
    }

    @Test(arguments: [
        ("1:refused", false), ("1:reset", true), ("1:reset@4", true), ("1:timeout", true), ("1:slow", false),
        ("1:401", false), ("1:409", false), ("1:500", true), ("1:503", false), ("1:cut@4", true), ("1:html", false),
        ("1:loop", false), ("1:portal", false),
    ])
    func `A request may be repeated if it wasn't processed, or its response wasn't an error`(
        _ path: String, _ isBroken: Bool
    ) async throws {
        let report = try await recordingNothing {
            try await everyFailure(replaying: path) {
                Router.current.post("/a", with: .json(["id": 1], status: 201))
                let teapot = MockTeapot(router: .current)
                do { _ = try await teapot.post("a", parameters: ["tea": 1]) } catch {
                    _ = try await teapot.post("a", parameters: ["tea": 1])
                }
            }
        }
        #expect(report.findings.map(\.rule) == (isBroken ? [.repeatedRequest] : []), "\(report)")
    }

    @Test func `Requests may be repeated if they are idempotent, have one key, or are sent twice anyway`() async throws
    {
        #expect(
            try await broken { teapot in
                do { _ = try await teapot.put("a", parameters: ["tea": 1]) } catch {
                    _ = try await teapot.put("a", parameters: ["tea": 1])
                }
            }.filter { !$0.hasPrefix("retryAfter") }.isEmpty)
        #expect(
            try await broken { teapot in
                let key = ["Idempotency-Key": UUID().uuidString]
                do { _ = try await teapot.post("a", parameters: ["tea": 1], headerFields: key) } catch {
                    _ = try await teapot.post("a", parameters: ["tea": 1], headerFields: key)
                }
            }.filter { !$0.hasPrefix("retryAfter") }.isEmpty)
        #expect(
            try await broken { teapot in
                _ = try? await teapot.post("a", parameters: ["tea": 1])
                _ = try? await teapot.post("a", parameters: ["tea": 1])
                _ = try? await teapot.post("a", parameters: ["tea": 2])
            }.isEmpty)
    }

    @Test func `A repeated request whose body differs each time is found`() async throws {
        let found = try await broken(of: [.reset]) { teapot in
            do { _ = try await teapot.post("a", parameters: ["id": UUID().uuidString]) } catch {
                _ = try await teapot.post("a", parameters: ["id": UUID().uuidString])
            }
        }
        #expect(found == ["repeatedRequest 1:reset"])
    }

    @Test func `Code that sends requests endlessly is stopped`() async throws {
        let found = try await broken(of: [.status(503)], ignoring: [.retryAfter]) { teapot in
            while (try? await teapot.get("a")) == nil {}
        }
        #expect(found == ["end 1*:503"])
        let endless = try await broken(of: [.status(503)]) { teapot in
            _ = try await teapot.get("a")
            while (try? await teapot.get("a")) == nil {}
        }
        #expect(endless == ["end 2*:503"])
    }

    @Test func `A request without a route is found`() async throws {
        let found = try await broken(of: [.status(401)]) { teapot in
            do { _ = try await teapot.get("a") } catch { _ = try? await teapot.post("token") }
        }
        #expect(found == ["unanswered 1:401"])
    }

    @Test(arguments: [
        #"{"password": "hunter22"}"#, #"{"user": {"accessToken": "hunter22"}}"#, #"{"data": [{"token": "hunter22"}]}"#,
    ])
    func `A secret from a body is found in an error`(_ body: String) async throws {
        let found = try await broken(of: [.status(500)]) { teapot in
            do {
                let fields = ["Content-Type": "application/json"]
                _ = try await teapot.post("a", parameters: Data(body.utf8), headerFields: fields)
            } catch {
                throw URLError(.badServerResponse, userInfo: ["body": body])
            }
        }
        #expect(found == ["secretInError 1:500"])
    }

    @Test(arguments: [
        "Authorization": "Bearer hunter22", "Cookie": "theme=dark; session=hunter22", "X-Api-Key": "hunter22",
    ])
    func `A secret from a header is found in an error`(_ name: String, _ value: String) async throws {
        struct Failed: LocalizedError {
            var errorDescription: String? { "hunter22 is wrong" }
        }
        let found = try await broken(of: [.refused]) { teapot in
            do { _ = try await teapot.get("a", headerFields: [name: value]) } catch { throw Failed() }
        }
        #expect(found == ["secretInError 1:refused"])
    }

    @Test func `An error of the check is found`() async throws {
        let report = try await recordingNothing {
            try await everyFailure(of: [.refused], budget: 0) {
                Router.current.get("/a", with: ["id": 1])
                _ = try await MockTeapot(router: .current).get("a")
            } check: { outcome in
                _ = try outcome.result.get()
            }
        }
        #expect(report.findings.map { "\($0.rule) \($0.paths[0])" } == ["expectation 1:refused"])
    }

    @Test func `A request with a different body is a different request`() async throws {
        let found = try await broken(of: [.reset]) { teapot in
            do { _ = try await teapot.post("a", parameters: ["tea": 1]) } catch {
                _ = try await teapot.post("a", parameters: ["tea": 2])
            }
        }
        #expect(found.isEmpty)
    }

    @Test(arguments: [true, false]) func `A credential may go where it goes without failures`(
        _ isUsual: Bool
    ) async throws {
        let found = try await broken(of: [.refused]) { _ in
            let session = URLSession(answeredBy: .current)
            defer { session.finishTasksAndInvalidate() }
            @Sendable func ask(_ url: String) async throws {
                var request = URLRequest(url: try #require(URL(string: url)))
                request.setValue("Bearer hunter22", forHTTPHeaderField: "Authorization")
                _ = try await session.data(for: request)
            }
            if isUsual { try await ask("https://images.test/a") }
            do { try await ask("https://api.test/a") } catch { try await ask("https://images.test/a") }
        }
        #expect(found.contains { $0.hasPrefix("credentialOfOtherOrigin") } == !isUsual)
    }

    #if canImport(FoundationNetworking)
        @Test func `A plain session that sends a credential to a portal is found`() async throws {
            let found = try await broken(of: [.portal]) { _ in
                var request = URLRequest(url: try #require(URL(string: "http://api.test/a")))
                request.setValue("Bearer hunter22", forHTTPHeaderField: "Authorization")
                _ = try? await URLSession(answeredBy: .current).data(for: request)
            }
            #expect(found == ["credentialOfOtherOrigin 1:portal"])
        }
    #endif

    @Test func `A secret from the server is found in an error`() async throws {
        struct Failed: Error {
            let token: String
        }
        let found = try await recordingNothing {
            try await everyFailure(of: [.refused], budget: 0) {
                Router.current.get("/token", with: ["data": ["access_token": "hunter22"]])
                Router.current.get("/a", with: .status(204))
                let teapot = MockTeapot(router: .current)
                _ = try await teapot.get("token")
                do { _ = try await teapot.get("a") } catch { throw Failed(token: "hunter22") }
            }
        }
        #expect(found.findings.map { "\($0.rule) \($0.paths[0])" } == ["secretInError 2:refused"])
    }

    @Test func `A cut body has its own length`() async throws {
        try await everyFailure(replaying: "1:cut@4") { () -> String? in
            let fields: Teapot.HeaderFields = ["Content-Type": "application/json", "Content-Length": "9"]
            Router.current.get("/a", with: Response(headers: fields, body: Data("[1, 2, 3]".utf8)))
            do {
                return try await MockTeapot(router: .current).get("a").headers["Content-Length"]
            } catch let error as TeapotError {
                return error.response?.headers["Content-Length"]
            }
        } check: { outcome in
            #expect(outcome.value == (outcome.path.isEmpty ? "9" : "4"))
        }
    }

    @Test func `A repeated request is found however its JSON is formatted`() async throws {
        let found = try await broken(of: [.reset]) { teapot in
            let fields = ["Content-Type": "application/json"]
            let bodies = [#"{"tea": 1, "cups": [2, {"hot": true}]}"#, #"{"cups":[2,{"hot":true}],"tea":1}"#]
            do { _ = try await teapot.post("a", parameters: Data(bodies[0].utf8), headerFields: fields) } catch {
                _ = try await teapot.post("a", parameters: Data(bodies[1].utf8), headerFields: fields)
            }
        }
        #expect(found == ["repeatedRequest 1:reset"])
    }

    @Test func `Values that vary between runs don't make different requests equal`() async throws {
        let number = Locked(0)
        let found = try await broken(of: [.reset, .refused]) { teapot in
            for name in ["opened", "failed"] {
                // Like a time in whole seconds, which is the same in the first two runs.
                let time = number.withLock { number in
                    number += 1
                    return number / 6
                }
                _ = try? await teapot.post(
                    "a", query: [.init(name: "t", value: "\(time)")], parameters: ["event": name, "time": time])
            }
            do { _ = try await teapot.get("a") } catch {
                let time = number.withLock { $0 }
                _ = try? await teapot.post(
                    "a", query: [.init(name: "t", value: "\(time)")], parameters: ["event": "lost", "time": time])
            }
        }
        #expect(found.isEmpty)
    }

    @Test func `A GraphQL query may be repeated, but a mutation may not`() async throws {
        for (document, isFound) in [("query Teas { teas { id } }", false), ("mutation Add { add { id } }", true)] {
            let found = try await broken(of: [.reset]) { teapot in
                do { _ = try await teapot.post("a", parameters: ["query": document]) } catch {
                    _ = try await teapot.post("a", parameters: ["query": document])
                }
            }
            #expect(found.isEmpty == !isFound)
        }
    }

    @Test(arguments: [
        "access_token=abc%20def%2Fgh", #"{"token":"abc def\/gh"}"#, "YWJjIGRlZi9naA==", "the token is “abc def/gh”",
    ])
    func `A secret is found in an error however it is encoded`(_ text: String) async throws {
        let found = try await broken(of: [.refused]) { teapot in
            do { _ = try await teapot.get("a", query: [.init(name: "access_token", value: "abc def/gh")]) } catch {
                throw URLError(.badURL, userInfo: ["text": text])
            }
        }
        #expect(found == ["secretInError 1:refused"])
    }

    @Test func `The password of Basic authentication is a secret`() async throws {
        let found = try await broken(of: [.refused]) { teapot in
            let value = "Basic " + Data("ada:hunter22".utf8).base64EncodedString()
            do { _ = try await teapot.get("a", headerFields: ["Authorization": value]) } catch {
                throw URLError(.badURL, userInfo: ["text": "hunter22"])
            }
        }
        #expect(found == ["secretInError 1:refused"])
    }

    @Test(arguments: ["Keynote can't be booked", "A slight error", "Signing in with google failed", "darkness"])
    func `Harmless words in an error aren't secrets`(_ text: String) async throws {
        let found = try await recordingNothing {
            try await everyFailure(of: [.refused], budget: 0) {
                Router.current.get(
                    "/a", with: ["session": ["title": "Keynote"], "credentials": ["provider": "google"]])
                let teapot = MockTeapot(router: .current)
                _ = try await teapot.get("a", headerFields: ["Cookie": "theme=light; sid=darkn"])
                do { _ = try await teapot.get("a") } catch { throw URLError(.badURL, userInfo: ["text": text]) }
            }
        }
        #expect(found.findings.isEmpty)
    }

    @Test func `A token in the body of a report to another origin is found`() async throws {
        let found = try await broken(of: [.refused]) { _ in
            let session = URLSession(answeredBy: .current)
            defer { session.finishTasksAndInvalidate() }
            var request = URLRequest(url: try #require(URL(string: "https://api.test/a")))
            request.setValue("Bearer hunter22", forHTTPHeaderField: "Authorization")
            do { _ = try await session.data(for: request) } catch {
                var report = URLRequest(url: try #require(URL(string: "https://crashes.test/a")))
                report.httpMethod = "POST"
                report.httpBody = Data("failed with Authorization: Bearer hunter22".utf8)
                _ = try await session.data(for: report)
            }
        }
        #expect(found.contains("credentialOfOtherOrigin 1:refused"))
    }

    @Test func `Unanswered requests that differ only in an identifier are one finding`() async throws {
        let found = try await broken(of: [.refused, .status(401), .status(500)]) { teapot in
            do { _ = try await teapot.get("a") } catch { _ = try? await teapot.get("log/\(UUID().uuidString)") }
        }
        #expect(found.count == 1)
    }
}
