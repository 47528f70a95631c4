import Foundation
import Teapot
import TeapotMock
import TeapotTestResources
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A fixture` {
    private func message(_ name: String, in folder: TemporaryFolder, statusCode: Teapot.StatusCode = .ok) throws
        -> String
    {
        let mock = MockTeapot(directory: folder.url, mockFilename: name, statusCode: statusCode)
        let result = try mock.got()
        #expect(result.response.status == 0)
        return try #require(result.error).description
    }

    @Test func `a missing fixture is named, with the searched locations and their files`() throws {
        let folder = try TemporaryFolder(["get.json": "{}", "users.json": "[]", "logo.png": "", ".hidden.json": ""])
        #expect(
            try message("missing", in: folder) == """
                There is no mock file named missing.json – it isn't in “\(folder.url.path)”. \
                Available: get.json, users.json.
                """
        )
        #expect(try message("missing", in: folder, statusCode: .unauthorized).hasPrefix("There is no mock file named"))
        #expect(try message("missing", in: folder, statusCode: .noContent).hasPrefix("There is no mock file named"))
        #expect(
            try message("photo.jpg", in: folder) == """
                There is no mock file named photo.jpg – it isn't in “\(folder.url.path)”. \
                There is no .jpg file.
                """
        )
    }

    @Test(arguments: [
        ("usrs", "users.json"), ("Users", "users.json"), ("logo.pgn", "logo.png"), ("LOGO.PNG", "logo.png"),
        ("userz.json", "users.json"),
    ])
    func `the likely spelling of a missing fixture is suggested`(name: String, guess: String) throws {
        let folder = try TemporaryFolder(["get.json": "{}", "users.json": "[]", "logo.png": ""])
        #expect(try message(name, in: folder).hasSuffix(" Did you mean “\(guess)”?"))
    }

    @Test func `only a limited number is listed`() throws {
        let names = (10..<25).map { "file\($0).json" }
        let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: names.map { ($0, "{}") }))
        let listed = names.prefix(10).joined(separator: ", ")
        #expect(try message("missing", in: folder).hasSuffix("Available: \(listed), and 5 more."))
    }

    @Test func `a fixture without a name is missing unless no body is wanted`() throws {
        let folder = try TemporaryFolder([:])
        #expect(
            try message("", in: folder) == """
                There is no mock file named  – \
                pass a name; it may be empty only if the status is a failure or allows no body
                """
        )
        for status in [204, 304, 404, 500] as [Teapot.StatusCode] {
            let result = try MockTeapot(directory: folder.url, mockFilename: "", statusCode: status).got()
            #expect(result.response.status == status.rawValue)
            #expect(result.response.body.isEmpty)
        }
    }

    @Test func `a fixture can't be a file if there's no location for files`() throws {
        #expect(
            try MockTeapot(fixture: .file("get")).got().error?.description == """
                There is no mock file named get.json – \
                no folder is searched; pass `directory:` to a MockTeapot, or `fixtures:` to a router
                """
        )
    }

    @Test func `invalid JSON is shown with its line and column`() throws {
        let folder = try TemporaryFolder(["broken.json": "{\n  \"a\": 1,\n  \"b\": x\n}", "empty.json": ""])
        let mock = MockTeapot(directory: folder.url, mockFilename: "broken")
        let error = try #require(mock.got().error)
        #expect(error.type == .invalidMockFile)
        #expect(
            error.description == """
                The mock file broken.json is invalid – \
                line 3, column 8: expected a value but found "x", in “\(folder.url.path)/broken.json”
                """
        )
        #expect(error.underlyingError is JSON.ParsingError)
        #expect(try message("empty", in: folder).contains("broken") == false)
        #expect(
            try message("empty", in: folder).hasPrefix("The mock file empty.json is invalid –")
        )
    }

    @Test func `a link is followed only inside the folder`() throws {
        let folder = try TemporaryFolder(["in/real.json": "[1]", "out/secret.json": "[2]"])
        func link(_ path: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(path).path, withDestinationPath: folder.path(target).path)
        }
        try link("in/near.json", to: "in/real.json")
        try link("in/far.json", to: "out/secret.json")
        try link("in/folder", to: "out")
        try link("linked", to: "in")
        for root in ["in", "linked"] {
            let mock = MockTeapot(directory: folder.path(root), mockFilename: "near")
            #expect(try mock.got().json?.array as? [Int] == [1])
            for name in ["far", "folder/secret"] {
                let error = try MockTeapot(directory: folder.path(root), mockFilename: name).got().error
                #expect(error?.type == .invalidMockFile)
                let reason = "it is, or is inside, a link that points outside the folder; such links aren't followed"
                #expect(error?.description.hasSuffix("/\(name).json”: \(reason)") == true)
            }
        }
    }

    @Test func `a folder in place of a fixture is reported`() throws {
        let folder = try TemporaryFolder(["get.json/file": ""])
        #expect(
            try message("get", in: folder) == """
                The mock file get.json is invalid – “\(folder.url.path)/get.json” is a folder
                """
        )
    }

    @Test(arguments: ["../get", "a/../../get", "/get", "a//get", "./get", "get/", "..", "a\u{0}b"])
    func `a name that leads elsewhere is refused`(name: String) throws {
        let folder = try TemporaryFolder(["get.json": "{}", "inner/a/file": ""])
        let mock = MockTeapot(directory: folder.url.appendingPathComponent("inner"), mockFilename: name)
        #expect(try mock.got().error?.type == .invalidMockFile)
    }

    @Test func `a name that leads elsewhere gets advice`() throws {
        let folder = try TemporaryFolder([:])
        #expect(
            try message("../get", in: folder) == """
                The mock file ../get is invalid – \
                name a file below the fixtures' folder, without “.”, “..” or a slash at either end
                """
        )
    }

    @Test(arguments: [
        ("get", "get"), ("get.json", "get"), ("users/one", "one"), ("users.v2", "v2"), ("notes.txt", "notes"),
        ("a b%20c", "spaced"),
    ])
    func `a fixture is found by its name`(name: String, content: String) throws {
        let folder = try TemporaryFolder([
            "get.json": "\"get\"", "users/one.json": "\"one\"", "users.v2.json": "\"v2\"", "notes.txt": "notes",
            "a b%20c.json": "\"spaced\"",
        ])
        let data = try MockTeapot(directory: folder.url, mockFilename: name).got().response.body
        #expect(String(decoding: data, as: UTF8.self).trimmingCharacters(in: ["\""]) == content)
    }

    @Test(arguments: [
        ("a.json", "application/json"), ("a.png", "image/png"), ("a.JPG", "image/jpeg"), ("a.jpeg", "image/jpeg"),
        ("a.gif", "image/gif"), ("a.webp", "image/webp"), ("a.bmp", "image/bmp"), ("a.svg", "image/svg+xml"),
        ("a.txt", "text/plain; charset=utf-8"), ("a.html", "text/html; charset=utf-8"), ("a.xml", "application/xml"),
        ("a.csv", "text/csv; charset=utf-8"), ("a.pdf", "application/pdf"), ("a.js", "text/javascript; charset=utf-8"),
        ("a.css", "text/css; charset=utf-8"), ("a.bin", "application/octet-stream"), ("a.", "application/octet-stream"),
    ])
    func `its extension gives its media type`(name: String, type: String) throws {
        let folder = try TemporaryFolder([name: "{}"])
        let response = try MockTeapot(directory: folder.url, mockFilename: name).got().response
        #expect(response.headers["Content-Type"] == type)
    }

    @Test func `it's read once, but searched for again while it's missing`() throws {
        let folder = try TemporaryFolder([:])
        let mock = MockTeapot(directory: folder.url, mockFilename: "get")
        let file = folder.url.appendingPathComponent("get.json")
        #expect(try mock.got().error?.type == .missingMockFile)
        try Data("[1]".utf8).write(to: file)
        #expect(try mock.got().json?.array?.count == 1)
        try FileManager.default.removeItem(at: file)
        #expect(try mock.got().json?.array?.count == 1)
    }
}
