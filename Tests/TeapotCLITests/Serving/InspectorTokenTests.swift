import Foundation
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotCLI

@Suite(.inTurn) struct `The kept token of the inspector` {
    private let folder: TemporaryFolder
    private let file: URL
    private var kept: String? { InspectorToken.kept(["XDG_CACHE_HOME": folder.place]) }
    private static let valid = "0123456789abcdef0123456789abcdef"

    init() throws {
        folder = try TemporaryFolder(["teapot/other": ""])
        file = folder.path("teapot/inspector-token")
    }

    private func mode(of file: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }

    private func write(_ text: String, mode: Int = 0o600) throws {
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    @Test func `is created once, in a file that only the user can read`() throws {
        try folder.remove("teapot")
        let token = try #require(kept)
        #expect(token.count == 32)
        #expect(token.allSatisfy { $0.isHexDigit })
        #expect(kept == token)
        #expect(try String(contentsOf: file, encoding: .utf8) == token)
        #expect(try mode(of: file) == 0o600)
        #expect(try mode(of: file.deletingLastPathComponent()) == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.place + "/teapot") == ["inspector-token"])
        #expect(try InspectorToken.kept(["XDG_CACHE_HOME": TemporaryFolder().place]) != token)
    }

    @Test func `is read from a valid file`() throws {
        try write(Self.valid)
        #expect(kept == Self.valid)
    }

    @Test(
        arguments: [
            ("", 0o600), ("0123456789abcdef", 0o600), (valid + "\n", 0o600), (valid.uppercased(), 0o600),
            (String(repeating: "a", count: 65), 0o600), (valid, 0o644), (valid, 0o640), (valid, 0o400),
        ])
    func `replaces a file with another text or mode`(text: String, mode: Int) throws {
        try write(text, mode: mode)
        let token = try #require(kept)
        #expect(token != text)
        #expect(try String(contentsOf: file, encoding: .utf8) == token)
        #expect(try self.mode(of: file) == 0o600)
        #expect(kept == token)
    }

    @Test func `replaces a link or a pipe, not what a link leads to`() throws {
        try write(Self.valid)
        let other = folder.path("teapot/other")
        try FileManager.default.removeItem(at: other)
        try FileManager.default.moveItem(at: file, to: other)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: other)
        let token = try #require(kept)
        #expect(token != Self.valid)
        #expect(kept == token)
        #expect(try String(contentsOf: other, encoding: .utf8) == Self.valid)
        try FileManager.default.removeItem(at: file)
        #expect(mkfifo(file.path, 0o600) == 0)
        #expect(kept?.count == 32)
        #expect(try String(contentsOf: file, encoding: .utf8).count == 32)
    }

    @Test func `isn't kept if its file can't be written`() throws {
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        #expect(kept == nil)
        #expect(InspectorToken.kept(["XDG_CACHE_HOME": "/dev/null"]) == nil)
    }

    @Test func `is the same for programs that start at the same time`() async {
        for round in 0..<200 {
            let place = folder.place + "/\(round)"
            let tokens = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<4 { group.addTask { InspectorToken.kept(["XDG_CACHE_HOME": place]) } }
                return await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect(tokens.count == 1)
            #expect(!tokens.contains(nil))
        }
    }
}
