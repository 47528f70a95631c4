import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockInspector
import TeapotMockServer
import TeapotTestSupport
import Testing

extension InspectorSuites {
    /// Tests of the inspector's API that creates mocks without a request, and deletes mocks.
    @Suite struct `New and deleted mocks in the inspector's API` {
        private static let list = "products/success_productList.json"

        /// Returns the body of a request that creates a mock.
        private func mock(
            _ method: String = "GET", _ path: String, _ name: String = "tea", headers: [String: String] = [:],
            _ more: [String: any Sendable] = [:]
        ) throws -> String {
            let fields = headers.merging(["Content-Type": "application/json"]) { $1 }.map { name, value in
                ["name": name, "value": value] as [String: any Sendable] as any Sendable
            }
            let response: [String: any Sendable] = ["status": 201, "headers": fields, "body": "[1]", "delay": 0.02]
            let members: [String: any Sendable] = ["method": method, "path": path, "name": name, "response": response]
            return String(decoding: try JSON.dictionary(members.merging(more) { $1 }).data(), as: UTF8.self)
        }

        private func files(of made: WireMessage) throws -> [String] {
            let files = try JSON(parsing: made.body).dictionary?["files"] as? [any Sendable] ?? []
            return files.compactMap { $0 as? String }
        }

        @Test func `says what's redacted in a saved response, and what's left out`() async throws {
            try await InspectedServer.run { inspected async throws in
                let headers: Teapot.HeaderFields = ["Set-Cookie": "session=abcdefgh12345678"]
                let tokens = ["access_token": "s3cr3t-token-0123456789"]
                inspected.router.get("/login", with: .json(.dictionary(tokens), headers: headers))
                try await inspected.send("GET", "/login")
                let response = try await inspected.members("journal/1").object("response")
                #expect(response["leftOut"] as? [String] == ["Set-Cookie"])
                let saved = try JSON(parsing: try await inspected.api("POST", "journal/1/mock", body: "{}").body)
                #expect(saved.dictionary?["redacted"] as? [String] == ["access_token"])
                #expect(saved.dictionary?["leftOut"] as? [String] == ["Set-Cookie"])
            }
        }

        @Test func `keeps all headers that a person has written`() async throws {
            try await InspectedServer.run { inspected async throws in
                inspected.switchboard.undecided = .unanswered
                try await inspected.send("GET", "/login")
                let headers = #"[{"name": "Set-Cookie", "value": "a=b"}, {"name": "Expires", "value": "0"}]"#
                let body = #"{"method": "GET", "path": "login", "name": "N", "response": {"headers": \#(headers)}}"#
                for (path, name) in [("mocks", "one"), ("journal/1/mock", "two")] {
                    let text = body.replacingOccurrences(of: "N", with: name)
                    let made = try JSON(parsing: try await inspected.api("POST", path, body: text).body)
                    #expect(made.dictionary?["leftOut"] == nil)
                    let file = "login/success_200_GET_\(name).txt"
                    let fields = try #require(inspected.switchboard.folder?.mock(at: file)).response().headers
                    #expect(fields["Set-Cookie"] == "a=b" && fields["Expires"] == "0", "\(file)")
                }
            }
        }

        @Test(arguments: [
            ("POST", "users/{id}", "ada", "users/{id}/success_201_20ms_POST_ada.json", "/users/7"),
            ("GET", "/products/", "more", "products/success_201_20ms_GET_more.json", "/v1/staging/products"),
            ("GET", "tea cups", "My tea!", "tea%20cups/success_201_20ms_GET_My-tea.json", "/tea%20cups"),
            ("PUT", "", "200", "success_201_20ms_PUT_mock-200.json", "/"),
        ])
        func `creates a mock whose file has the right name`(
            _ method: String, _ path: String, _ name: String, _ file: String, _ target: String
        ) async throws {
            try await InspectedServer.run { inspected async throws in
                let made = try await inspected.api("POST", "mocks", body: mock(method, path, name))
                #expect(made.status == 201, "\(made.text)")
                #expect(try files(of: made).last == file)
                inspected.switchboard.set(.mock(file), for: target)
                let answer = try await inspected.send(method, target)
                #expect(answer.status == 201 && answer.text == "[1]", "\(answer.text)")
                #expect(try await inspected.members("mocks").list("problems").count == 1)
                // An existing file is never changed.
                let file = try #require(inspected.switchboard.folder?.mock(at: file)).url
                try Data("[2]".utf8).write(to: file)
                let again = try await inspected.api("POST", "mocks", body: mock(method, path, name))
                #expect(again.status == 409)
                #expect(again.error == "There’s already a mock “\(name)” for this path. Choose another name.")
                #expect(try Data(contentsOf: file) == Data("[2]".utf8))
            }
        }

        @Test(arguments: [
            (#"{"method": "GET", "path": "a"}"#, 400, "“method”, “path” and “name” must be strings."),
            (#"{"method": "GET", "path": "a", "name": "b"}"#, 400, "“response” must be an object with"),
            (#"{"method": "GET", "path": "../a", "name": "b", "response": {}}"#, 400, "A part of a path can’t be “.”"),
            (
                #"{"method": "GET", "path": "a\n/../b", "name": "b", "response": {}}"#, 400,
                "A part of a path can’t be “.”"
            ),
            (
                #"{"method": "GET", "path": "a/%2E%2E", "name": "b", "response": {}}"#, 400,
                "A part of a path can’t be “.”"
            ),
            (
                #"{"method": "GET", "path": "/tea?page=2", "name": "b", "response": {}}"#, 400,
                "condition in the folder’s “mocks.index.json”."
            ),
            (
                #"{"method": "GET", "path": "users/[0-9]+", "name": "b", "response": {}}"#, 400,
                "“[0-9]+” isn’t a pattern; write {id} for any value."
            ),
            (
                #"{"method": "GET", "path": "a/(?:b|c)/d", "name": "b", "response": {}}"#, 400,
                "“(?:b|c)” isn’t a pattern; write {id} for any value."
            ),
            (
                #"{"method": "GET", "path": "https://api.test/tea2", "name": "b", "response": {}}"#, 400,
                "Leave out https://api.test."
            ),
            (
                #"{"method": "GET", "path": "/tea3/:id", "name": "b", "response": {}}"#, 400,
                "Write {id} instead of :id."
            ),
            (
                #"{"method": "GET", "path": "tea4/*", "name": "b", "response": {}}"#, 400,
                "“*” matches only itself; write {"
            ),
            (#"{"method": "GET", "path": "GENERAL/a", "name": "b", "response": {}}"#, 400, "Mocks in “General” answer"),
            (#"{"method": "GET", "path": "users/{id", "name": "b", "response": {}}"#, 400, "“{id” has no “}”."),
            (#"{"method": "TEA", "path": "a", "name": "b", "response": {}}"#, 409, "method “TEA” can't be part of a"),
        ])
        func `explains why it can't create a mock`(_ body: String, _ status: Int, _ text: String) async throws {
            try await InspectedServer.run { inspected async throws in
                let refused = try await inspected.api("POST", "mocks", body: body)
                #expect(refused.status == status)
                #expect(refused.error?.contains(text) == true, "\(refused.text)")
                let stranger = try await inspected.send(
                    "POST", "/__teapot/api/mocks", isKnown: false, ["Content-Type: application/json"], body: body)
                #expect(stranger.status == 401)
            }
        }

        @Test func `creates and deletes nothing outside the folder`() async throws {
            try await InspectedServer.run { inspected async throws in
                let folder = try #require(inspected.switchboard.folder).directory
                let outside = folder.deletingLastPathComponent()
                let files = FileManager.default
                let secret = outside.appendingPathComponent("success_secret.json")
                try Data("[1]".utf8).write(to: secret)
                try files.createSymbolicLink(
                    at: folder.appendingPathComponent("success_link.json"), withDestinationURL: secret)
                try files.createSymbolicLink(at: folder.appendingPathComponent("out"), withDestinationURL: outside)
                let before = try files.subpathsOfDirectory(atPath: outside.path).filter { !$0.hasPrefix("Mocks") }
                for path in [
                    "../success_secret.json", "%2E%2E/success_secret.json", "..%2Fsuccess_secret.json", secret.path,
                    "success_link.json", "out/success_secret.json", "products", ".ls.global.json",
                ] {
                    let refused = try await inspected.api("DELETE", "mocks/\(path)")
                    #expect([404, 422].contains(refused.status), "\(path) \(refused.text)")
                }
                for (path, name) in [
                    ("..", "x"), ("a/../../b", "x"), ("/", "../../x"), ("a\\..\\b", "x"), ("a", "x/../../../y"),
                    ("out", "x"),
                    (outside.path, "x"), ("a%2F..%2F..%2Fb", "x"), ("{id}", "x"), ("{id}%2F..%2F..%2F{out}", "x"),
                ] {
                    _ = try await inspected.api("POST", "mocks", body: mock("GET", path, name))
                }
                #expect(try files.subpathsOfDirectory(atPath: outside.path).filter { !$0.hasPrefix("Mocks") } == before)
                #expect(try Data(contentsOf: secret) == Data("[1]".utf8))
                let stranger = try await inspected.send("DELETE", "/__teapot/api/mocks/\(Self.list)", isKnown: false)
                #expect(stranger.status == 401)
                #expect(inspected.switchboard.folder?.mock(at: Self.list) != nil)
            }
        }

        @Test func `deletes neither headers nor a condition of a mock with the same name`() async throws {
            try await InspectedServer.run { inspected async throws in
                let folder = try #require(inspected.switchboard.folder)
                let place = folder.directory.appendingPathComponent("both")
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                let files = [
                    "success_x.json": "[]", "success_x.txt": "x",
                    "success_x.headers.json": #"{"X-A": "b"}"#,
                    "mocks.index.json": #"{"success_x": {"query": {"a": "b"}}}"#,
                ]
                for (name, text) in files { try Data(text.utf8).write(to: place.appendingPathComponent(name)) }
                try await inspected.change("DELETE", "mocks/both/success_x.txt", "")
                let rest = try FileManager.default.contentsOfDirectory(atPath: place.path)
                #expect(Set(rest) == Set(files.keys).subtracting(["success_x.txt"]))
                let index = try JSON(parsing: Data(contentsOf: place.appendingPathComponent("mocks.index.json")))
                #expect(index == ["success_x": ["query": ["a": "b"]]])
            }
        }

        @Test func `deletes a mock with its headers, its condition and the settings that name it`() async throws {
            try await InspectedServer.run { inspected async throws in
                let path = "products/error_404_notFound.json"
                let folder = try #require(inspected.switchboard.folder)
                let place = folder.directory.appendingPathComponent("products")
                let index = place.appendingPathComponent("mocks.index.json")
                try Data(
                    #"{"error_404_notFound": {"query": {"page": "9"}}, "success_emptyList": {"query": {"a": "b"}}}"#
                        .utf8
                )
                .write(to: index)
                inspected.switchboard.set(.mock(path), for: "/v1/staging/products")
                inspected.switchboard.set(.mock(Self.list), for: "/payments")
                try await inspected.change("DELETE", "mocks/\(path)", "")
                #expect(folder.mock(at: path) == nil)
                #expect(inspected.switchboard.settings == ["/payments": [nil: .mock(Self.list)]])
                #expect(!FileManager.default.fileExists(atPath: place.path + "/error_404_notFound.headers.json"))
                #expect(try JSON(parsing: Data(contentsOf: index)) == ["success_emptyList": ["query": ["a": "b"]]])
                // The only problem is the one from before.
                #expect(folder.problems.map(\.file) == ["products/success_unfinished.json"])
                #expect(try await inspected.api("DELETE", "mocks/\(path)").status == 404)
                // A mock that can't be used can be deleted, too.
                try await inspected.change("DELETE", "mocks/products/success_unfinished.json", "")
                #expect(folder.problems.isEmpty)
            }
        }
    }
}
