import Foundation
import Teapot
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The description of a response` {
    @Test func `a response is described without its secrets`() {
        let url = "http://ada:pw@h.test/a"
        let response = Teapot.Response.make(201, ["Set-Cookie": "secret"], Data("abc".utf8), url: url)
        #expect("\(response)" == "201 from http://…@h.test/a, 3 bytes")
    }
}
