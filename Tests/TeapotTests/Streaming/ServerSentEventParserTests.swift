import Foundation
import Teapot
@testable import TeapotSequences
import TeapotTestTraits
import Testing

// Uses the parser as a module that imports only the public interface.
@Suite(.inTurn) struct `The ServerSentEvent parser` {
    @Test func `bytes become events, wherever they are cut`() {
        let text = Data("id: 1\nevent: a\ndata: é\n\nretry: 10\ndata: 2\n\ndata: left".utf8)
        for cut in 0...text.count {
            var parser = Teapot.ServerSentEventParser(lastEventID: "0")
            #expect(parser.lastEventID == "0")
            let events = parser.parse(text.prefix(cut)) + parser.parse(text.dropFirst(cut))
            #expect(
                events == [
                    Teapot.ServerSentEvent(event: "a", data: "é", id: "1"), Teapot.ServerSentEvent(data: "2", id: "1"),
                ]
            )
            #expect(parser.lastEventID == "1")
            #expect(parser.reconnectionTime == 0.01)
        }
    }

    @Test func `a new connection drops an incomplete line and an incomplete event`() {
        var parser = Teapot.ServerSentEventParser()
        #expect(parser.parse(Data("retry: 1\nid: 1\n\ndata: a\nda".utf8)).isEmpty)
        parser.reconnect()
        #expect(parser.parse(Data("data: b\n\n".utf8)) == [Teapot.ServerSentEvent(data: "b", id: "1")])
        #expect(parser.reconnectionTime == 0.001)
    }
}
