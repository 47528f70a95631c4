import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotCLI

@Suite(.inTurn) struct `A downloaded file` {
    @Test func `that is kept partial is written by one download at a time`() throws {
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

    @Test func `is whole, whichever of two concurrent downloads ends last`() throws {
        let folder = try TemporaryFolder()
        let files = try (0..<2).map { _ in try OutputFile(folder.place + "/f") }
        try files[0].write(Data("first".utf8))
        try files[1].write(Data("the other".utf8))
        try files[0].finish()
        #expect(try folder.text(of: "f") == "first")
        try files[1].finish()
        #expect(try folder.text(of: "f") == "the other")
        #expect(folder.files == ["f"])
    }
}
