import Foundation
import Teapot
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockStore

/// Tests of the conversion of headers to a dictionary.
@Suite(.inTurn) struct `Headers with the same name` {
    private let fields: Teapot.HeaderFields = ["X-A": "1", "x-a": "2", "Cookie": "a=1", "cookie": "b=2"]
    private let combined = ["X-A": "1, 2", "Cookie": "a=1; b=2"]

    @available(*, deprecated)
    @Test func `headers that differ only in case become one in a Kakapo request`() {
        #expect(Request(method: "GET", path: "/", headers: fields).httpHeaders == combined)
    }
}
