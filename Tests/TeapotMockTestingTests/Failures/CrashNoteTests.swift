import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct CrashNoteTests {
    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        @Test func `A crash names the path of its run`() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try await everyFailure {
                    Router.current.get("/a", with: ["id": 1])
                    let value = try? await MockTeapot(router: .current).get("a").json?.dictionary?["id"]
                    if value == nil { fatalError("The code can't go on.") }
                }
            }
            let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            let note = ": everyFailure crashed on the path \"1:refused\"\n"
            #expect(text.contains(note), "\(text)")
        }
    #endif
}
