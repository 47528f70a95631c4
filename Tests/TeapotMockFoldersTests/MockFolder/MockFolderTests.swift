import Foundation
import Teapot
import TeapotTestResources
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockFolders

@Suite(.inTurn) struct `A folder of mocks` {
    /// Returns the paths of the mocks that are offered for a request.
    private func offered(_ folder: MockFolder, _ path: String, _ method: String = "GET") -> [String] {
        folder.mocks(for: Request(method: method, path: path)).map(\.path)
    }

    @Test(arguments: [
        (
            "/v1/staging/products",
            ["success_emptyList", "success_listWithoutBanner", "success_productList"].map { "products/\($0).json" }
        ),
        (
            "/v2/something/something/categories",
            [
                "error_categoryNotFound", "success_categoryEmptyList", "success_categoryList",
                "success_categotyListPagination",
            ].map { "categories/\($0).json" }
        ),
        (
            "/v2/something/something/categories/filters",
            ["error_filterList", "success_filterList"].map { "categories/filters/\($0).json" }
        ),
        ("/products", []), ("/v1/staging/products/1", []), ("/", []),
    ])
    func `in LetSee's layout offers a request the mocks for its path`(path: String, expected: [String]) {
        let folder = MockFolder(Fixtures.letSeeDirectory.appendingPathComponent("Mocks"))
        #expect(offered(folder, path) == expected)
        #expect(folder.problems == [])
        #expect(folder.mocks.count == 9)
    }

    struct MapCase: Sendable {
        let maps: String
        let directory: String
        let requestPath: String
    }

    @Test(arguments: [
        MapCase(maps: "", directory: "products", requestPath: "/products"),
        MapCase(maps: #"{"folder": "/products", "to": "/v1"}"#, directory: "products", requestPath: "/v1/products"),
        MapCase(maps: #"{"folder": "products/", "to": "v1/"}"#, directory: "products", requestPath: "/v1/products"),
        MapCase(maps: #"{"folder": "/PRODUCTS", "to": "/V1"}"#, directory: "Products", requestPath: "/V1/Products"),
        MapCase(maps: #"{"folder": "/a", "to": "/x"}"#, directory: "a/b/c", requestPath: "/x/a/b/c"),
        MapCase(
            maps: #"{"folder": "/a", "to": "/x"}, {"folder": "/a/b", "to": "/y"}"#, directory: "a/b/c",
            requestPath: "/y/a/b/c"),
        MapCase(
            maps: #"{"folder": "/a/b", "to": "/y"}, {"folder": "/a", "to": "/x"}"#, directory: "a/b/c",
            requestPath: "/y/a/b/c"),
        MapCase(
            maps: #"{"folder": "/a", "to": "/x"}, {"folder": "/a", "to": "/y"}"#, directory: "a", requestPath: "/x/a"),
        MapCase(maps: #"{"folder": "/prod", "to": "/x"}"#, directory: "products", requestPath: "/products"),
        MapCase(
            maps: #"{"folder": "/inside", "to": "https://google.com/api/v2"}"#, directory: "inside/inside2",
            requestPath: "/api/v2/inside/inside2"),
        MapCase(maps: #"{"folder": "/", "to": "/v1"}"#, directory: "a", requestPath: "/v1/a"),
        MapCase(
            maps: #"{"folder": "/orders", "to": "/users/{id}"}"#, directory: "orders", requestPath: "/users/{id}/orders"
        ),
    ])
    func `maps its directories to paths`(one: MapCase) throws {
        let files = try TemporaryFolder([
            ".ls.global.json": "{\"maps\": [\(one.maps)]}", one.directory + "/success_x.json": "{}",
        ])
        let mock = try #require(MockFolder(files.url).mocks.first)
        #expect(mock.requestPath == one.requestPath)
        #expect(mock.folder == "/" + one.directory)
    }

    @Test(
        arguments: [
            ("/x/filters", ["filters/a.json"]),
            ("/x/categories/filters/", ["categories/filters/b.json"]),
            ("/CATEGORIES/Filters", ["categories/filters/b.json"]),
            ("/users/7", ["users/{id}/c.json"]),
            ("/users/me", ["users/me/d.json"]),
            ("/api/users/me/orders/9", ["users/{id}/orders/{order}/e.json"]),
            ("/users/%6De", ["users/me/d.json"]),
            ("/users", []),
        ] as [(String, [String])])
    func `offers the directory with the longest path, and text before braces`(path: String, expected: [String]) throws {
        let files = try TemporaryFolder([
            "filters/a.json": "1", "categories/filters/b.json": "1", "users/{id}/c.json": "1", "users/me/d.json": "1",
            "users/{id}/orders/{order}/e.json": "1",
        ])
        #expect(offered(MockFolder(files.url), path) == expected)
    }

    @Test func `offers General to every request, and a method's mocks to that method`() throws {
        let files = try TemporaryFolder([
            "General/error_503_x.json": "1", "a/GET_x.json": "1", "a/success_POST_y.json": "1", "a/z.json": "1",
            "root.json": "1", "README.md": "", "a/.hidden.json": "",
        ])
        let folder = MockFolder(files.url)
        #expect(offered(folder, "/a") == ["a/GET_x.json", "a/z.json", "General/error_503_x.json"])
        #expect(offered(folder, "/a", "POST") == ["a/success_POST_y.json", "a/z.json", "General/error_503_x.json"])
        #expect(offered(folder, "/b") == ["General/error_503_x.json"])
        #expect(offered(folder, "/") == ["root.json", "General/error_503_x.json"])
    }

    @Test(arguments: [true, false]) func `ignores a half-saved map`(isWatched: Bool) throws {
        let files = try TemporaryFolder(["a/one.json": "1"])
        let folder = MockFolder(files.url, isWatched: isWatched)
        for round in 0..<20 {
            try files.write(#"{"maps": [{"folder": "a", "to": "v\#(round)"}]}"#, to: ".ls.global.json")
            #expect(offered(folder, "/v\(round)/a") == ["a/one.json"])
            for half in ["", #"{"maps""#] {
                try files.write(half, to: ".ls.global.json")
                #expect(offered(folder, "/v\(round)/a") == ["a/one.json"])
                #expect(offered(folder, "/a") == [])
                #expect(folder.problems == [])
            }
        }
        let past = Date().addingTimeInterval(-60)
        let map = files.path(".ls.global.json").path
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: map)
        #expect(offered(folder, "/a") == ["a/one.json"])
        #expect(folder.problems.map(\.file) == [".ls.global.json"])
    }

    @Test func `treats a file as new for longer if its time is a whole second, as on some file systems`() throws {
        let files = try TemporaryFolder(["x": ""])
        let path = files.path("x").path
        for (age, fraction, isFresh) in [(1, 0, true), (1, 1, false), (4, 0, false)] {
            let moment = timespec(tv_sec: time(nil) - age, tv_nsec: fraction)
            try #require(utimensat(AT_FDCWD, path, [moment, moment], 0) == 0)
            #expect(FileStamp(path)?.isFresh == isFresh)
        }
    }

    @Test func `notices changes at the next request`() throws {
        let files = try TemporaryFolder(["a/one.json": "1"])
        let folder = MockFolder(files.url)
        #expect(offered(folder, "/a") == ["a/one.json"])
        for round in 0..<50 {
            try files.write("2", to: "a/two.json")
            #expect(offered(folder, "/a") == ["a/one.json", "a/two.json"])
            try files.write("3", to: "b/c/deep\(round).json")
            #expect(offered(folder, "/b/c") == ["b/c/deep\(round).json"])
            try files.write(#"{"maps": [{"folder": "a", "to": "v\#(round % 10)"}]}"#, to: ".ls.global.json")
            #expect(offered(folder, "/v\(round % 10)/a") == ["a/one.json", "a/two.json"])
            try files.remove("a/two.json")
            try files.remove("b")
            try files.remove(".ls.global.json")
            #expect(offered(folder, "/a") == ["a/one.json"])
            #expect(offered(folder, "/b/c") == [])
        }
        let mock = try #require(folder.mock(at: "a/one.json"))
        #expect(try mock.response().body == Data("1".utf8))
        try files.write("[1]", to: "a/one.json")
        #expect(try mock.response().body == Data("[1]".utf8))
        try files.remove("a")
        #expect(folder.mocks == [])
        #expect(throws: MockFolder.Problem("a/one.json", "the file no longer exists")) { try mock.response() }
    }

    @Test func `notices a change that didn't change its directory's time`() throws {
        let files = try TemporaryFolder(["a/one.json": "1"])
        let manager = FileManager.default
        // As on a file system with a coarse clock.
        let time = Date().addingTimeInterval(3600)
        let directory = files.path("a").path
        try manager.setAttributes([.modificationDate: time], ofItemAtPath: directory)
        let folder = MockFolder(files.url)
        #expect(offered(folder, "/a") == ["a/one.json"])
        try manager.moveItem(at: files.path("a/one.json"), to: files.path("a/two.json"))
        try manager.setAttributes([.modificationDate: time], ofItemAtPath: directory)
        #expect(offered(folder, "/a") == ["a/two.json"])
    }

    @Test func `counts once it exists`() throws {
        let files = try TemporaryFolder()
        let place = files.url.appendingPathComponent("later")
        let folder = MockFolder(place)
        #expect(folder.problems == [MockFolder.Problem(".", "there is no such folder: “\(place.path)”")])
        try files.write("1", to: "later/a/x.json")
        #expect(folder.problems == [])
        #expect(offered(folder, "/a") == ["a/x.json"])
    }

    @Test func `reports mistakes and loads everything else`() throws {
        let files = try TemporaryFolder([
            ".ls.global.json": """
            {"maps": [
              {"folder": "/prodcts", "to": "/v1"},
              {"folder": "/a"},
              7,
              {"folder": "/a", "to": "/v2"}
            ]}
            """,
            "a/error_999_x.json": "{}", "a/good.json": "{}", "a/bad.json": "{\n  \"a\": 1,\n  b\n}",
            "a/good.headers.json": "[]", "a/lonely.headers.json": "{}", "a/t.json": "1",
            "a/t.headers.json": #"{"A b": "c"}"#, "products/x.json": "{}", "a/u.txt": "no JSON",
            "a/u.headers.json": #"{"Content-Length": "3"}"#, "a/v.txt": "", "a/v.headers.json": #"{"X": [1]}"#,
        ])
        let folder = MockFolder(files.url)
        let problems = folder.problems.map(\.description).sorted()
        #expect(
            problems
                == [
                    ".ls.global.json:2: there is no directory “/prodcts” here; did you mean “/products”?",
                    ".ls.global.json:3: maps[1] must have two strings, “folder” and “to”",
                    ".ls.global.json:1: maps[2] must have two strings, “folder” and “to”",
                    "a/bad.json:3:3: expected a member's name but found \"b\"; put it in double quotes",
                    "a/error_999_x.json: “999” is not a valid response status: use one from 200 to 599",
                    #"a/good.headers.json:1: expected an object of headers: {"ETag": "\"1\""}"#,
                    "a/lonely.headers.json: there is no “lonely.…” next to it for these headers",
                    #"a/t.headers.json:1:9: "A b" isn't a valid header name (RFC 9110 §5.1)"#,
                    "a/u.headers.json:1:20: “Content-Length” is set from the body; remove it (RFC 9112 §6.3)",
                    "a/v.headers.json:1:7: “X” must be a string, or a list of strings",
                ].sorted())
        #expect(offered(folder, "/v2/a").count == 5)
        #expect(offered(folder, "/products") == ["products/x.json"])
    }

    @Test(arguments: [
        ("{\n  \"maps\": [}", ".ls.global.json:2:12: expected a value or \"]\" but found \"}\""),
        (
            "[]",
            #".ls.global.json:1: expected {"maps": [{"folder": "/products", "to": "/v1/staging"}]}, a list named “maps”"#
        ),
    ])
    func `reports an invalid map`(text: String, problem: String) throws {
        let files = try TemporaryFolder([".ls.global.json": text, "a/x.json": "1"])
        let folder = MockFolder(files.url)
        #expect(folder.problems.map(\.description) == [problem])
        #expect(offered(folder, "/a") == ["a/x.json"])
    }

    @Test func `answers with headers, and with other bodies by their extensions`() throws {
        let files = try TemporaryFolder([
            "a/success_203_250ms_page.html": "<p>",
            "a/success_203_250ms_page.headers.json": """
            {"ETag": "1", "Set-Cookie": ["a=1", "b=2"]}
            """,
            "a/text.json": "[]", "a/text.headers.json": #"{"content-type": "application/vnd.api+json"}"#,
            "a/error_204_x.json": "{}", "a/success_204_y.json": "", "a/success_201_z.json": "",
        ])
        let folder = MockFolder(files.url)
        let page = try #require(folder.mock(at: "a/success_203_250ms_page.html")).response()
        #expect(page.status.rawValue == 203)
        #expect(page.delay == 0.25)
        #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(page.headers.values(for: "Set-Cookie") == ["a=1", "b=2"])
        #expect(page.body == Data("<p>".utf8))
        let text = try #require(folder.mock(at: "a/text.json")).response()
        #expect(text.headers.values(for: "Content-Type") == ["application/vnd.api+json"])
        let none = try #require(folder.mock(at: "a/error_204_x.json")).response()
        #expect(none.body.isEmpty)
        #expect(none.headers["Content-Type"] == nil)
        #expect(folder.problems == [])
        let empty = try #require(folder.mock(at: "a/success_201_z.json")).response()
        #expect(empty.body.isEmpty)
        #expect(empty.headers["Content-Type"] == nil)
    }

    @Test func `doesn't follow links that lead out of it`() throws {
        let outside = try TemporaryFolder(["secret.json": #"{"secret": 1}"#, "d/x.json": "1"])
        let files = try TemporaryFolder(["a/own.json": "[7]", "b/c.json": "1"])
        let manager = FileManager.default
        func link(_ name: String, to target: String) throws {
            let place = files.url.appendingPathComponent(name).path
            try manager.createSymbolicLink(atPath: place, withDestinationPath: target)
        }
        try link("a/inside.json", to: "../b/c.json")
        try link("a/outside.json", to: outside.url.appendingPathComponent("secret.json").path)
        try link("a/own.headers.json", to: outside.url.appendingPathComponent("secret.json").path)
        try link("a/dangling.json", to: "nothing.json")
        try link("d", to: outside.url.appendingPathComponent("d").path)
        try link("loop", to: ".")
        try link(".ls.global.json", to: outside.url.appendingPathComponent("secret.json").path)
        #expect(mkfifo(files.url.appendingPathComponent("a/pipe.json").path, 0o600) == 0)
        let folder = MockFolder(files.url)
        #expect(folder.mocks.map(\.path) == ["a/inside.json", "a/own.json", "b/c.json"])
        let out = "it is, or is inside, a link that points outside the folder; such links aren't followed"
        #expect(
            folder.problems.map(\.description).sorted()
                == [
                    ".ls.global.json: \(out)", "a/dangling.json: it is a link to a file that does not exist",
                    "a/outside.json: \(out)",
                    "a/own.headers.json: \(out)", "a/pipe.json: it is not a regular file", "d: \(out)",
                    "loop: it is a link to something other than a regular file; such links aren't followed",
                ].sorted())
        // A file becomes a link after the listing.
        let mock = try #require(folder.mock(at: "a/own.json"))
        try files.remove("a/own.json")
        try link("a/own.json", to: outside.url.appendingPathComponent("secret.json").path)
        #expect(throws: MockFolder.Problem("a/own.json", out)) { try mock.response() }
    }

    @Test(arguments: ["/../../etc/passwd", "/a/../../etc", "/a/%2e%2e/x", "/a/..%2f..%2fx", "/a/\u{0}x", "//a//"])
    func `offers nothing outside of it to a path that climbs`(path: String) throws {
        let files = try TemporaryFolder(["a/x.json": "1"])
        let offered = offered(MockFolder(files.url), path)
        #expect(offered == (path == "//a//" ? ["a/x.json"] : []))
    }
}
