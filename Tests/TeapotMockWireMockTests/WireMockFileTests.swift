import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockWireMock

@Suite(.inTurn) struct `A WireMock body file` {
    private func mapping(_ name: String) -> String {
        #"{"request": {"url": "/"}, "response": {"bodyFileName": "\#(name)"}}"#
    }

    @Test(arguments: ["a.txt", "/a.txt", "./a.txt", "b/../b/a.txt"])
    func `is found below __files`(name: String) async throws {
        let root = try WireMockRoot(["mappings/a.json": mapping(name), "__files/a.txt": "a", "__files/b/a.txt": "b"])
        let isInside = !name.contains("..")
        #expect(root.report.stubs == (isInside ? 1 : 0))
        if isInside { #expect(await root.answer("GET /").body == Data("a".utf8)) }
    }

    @Test(arguments: [
        "../secret.txt", "b/../../secret.txt", "..", "../mappings/a.json", "a\\u0000.txt", "../__files2/x",
    ])
    func `is never outside of it`(name: String) throws {
        let root = try WireMockRoot([
            "mappings/a.json": mapping(name), "secret.txt": "s", "__files/b/x": "", "__files2/x": "s",
        ])
        #expect(root.report.stubs == 0)
        #expect(root.report.problems.map(\.pointer) == ["/response/bodyFileName"])
        let hasReason = root.problems.allSatisfy { $0.contains("leads outside “__files”; name a file below it") }
        #expect(hasReason)
    }

    @Test(arguments: ["", "b", "none.txt", "b/none"])
    func `must be a file`(name: String) throws {
        let root = try WireMockRoot(["mappings/a.json": mapping(name), "__files/b/x": ""])
        #expect(root.report.stubs == 0)
        #expect(root.report.problems.count == 1)
    }

    @Test func `isn't reached by a link that leads out`() async throws {
        let files = [
            "mappings/a.json": mapping("link.txt"), "mappings/b.json": mapping("folder/secret.txt"),
            "mappings/c.json": #"{"request": {"url": "/c"}, "response": {"bodyFileName": "inner.txt"}}"#,
            "secret.txt": "s", "stub.json": #"{"request": {"url": "/d"}}"#, "__files/real.txt": "r",
        ]
        let root = try WireMockRoot(files) { url in
            func link(_ path: String, to target: String) throws {
                try FileManager.default.createSymbolicLink(
                    atPath: url.appendingPathComponent(path).path,
                    withDestinationPath: url.appendingPathComponent(target).path)
            }
            try link("__files/link.txt", to: "secret.txt")
            try link("__files/folder", to: ".")
            try link("__files/inner.txt", to: "__files/real.txt")
            try link("mappings/d.json", to: "stub.json")
            try link("mappings/e", to: "__files")
        }
        #expect(
            root.problems == [
                "mappings/a.json /response/bodyFileName: “link.txt” is not read: it is, or is inside, "
                    + "a link that points outside the folder; such links aren't followed; put the file itself there. "
                    + "The stub is skipped.",
                "mappings/b.json /response/bodyFileName: “folder/secret.txt” is not read: it is, or is inside, "
                    + "a link that points outside the folder; such links aren't followed; put the file itself there. "
                    + "The stub is skipped.",
                "mappings/d.json: “d.json” is not read: it is, or is inside, "
                    + "a link that points outside the folder; such links aren't followed; put the file itself there. "
                    + "The file is skipped.",
                "mappings/e: it is not a .json file. The file is skipped.",
            ])
        #expect(await root.answer("GET /c").body == Data("r".utf8))
    }
}
