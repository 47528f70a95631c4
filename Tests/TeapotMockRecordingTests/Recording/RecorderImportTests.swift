import Foundation
import TeapotMock
import TeapotMockRecording
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Importing only the recorder's module` {
    @Test func `is enough to record a live server`() throws {
        let router = Router()
        let folder = URL(fileURLWithPath: "/nowhere")
        let recorder = Recorder(into: .folder(folder), redaction: Redaction())
        router.passthrough = Passthrough(to: try #require(URL(string: "http://127.0.0.1:1")), recorder: recorder)
        #expect(router.passthrough != nil)
    }
}
