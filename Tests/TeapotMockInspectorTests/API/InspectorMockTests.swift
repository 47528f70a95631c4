import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockInspector
import TeapotMockServer
import TeapotTestSupport
import Testing

extension InspectorSuites {
    /// Tests of the inspector's API that searches, edits and creates mocks.
    @Suite struct `Mocks in the inspector's API` {
        private static let list = "products/success_productList.json"

        /// Returns the body of a request that saves a text.
        private func save(_ text: String, _ version: String) throws -> String {
            let members: [String: any Sendable] = ["text": text, "version": version]
            return String(decoding: try JSON.dictionary(members).data(), as: UTF8.self)
        }

        private func version(of path: String, _ inspected: InspectedServer) async throws -> String {
            try #require(try await inspected.members("mocks/\(path)")["version"] as? String)
        }

        /// What answers besides mocks.
        private struct Document: Stage {
            static var places: [StagePlace] { [.insteadOfRoutes] }

            func couldAnswer(_ request: Request) -> Bool { request.path == "/cups" }

            func match(_ request: Request, began: UInt64, for router: Router) -> StageMatch? { nil }
        }

        @Test func `names the document that answers a path without a mock`() async throws {
            try await InspectedServer.run { inspected async throws in
                let folder = try #require(inspected.switchboard.folder).directory.appendingPathComponent("cups")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data("{}".utf8).write(to: folder.appendingPathComponent("success_POST_a.json"))
                inspected.router.setStage(Document())
                inspected.server.describe("Other requests: api.yaml", [], ("api.yaml", ([], [])))
                let folders = try await inspected.members("mocks").list("folders").filter { $0["document"] != nil }
                #expect(folders.map { $0["folder"] as? String } == ["/cups"])
                #expect(folders.map { $0["document"] as? String } == ["api.yaml"])
            }
        }

        @Test func `names what answers each method of a path with a setting`() async throws {
            try await InspectedServer.run { inspected async throws in
                let folder = try #require(inspected.switchboard.folder).directory
                let (created, path) = ("products/success_201_POST_created.json", "/v1/staging/products")
                try Data("{}".utf8).write(to: folder.appendingPathComponent(created))
                func answering(_ setting: Switchboard.Setting?) async throws -> [String: String]? {
                    inspected.switchboard.set(setting, for: path)
                    let folders = try await inspected.members("mocks").list("folders")
                    return folders.last?["answering"] as? [String: any Sendable] as? [String: String]
                }
                let usual = try await answering(nil)
                #expect(usual?["POST"] == created)
                #expect(usual?["GET"] == "products/success_emptyList.json")
                // The other methods keep their mocks.
                #expect(try await answering(.mock(created)) == usual)
                #expect(try await answering(.mock(Self.list))?["GET"] == Self.list)
                #expect(try await answering(.hold) == [:])
            }
        }

        @Test func `saves the file of a mock, and the next request gets it`() async throws {
            try await InspectedServer.run { inspected async throws in
                let folder = try #require(inspected.switchboard.folder)
                inspected.switchboard.set(.mock(Self.list), for: "/v1/staging/products")
                _ = try await inspected.send("GET", "/v1/staging/products")
                let file = try #require(folder.mock(at: Self.list)).url
                try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
                let text = "{\r\n  \"products\": [\"🍵\"]\r\n}\n"
                let version = try await version(of: Self.list, inspected)
                try await inspected.change("PUT", "mocks/\(Self.list)", save(text, version))
                #expect(try await inspected.send("GET", "/v1/staging/products").text == text)
                #expect(try Data(contentsOf: file) == Data(text.utf8))
                let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
                #expect(attributes[.posixPermissions] as? Int == 0o640)
                // The folder contains only the files that were there before.
                let names = try FileManager.default.contentsOfDirectory(
                    atPath: file.deletingLastPathComponent().path)
                #expect(names.count == 5, "\(names)")
                let entry = try await inspected.members("journal/2")
                #expect(entry["mock"] as? String == Self.list)
            }
        }

        @Test(arguments: [
            (#"{"access_token":"kX9vQ2mZ7pLw","password":"Tea4Two!x"}"#, "json"),
            (#"{"password":"Tea4Two!x","unfinished":"#, "txt"),
        ])
        func `saves a written response unchanged, even with secrets of the request and unfinished JSON`(
            _ text: String, _ kind: String
        ) async throws {
            try await InspectedServer.run { inspected async throws in
                inspected.switchboard.undecided = .unanswered
                let sent = #"{"password":"Tea4Two!x","user":"ada"}"#
                let fields = ["Content-Type: application/json", "Authorization: Bearer kX9vQ2mZ7pLw"]
                try await inspected.send("POST", "/login?token=kX9vQ2mZ7pLw", fields, body: sent)
                let made = [("Content-Type", "application/json"), ("X-Auth-Token", "kX9vQ2mZ7pLw")].map { name, value in
                    ["name": name, "value": value] as [String: any Sendable] as any Sendable
                }
                let response: [String: any Sendable] = ["status": 200, "headers": made, "body": text]
                let members: [String: any Sendable] = [
                    "response": response, "path": "login", "name": "ok", "isExact": true,
                ]
                let body = String(decoding: try JSON.dictionary(members).data(), as: UTF8.self)
                let saved = try await inspected.api("POST", "journal/1/mock", body: body)
                #expect(saved.status == 201, "\(saved.text)")
                let folder = try #require(inspected.switchboard.folder)
                let file = "login/success_200_POST_ok.\(kind)"
                let mock = try #require(folder.mock(at: file), "\(saved.text)")
                #expect(try mock.response().body == Data(text.utf8))
                #expect(try mock.response().headers["X-Auth-Token"] == "kX9vQ2mZ7pLw")
                // The request itself was recorded.
                let index = try Data(contentsOf: folder.directory.appendingPathComponent("login/mocks.index.json"))
                let condition = String(decoding: index, as: UTF8.self)
                #expect(condition.contains("REDACTED") && condition.contains("ada"))
                #expect(!condition.contains("kX9vQ2mZ7pLw") && !condition.contains("Tea4Two!x"))
            }
        }

        @Test func `doesn't overwrite a file that changed on disk`() async throws {
            try await InspectedServer.run { inspected async throws in
                let file = try #require(inspected.switchboard.folder?.mock(at: Self.list)).url
                let version = try await version(of: Self.list, inspected)
                let other = Data(#"{"products": [{"id": 2, "name": "Green tea"}]}"#.utf8)
                try other.write(to: file)
                let refused = try await inspected.api("PUT", "mocks/\(Self.list)", body: save("{}", version))
                #expect(refused.status == 409)
                let expected = "Not saved. “\(Self.list)” has changed on disk since you opened it."
                #expect(refused.error == expected)
                #expect(try Data(contentsOf: file) == other)
                // Even if the file has been deleted by now.
                try FileManager.default.removeItem(at: file)
                let gone = try await inspected.api("PUT", "mocks/\(Self.list)", body: save("{}", version))
                #expect(gone.status == 404)
                #expect(!FileManager.default.fileExists(atPath: file.path))
            }
        }

        @Test func `lets only one of several saves of the same version win`() async throws {
            try await InspectedServer.run { inspected async throws in
                let version = try await version(of: Self.list, inspected)
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 0..<8 {
                        group.addTask {
                            let body = try save("[\(number)]", version)
                            return try await inspected.api("PUT", "mocks/\(Self.list)", body: body).status
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }.sorted()
                }
                #expect(statuses == [200] + Array(repeating: 409, count: 7))
            }
        }

        @Test(arguments: [
            ("{\n  \"products\": [}\n", "Not saved. Line 2, column 16: expected "),
            ("{\"a\": 1", "Not saved. Line 1, column 8: expected "),
            ("tea", "Not saved. Line 1, column 1: expected "),
        ])
        func `doesn't save invalid JSON, and names the place`(_ text: String, _ reason: String) async throws {
            try await InspectedServer.run { inspected async throws in
                let file = try #require(inspected.switchboard.folder?.mock(at: Self.list)).url
                let before = try Data(contentsOf: file)
                let version = try await version(of: Self.list, inspected)
                let refused = try await inspected.api("PUT", "mocks/\(Self.list)", body: save(text, version))
                #expect(refused.status == 422)
                #expect(refused.error?.hasPrefix(reason) == true, "\(refused.text)")
                #expect(try Data(contentsOf: file) == before)
            }
        }

        @Test func `adds no period to a problem that ends with a question`() async throws {
            try await InspectedServer.run { inspected async throws in
                let products = try #require(inspected.switchboard.folder?.mock(at: Self.list)).url
                let path = "products/success_news.sse"
                try Data("data: tea\n\n".utf8)
                    .write(to: products.deletingLastPathComponent().appendingPathComponent("success_news.sse"))
                let version = try await version(of: path, inspected)
                let refused = try await inspected.api("PUT", "mocks/\(path)", body: save("dta: tea\n\n", version))
                #expect(refused.status == 422)
                #expect(refused.error?.hasSuffix("; did you mean “data: …”?") == true, "\(refused.text)")
            }
        }

        @Test func `saves no file outside the folder`() async throws {
            try await InspectedServer.run { inspected async throws in
                let folder = try #require(inspected.switchboard.folder).directory
                let outside = folder.deletingLastPathComponent().appendingPathComponent("outside.json")
                try Data("[1]".utf8).write(to: outside)
                let files = FileManager.default
                try files.createSymbolicLink(
                    at: folder.appendingPathComponent("products/success_link.json"), withDestinationURL: outside)
                let inside = folder.appendingPathComponent("products/success_inside.json")
                try files.createSymbolicLink(atPath: inside.path, withDestinationPath: "success_emptyList.json")
                let link = try await inspected.api(
                    "PUT", "mocks/products/success_link.json", body: save("[2]", "3-0"))
                #expect([404, 422].contains(link.status), "\(link.text)")
                for path in [
                    "../outside.json", "%2E%2E/outside.json", "..%2Foutside.json", "products/../../outside.json",
                    outside.path, "products/new.json", "products/success_productList.json%00", ".ls.global.json",
                    "products/error_404_notFound.headers.json",
                ] {
                    let refused = try await inspected.api("PUT", "mocks/\(path)", body: save("[2]", "3-0"))
                    #expect(refused.status == 404, "\(path)")
                }
                #expect(try Data(contentsOf: outside) == Data("[1]".utf8))
                // A link to a file of the folder stays a link.
                let version = try await version(of: "products/success_inside.json", inspected)
                try await inspected.change("PUT", "mocks/products/success_inside.json", save("[3]", version))
                #expect(try files.destinationOfSymbolicLink(atPath: inside.path) == "success_emptyList.json")
                #expect(try Data(contentsOf: inside) == Data("[3]".utf8))
            }
        }

        @Test func `returns an unusable mock with its file and the problem, so that it can be corrected`()
            async throws
        {
            try await InspectedServer.run { inspected async throws in
                let path = "products/success_unfinished.json"
                let mock = try await inspected.members("mocks/\(path)")
                #expect(mock.object("body")["text"] as? String == "{\n  \"products\": [}\n")
                #expect(mock.object("problem")["line"] as? Int == 2)
                #expect(mock["isBroken"] as? Bool == true)
                let listed = try await inspected.members("mocks").list("folders").flatMap { $0.list("mocks") }
                #expect(listed.filter { $0["isBroken"] as? Bool == true }.map { $0["path"] as? String } == [path])
                let version = try #require(mock["version"] as? String)
                try await inspected.change("PUT", "mocks/\(path)", save("{}\n", version))
                #expect(try await inspected.members("mocks").list("problems").isEmpty)
                #expect(try await inspected.members("mocks/\(path)")["problem"] == nil)
            }
        }

        private static let invalid = "“text” and “version” must be strings."

        @Test(arguments: [
            (#"{"text": "{}"}"#, invalid), (#"{"text": 1, "version": "a"}"#, invalid),
            ("[]", "The body must be a JSON object."),
        ])
        func `explains an invalid save`(_ body: String, _ text: String) async throws {
            try await InspectedServer.run { inspected async throws in
                let refused = try await inspected.api("PUT", "mocks/\(Self.list)", body: body)
                #expect(refused.status == 400)
                #expect(refused.error == text)
                let stranger = try await inspected.send(
                    "PUT", "/__teapot/api/mocks/\(Self.list)", isKnown: false, ["Content-Type: application/json"],
                    body: body)
                #expect(stranger.status == 401)
                let form = try await inspected.send("PUT", "/__teapot/api/mocks/\(Self.list)", body: body)
                #expect(form.status == 415)
            }
        }

        @Test func `states the conditions of mocks, and separates those for different paths`() async throws {
            try await InspectedServer.run { inspected async throws in
                let products = try #require(inspected.switchboard.folder?.mock(at: Self.list)).url
                let index = """
                    {"success_emptyList": {"method": "GET", "query": {"page": "2"}, "headers": {"X-User": "REDACTED"}},
                     "success_productList": {"exactPath": "/v2/products"}}
                    """
                let file = products.deletingLastPathComponent().appendingPathComponent("mocks.index.json")
                try Data(index.utf8).write(to: file)
                let folders = try await inspected.members("mocks").list("folders")
                #expect(
                    folders.compactMap { $0["requestPath"] as? String }.sorted() == [
                        "/General", "/payments", "/v1/staging/products", "/v2/products",
                    ])
                let conditions = folders.flatMap { $0.list("mocks") }.compactMap { $0["condition"] as? String }
                #expect(conditions == ["query page=2, header X-User: (anything)"])
                let mock = try await inspected.members("mocks/products/success_emptyList.json")
                #expect(mock["condition"] as? String == conditions.first)
                let found = try await inspected.members("mocks?search=x-user").list("folders")
                #expect(found.flatMap { $0.list("mocks") }.filter { $0["isSelected"] as? Bool == true }.count == 1)
            }
        }

        @Test(arguments: [
            ("search=green", ["products/success_productList.json"]),
            ("search=PRODUCTS%20empty", ["products/success_emptyList.json"]),
            ("status=4xx,503", ["General/error_503_maintenance.json", "products/error_404_notFound.json"]),
            ("method=GET&search=later", ["General/error_503_maintenance.json"]),
            ("search=nothing%20here", []),
        ])
        func `marks the mocks that a query selects`(_ query: String, _ paths: [String]) async throws {
            try await InspectedServer.run { inspected async throws in
                let mocks = try await inspected.members("mocks?\(query)").list("folders").flatMap { $0.list("mocks") }
                #expect(mocks.count == 6)
                let selected = mocks.filter { $0["isSelected"] as? Bool == true }
                #expect(selected.compactMap { $0["path"] as? String } == paths)
            }
        }

        @Test(arguments: [
            ("method=GET", ["items", "found"]), ("method=POST", ["POST_added", "found"]), ("search=get", ["items"]),
        ])
        func `selects mocks by the method that they answer`(_ query: String, _ names: [String]) async throws {
            try await InspectedServer.run { inspected async throws in
                let folder = try #require(inspected.switchboard.folder).directory
                let index = #"{"success_found": {"jsonContains": {"tea": 1}}}"#
                try FileManager.default.removeItem(at: folder.appendingPathComponent(".ls.global.json"))
                let place = folder.appendingPathComponent("cart")
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                try Data(index.utf8).write(to: place.appendingPathComponent("mocks.index.json"))
                for name in ["POST_added", "found", "items"] {
                    try Data("{}".utf8).write(to: place.appendingPathComponent("success_\(name).json"))
                }
                let mocks = try await inspected.members("mocks?\(query)").list("folders").flatMap { $0.list("mocks") }
                let selected = mocks.filter { $0["isSelected"] as? Bool == true }.compactMap { $0["path"] as? String }
                let own = selected.filter { $0.hasPrefix("cart/") }
                #expect(Set(own) == Set(names.map { "cart/success_\($0).json" }))
                let cart = mocks.filter { ($0["path"] as? String)?.hasPrefix("cart/") == true }
                #expect(Set(cart.compactMap { $0["methods"] as? String }) == ["POST", "any method", "GET"])
            }
        }

        @Test func `marks the mock that answers each method`() async throws {
            try await InspectedServer.run { inspected async throws in
                let folder = try #require(inspected.switchboard.folder).directory.appendingPathComponent("cart")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let names = [
                    "error_409_POST_full", "success_201_POST_added", "success_204_DELETE_emptied", "success_items",
                    "success_more",
                ]
                for name in names { try Data("{}".utf8).write(to: folder.appendingPathComponent("\(name).json")) }
                func answering() async throws -> [String] {
                    let mocks = try await inspected.members("mocks").list("folders").flatMap { $0.list("mocks") }
                    return mocks.compactMap { mock in
                        guard let path = mock["path"] as? String, path.hasPrefix("cart/") else { return nil }
                        return (mock["answers"] as? String).map { "\(path.dropFirst(5).dropLast(5)) \($0)" }
                    }
                }
                let found = try await inspected.members("mocks").list("folders").first {
                    $0["folder"] as? String == "/cart"
                }
                let defaults = try #require(found).object("defaults").mapValues { $0 as? String }
                #expect(
                    defaults == [
                        "DELETE": "cart/success_204_DELETE_emptied.json", "GET": "cart/success_items.json",
                        "POST": "cart/success_201_POST_added.json",
                    ])
                let others = ["success_201_POST_added default", "success_204_DELETE_emptied default"]
                #expect(try await answering() == others + ["success_items default"])
                inspected.switchboard.set(.mock("cart/success_more.json"), for: "/cart")
                #expect(try await answering() == others + ["success_more always"])
                inspected.switchboard.set(.mock("cart/error_409_POST_full.json"), for: "/cart")
                #expect(
                    try await answering() == [
                        "error_409_POST_full always", "success_204_DELETE_emptied default", "success_items default",
                    ])
                inspected.switchboard.set(.hold, for: "/cart")
                #expect(try await answering() == [])
            }
        }

        @Test func `marks mocks whose condition or headers can't be used`() async throws {
            try await InspectedServer.run { inspected async throws in
                let products = try #require(inspected.switchboard.folder?.mock(at: Self.list)).url
                let folder = products.deletingLastPathComponent()
                try Data(#"{"success_emptyList": {"qurey": {"page": "2"}}}"#.utf8)
                    .write(to: folder.appendingPathComponent("mocks.index.json"))
                try Data("[]".utf8).write(to: folder.appendingPathComponent("error_404_notFound.headers.json"))
                let answer = try await inspected.members("mocks")
                let mocks = answer.list("folders").flatMap { $0.list("mocks") }
                let broken = mocks.filter { $0["isBroken"] as? Bool == true }.compactMap { $0["path"] as? String }
                let names = ["error_404_notFound", "success_emptyList", "success_unfinished"]
                #expect(broken == names.map { "products/\($0).json" })
                // Each problem is listed once.
                #expect(answer.list("problems").count == 3)
                _ = try await inspected.holding { id in
                    let held = try await inspected.members("held/\(id)").list("mocks")
                    #expect(held.filter { $0["problem"] != nil }.count == 3)
                    try await inspected.change("POST", "held/\(id)", #"{"decision": "mock", "mock": "\#(Self.list)"}"#)
                }
            }
        }

        @Test func `creates a mock for each request to a path, with a name`() async throws {
            try await InspectedServer.run { inspected async throws in
                let folder = try #require(inspected.switchboard.folder)
                inspected.switchboard.undecided = .firstMock
                try await inspected.send("GET", "/users/42?q=1")
                let directory = try await inspected.members("journal/1")["directory"] as? String
                #expect(directory == "users/{id}")
                func create(_ entry: Int = 1, _ more: String = "") async throws -> WireMessage {
                    let fields = #"[{"name": "Content-Type", "value": "application/json"}]"#
                    let response = #"{"headers": \#(fields), "body": "{\"id\": \#(entry)}"}"#
                    let place = #""path": "users/{id}", "name": "ada""#
                    let body = #"{"response": \#(response), \#(place)\#(more)}"#
                    return try await inspected.api("POST", "journal/\(entry)/mock", body: body)
                }
                let made = try await create()
                let path = "users/{id}/success_200_GET_ada.json"
                #expect(made.text == #"{"files":["\#(path)"]}"#)
                for target in ["/users/42?q=1", "/users/42", "/users/7?page=2"] {
                    #expect(try await inspected.send("GET", target).text.contains("1"))
                }
                // The name belongs to another mock by now.
                try Data("[]".utf8).write(to: try #require(folder.mock(at: path)).url)
                let again = try await create()
                #expect(again.status == 409)
                #expect(again.error == "There’s already a mock “ada” for this path. Choose another name.")
                try await inspected.send("POST", "/users/3?q=1", body: #"{"password": "hunter2"}"#)
                let exact = try await create(5, #", "isExact": true"#)
                let files = try JSON(parsing: exact.body).dictionary?["files"] as? [any Sendable]
                let index = folder.directory.appendingPathComponent("users/{id}/mocks.index.json")
                #expect(files as? [String] == ["users/{id}/mocks.index.json", "users/{id}/success_200_POST_ada.json"])
                #expect(try !String(contentsOf: index, encoding: .utf8).contains("hunter2"))
                for (target, body, status) in [
                    ("/users/4?q=1", #"{"password": "swordfish"}"#, 200), ("/users/4?q=1", "{}", 404),
                    ("/users/4?q=2", #"{"password": "hunter2"}"#, 404),
                ] {
                    #expect(try await inspected.send("POST", target, body: body).status == status, "\(target) \(body)")
                }
            }
        }

        @Test(arguments: ["/", "/%F0%9F%8D%B5/a%20b", "/a%2Fb", "/CON/..x", "/\(String(repeating: "long", count: 50))"])
        func `creates a mock for any path, and the next request gets it`(_ path: String) async throws {
            try await InspectedServer.run { inspected async throws in
                inspected.switchboard.undecided = .firstMock
                #expect(try await inspected.send("POST", path, body: "tea").status != 201)
                let fields = #"[{"name": "Content-Type", "value": "application/json"}]"#
                let response = #"{"status": 201, "body": "[1]", "headers": \#(fields)}"#
                let made = try await inspected.api("POST", "journal/1/mock", body: #"{"response": \#(response)}"#)
                #expect(made.status == 201, "\(made.text)")
                let answer = try await inspected.send("POST", path, body: "tea")
                #expect(answer.status == 201, "\(made.text) \(answer.text)")
                #expect(try JSON(parsing: answer.body) == [1])
            }
        }
    }
}
