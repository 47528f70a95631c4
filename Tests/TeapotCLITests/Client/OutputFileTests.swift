import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotCLI

@Suite(.inTurn) struct `A file that is downloaded` {
    @Test func `and kept is written by one download at a time`() throws {
        let folder = try TemporaryFolder()
        let path = folder.place + "/f"
        let first = try OutputFile(path, keeping: true)
        try first.write(Data("one".utf8))
        let error = #expect(throws: Failure.self) { try OutputFile(path, keeping: true) }
        #expect(error?.message == "“\(path).part” is being written by another download.")
        #expect(try folder.text(of: "f.part") == "one")
        try first.finish()
        #expect(folder.files == ["f"])
        #expect(try folder.text(of: "f") == "one")
    }

    /// The temporary name of the file `f` in this process.
    private let partial = "f.part-\(ProcessInfo.processInfo.processIdentifier)"

    @Test func `has nothing of the partial file that a killed process left`() throws {
        let folder = try TemporaryFolder([partial: "an older download"])
        let file = try OutputFile(folder.place + "/f")
        try file.write(Data("new".utf8))
        try file.finish()
        #expect(folder.files == ["f"])
        #expect(try folder.text(of: "f") == "new")
    }

    @Test func `is not written through a link with its temporary name`() throws {
        let folder = try TemporaryFolder(["other": "as it was"])
        try FileManager.default.createSymbolicLink(
            at: folder.path(partial), withDestinationURL: folder.path("other"))
        let file = try OutputFile(folder.place + "/f")
        try file.write(Data("new".utf8))
        try file.finish()
        #expect(try folder.text(of: "other") == "as it was")
        #expect(try folder.text(of: "f") == "new")
    }
}
