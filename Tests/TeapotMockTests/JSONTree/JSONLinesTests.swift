import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The lines of a JSON text` {
    private let text =
        "\u{FEFF}\n{ \"a\\u0062\" :\r\n  [ 1 , \"x,]\\\"\" , {\"c\": [], \"d/~\": {}\r} ],\n\n\"e\": -1.5e3, \"e\":\n2 }\n"

    @Test(
        arguments: [
            ("", 2), ("/ab", 3), ("/ab/0", 3), ("/ab/1", 3), ("/ab/2", 3), ("/ab/2/c", 3), ("/ab/2/d~1~0", 3),
            ("/e", 7),
            ("/ab/3", nil), ("/ab/x", nil), ("/no", nil), ("/e/0", nil), ("/ab/2/c/0", nil),
        ] as [(String, Int?)])
    func `the line of a value is found`(pointer: String, line: Int?) throws {
        let data = Data(text.utf8)
        _ = try JSONTree(parsing: data)
        #expect(JSONLines(data).line(of: JSONPointer(description: pointer)) == line)
    }
}
