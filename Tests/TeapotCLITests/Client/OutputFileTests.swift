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
}
