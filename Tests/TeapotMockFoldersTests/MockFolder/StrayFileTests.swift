import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Files in a folder of mocks` {
    /// Returns the paths of the mocks in a folder, its problems, and the body of its answer to `GET /a`.
    private func outcome(of files: [String: String]) async throws -> (
        mocks: [String], problems: [String], answer: String
    ) {
        let directory = try TemporaryFolder(files)
        let folder = MockFolder(directory.url)
        let switchboard = Switchboard(folder)
        switchboard.undecided = .firstMock
        let router = Router()
        router.switchboard = switchboard
        let response = await router.serverAnswer(to: "/a")
        let answer = response.status == 200 ? String(decoding: response.body, as: UTF8.self) : "\(response.statusCode)"
        return (folder.mocks.map(\.path), folder.problems.map(\.description), answer)
    }

    @Test(arguments: [
        "desktop.ini", "Desktop.ini", "Thumbs.db", "#success_p1.json#", "4913", "a.tmp", "A.TMP", "success_p1.json~",
        "success_p1.json.bak", "success_p1.json.swp", "success_p1.json.orig", "success_p1.json___jb_tmp___",
        "success_p1.json.tmp", "README", "readme.md", ".hidden.json",
    ])
    func `are ignored if an editor or a system left them`(name: String) async throws {
        let (mocks, problems, answer) = try await outcome(of: ["a/" + name: "junk", "a/success_p1.json": "[1]"])
        #expect(mocks == ["a/success_p1.json"])
        #expect(problems == [])
        #expect(answer == "[1]")
    }

    @Test(arguments: ["Makefile", "notes.txt", "CHANGELOG", "todo.md", "run.sh", "dump.bin", "sedA1b2C3"])
    func `are named and don't answer if they don't look like mocks`(name: String) async throws {
        let (mocks, problems, answer) = try await outcome(of: ["a/" + name: "junk", "a/success_p1.json": "[1]"])
        #expect(mocks == ["a/success_p1.json"])
        #expect(
            problems == [
                "a/\(name): ignored: not a mock. To make it one, begin its name with “success_” or “error_”; "
                    + "otherwise, move it elsewhere"
            ])
        #expect(answer == "[1]")
    }

    @Test(arguments: [
        ["a/x.json": "[1]"], ["a/x.xml": "[1]"], ["a/success_x": "[1]"], ["a/success_notes.txt": "[1]"],
        ["a/200_notes.txt": "[1]"], ["a/GET_x": "[1]"], ["a/notes.txt": "[1]", "a/notes.headers.json": "{}"],
        ["a/notes.txt": "[1]", "a/mocks.index.json": #"{"notes.txt": {"query": {}}}"#], ["a/success_x.bin": "[1]"],
        ["a/x.PNG": "[1]"], ["a/success_tmp.json": "[1]"],
    ])
    func `are mocks if their name describes a mock`(files: [String: String]) async throws {
        let (mocks, problems, answer) = try await outcome(of: files)
        #expect(mocks.count == 1)
        #expect(problems == [])
        #expect(answer == "[1]")
    }

    @Test(arguments: [
        ("UP/success_a.json", "up/success_b.json", "up", "UP"), ("UP/x/a.json", "up/x/b.json", "up/x", "UP/x"),
        ("a b/x.json", "a%20b/x.json", "a%20b", "a b"), ("u/{id}/x.json", "u/{name}/x.json", "u/{name}", "u/{id}"),
    ])
    func `are named if two folders are for the same requests`(
        one: String, other: String, named: String, first: String
    ) async throws {
        let problems = try await outcome(of: [one: "[1]", other: "[2]"]).problems
        #expect(
            problems == [
                "\(named): it matches the same requests as “\(first)”; move its mocks there (case, "
                    + "percent-encoding and names in braces make no difference)"
            ])
    }

    @Test func `aren't named if two folders are for different requests`() async throws {
        let files = [
            "UP/a.json": "[1]", "up/b.json": "[2]", "up/mocks.index.json": #"{"b.json": {"exactPath": "/up"}}"#,
            "v/{id}/x.json": "[3]", "v/id/x.json": "[4]",
        ]
        #expect(try await outcome(of: files).problems == [])
    }

    @Test(arguments: [
        ("success_GET_POST_x.json", ["POST"]), ("success_GET_x_POST_PUT_404.json", ["POST", "PUT", "404"]),
        ("success_200_201_x.json", ["201"]), ("success_PET_x.json", []), ("success_GET_PSOT_x.json", ["PSOT"]),
        ("success_200_x_404.json", ["404"]), ("list_404_x.json", ["404"]), ("success_x_2s.json", ["2s"]),
        ("success_2s_20ms_x.json", ["20ms"]), ("list_DELETE_500ms.json", ["DELETE", "500ms"]),
        ("success_STOP.json", []),
        ("success_post_x.json", []), ("success_2024_x.json", []), ("success_x-404.json", []), ("success_404.json", []),
        ("200.json", []), ("success_200_GET_2.json", []),
    ])
    func `have names whose parts are all understood or reported`(name: String, parts: [String]) async throws {
        let problems = try await outcome(of: ["b/" + name: "[1]"]).problems
        let texts = parts.map { "“\($0)”" }
        let list = parts.count > 2 ? "“POST”, “PUT” and “404”" : texts.joined(separator: " and ")
        let reason =
            "b/\(name): \(list) in its name \(parts.count == 1 ? "has" : "have") no effect: use one status, delay and "
            + "method, right after “success_” or “error_”; in the name, use “-” instead of “_”"
        #expect(problems == (parts.isEmpty ? [] : [reason]))
    }

    @Test(arguments: [
        ("success_GETT_x.json", "GETT", "GET"), ("success_201_PSOT_new.json", "PSOT", "POST"),
        ("success_DELTE.json", "DELTE", "DELETE"), ("success_POTS_x.json", "POTS", "POST"),
        ("200_PSOT_x.json", "PSOT", "POST"), ("x_DELET.json", "DELET", "DELETE"),
    ])
    func `are reported with their effect if their method is misspelled`(
        name: String, written: String, meant: String
    ) async throws {
        let reason = "b/\(name): “\(written)” in its name isn't a method"
        let effect = ", so it answers GET; did you mean “\(meant)”?"
        let (_, problems, answer) = try await outcome(of: ["b/" + name: "[1]", "a/" + name: "[2]"])
        #expect(problems.last == reason + effect)
        #expect(answer == (name.contains("201") ? "201" : "[2]"))
        for condition in [#"{"query": {"a": "1"}}"#, #"{"json": {"a": 1}}"#, #"{"method": "PUT"}"#] {
            let index = "{\"\(name)\": \(condition)}"
            let problems = try await outcome(of: ["b/" + name: "[1]", "b/mocks.index.json": index]).problems
            #expect(problems == (condition.contains("query") ? [reason + effect] : []))
        }
        let map = #"{"maps": [{"folder": "/b", "to": "/v1"}]}"#
        let mapped = try await outcome(of: ["b/" + name: "[1]", ".ls.global.json": map]).problems
        #expect(mapped == [reason + "; did you mean “\(meant)”?"])
    }

    @Test(arguments: [
        ("sucess_404_x.json", "sucess_", "success"), ("succes_201_POST_y.json", "succes_", "success"),
        ("eror_busy.json", "eror_", "error"), ("errro_busy.json", "errro_", "error"),
        ("eror_404.json", "eror_", "error"), ("error-busy.json", "error-", "error"),
        ("success-x.json", "success-", "success"), ("err_x.json", "err_", "error"), ("Fail_x.json", "Fail_", "error"),
        ("failure_x.json", "failure_", "error"),
    ])
    func `are reported with their effect if their prefix is misspelled`(
        name: String, written: String, meant: String
    ) async throws {
        let (_, problems, answer) = try await outcome(of: ["a/" + name: "[1]"])
        let reason = "a/\(name): “\(written)” isn't a prefix"
        let effect = ", so it answers GET with status 200; did you mean “\(meant)_”?"
        #expect(problems == [reason + effect])
        #expect(answer == (meant == "success" ? "[1]" : answer))
        let index = #"{"\#(name)": {"jsonContains": {"a": 1}}}"#
        let stated = try await outcome(of: ["a/" + name: "[1]", "a/mocks.index.json": index]).problems
        #expect(stated == [reason + "; did you mean “\(meant)_”?"])
        let fault = try await outcome(of: ["a/" + name.dropLast(4) + "fault": "timedOut"]).problems
        #expect(fault.map { $0.replacing("fault", with: "json") } == [reason + "; did you mean “\(meant)_”?"])
    }

    @Test(arguments: [
        "list_error.json", "success_eror_x.json", "eror.json", "access_token.json", "errors_list.json", "teas.json",
        "mirror_x.json", "terror_x.json", "err-list.json", "fail-over.json", "mail_list.json", "failed_orders.json",
        "Success_x.json", "ERROR_404_x.json",
    ])
    func `aren't reported if they only resemble a misspelled prefix`(name: String) async throws {
        #expect(try await outcome(of: ["b/" + name: "[1]"]).problems == [])
    }

    @Test func `answer by themselves only if they're successes, by their status if they have no prefix`() async throws {
        let folder = try TemporaryFolder([
            "a/503_busy.json": "1", "a/list.json": "2", "b/404.json": "3", "b/success_500_x.json": "4",
            "c/eror_x.json": "5", "c/list.json": "6", "d/mock.index.json": "7", "e/mocks.index.yaml": "x: {}",
            "d/success_x.json": "8",
        ])
        let switchboard = Switchboard(MockFolder(folder.url))
        switchboard.undecided = .firstMock
        let router = Router()
        router.switchboard = switchboard
        let client = MockTeapot(router: router)
        #expect(try await client.get("a").text == "2")
        #expect(try await client.get("c").text == "6")
        #expect(try await client.get("d").text == "8")
        let problems = switchboard.folder?.problems.suffix(2).map(\.description)
        let reason = "it is ignored; did you mean “mocks.index.json”?"
        #expect(problems == ["d/mock.index.json: \(reason)", "e/mocks.index.yaml: \(reason)"])
        #expect((try await #require(throws: TeapotError.self) { try await client.get("b") }).statusCode == 500)
    }

    @Test func `may have any name if a condition is stated for them`() async throws {
        let index = #"{"success_200_GET_200": {"query": {"a": "1"}}}"#
        let files = ["b/success_200_GET_200.json": "1", "b/mocks.index.json": index]
        #expect(try await outcome(of: files).problems == [])
    }

    @Test(arguments: [("2s", 2.0), ("0s", 0), ("1.5s", 1.5), ("90S", 90)])
    func `can have a delay in seconds`(text: String, delay: Double) throws {
        let directory = try TemporaryFolder(["a/success_\(text)_slow.json": "[1]"])
        let mock = try #require(MockFolder(directory.url).mocks.first)
        #expect(mock.delay == delay)
        #expect(mock.name == "slow")
    }

    @Test(arguments: [
        #"{"c":1E400}"#, #""\ud800""#, #"{"\udc00":-1e999}"#, "{\"\u{E9}\":1,\"e\u{301}\":2}", "1E400",
    ])
    func `are valid JSON even if Swift can't represent the value`(text: String) async throws {
        let (_, problems, answer) = try await outcome(of: ["a/x.json": text, "a/y.jsonl": text + "\n"])
        #expect(problems == [])
        #expect(answer == text)
    }

    @Test(arguments: [
        (#"{"c":1E400,}"#, "a/x.json:1:12: "), (#""\ud8""#, "a/x.json:1:6: "), ("01E400", "a/x.json:1:2: "),
        (#""\ud800\u12""#, "a/x.json:1:"),
    ])
    func `are invalid JSON where the grammar says so`(text: String, place: String) async throws {
        let problems = try await outcome(of: ["a/x.json": text]).problems
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix(place) == true, "\(problems)")
    }
}
