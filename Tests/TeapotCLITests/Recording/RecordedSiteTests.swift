import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockRecording
import TeapotMockServer
import TeapotTestSupport
import Testing

extension ProgramSuites {
    @Suite struct `A recorded site` {
        /// Records a site with the command, and returns the site's answers.
        private func record(_ url: String, _ words: [String]) async throws -> [RecordedSite.Answer] {
            let teapot = try await RunningTeapot(["record", url] + words)
            var answers: [RecordedSite.Answer] = []
            for visit in RecordedSite.visits {
                answers.append(try await RecordedSite.answer(to: visit, at: teapot.url))
            }
            let (status, errors) = try await teapot.end(SIGINT)
            #expect(!errors.contains("warning"))
            #expect(status == 0)
            return answers
        }

        /// A request with an unrecorded body.
        private let unknown = RecordedSite.Visit(
            method: "POST", target: "/search", headers: ["Content-Type": "application/json"],
            body: #"{"q": "wine", "n": 1.0}"#)

        @Test func `is replayed from a HAR file byte for byte, and no other request is answered`() async throws {
            let folder = try TemporaryFolder()
            #expect(RecordedSite.visits.count == 40)
            let server = RecordedSite.server()
            let answers = try await record(
                "http://127.0.0.1:\(try server.start())", ["--har", folder.place + "/site.har"])
            #expect(answers.map(\.status).filter { $0 < 400 }.count == 38)
            try await server.stop()
            try await RunningTeapot.with(["replay", folder.place + "/site.har"]) { teapot async throws in
                for (visit, answer) in zip(RecordedSite.visits, answers) {
                    #expect(try await RecordedSite.answer(to: visit, at: teapot.url) == answer, "\(visit)")
                }
                for visit in RecordedSite.others + [unknown] {
                    #expect(try await RecordedSite.answer(to: visit, at: teapot.url).status == 404, "\(visit)")
                }
            }
            let har = try HAR(contentsOf: folder.path("site.har"))
            let now = Date()
            #expect(har.entries.allSatisfy { abs($0.started?.timeIntervalSince(now) ?? .infinity) < 3600 })
            #expect(har.entries.allSatisfy { ($0.duration ?? 0) > 0 && ($0.wait ?? 0) > 0 })
            let text = try String(contentsOf: folder.path("site.har"), encoding: .utf8)
            #expect(text.contains("theme=REDACTED") && !text.contains("plum7Tart"))
        }

        @Test(arguments: [true, false])
        func `is served from a folder with the same JSON or bytes, and no other request is answered`(
            isVerbatim: Bool
        ) async throws {
            let folder = try TemporaryFolder()
            let server = RecordedSite.server()
            let words = ["--into", folder.place + "/Mocks"] + (isVerbatim ? ["--verbatim"] : [])
            let answers = try await record("http://127.0.0.1:\(try server.start())", words)
            try await server.stop()
            try await RunningTeapot.with(["serve", folder.place]) { teapot async throws in
                for (visit, answer) in zip(RecordedSite.visits, answers) where visit.target != "/me" {
                    let mock = try await RecordedSite.answer(to: visit, at: teapot.url)
                    #expect(mock.status == answer.status && mock.type == answer.type, "\(visit)")
                    if !isVerbatim, answer.type == "application/json" {
                        #expect(try JSON(parsing: mock.body) == JSON(parsing: answer.body), "\(visit)")
                        #expect(numbers(mock.body) == numbers(answer.body), "\(visit)")
                    } else {
                        #expect(mock.body == answer.body, "\(visit)")
                    }
                }
                // Responses that depend on a cookie aren't distinguished: a cookie is a secret.
                let me = try await RecordedSite.answer(to: .init(method: "GET", target: "/me"), at: teapot.url)
                #expect(answers.filter { $0.status == me.status && $0.body.count > 0 }.isEmpty == false)
                for visit in RecordedSite.others + [unknown] {
                    #expect(try await RecordedSite.answer(to: visit, at: teapot.url).status == 404, "\(visit)")
                }
            }
        }

        /// Returns the numbers of a JSON text as written, sorted.
        private func numbers(_ text: Data) -> [String] {
            JSONTokens(text).filter { $0.kind == .number }.map(\.text).sorted()
        }

        @Test func `gives the same file each time if it should be stable`() async throws {
            let folder = try TemporaryFolder()
            let server = RecordedSite.server()
            let url = "http://127.0.0.1:\(try server.start())"
            for name in ["1", "2"] {
                _ = try await record(url, ["--har", "\(folder.place)/\(name).har", "--stable"])
            }
            #expect(try Data(contentsOf: folder.path("1.har")) == Data(contentsOf: folder.path("2.har")))
            try await server.stop()
        }
    }
}
