import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The lines of a JSON text` {
    private let text =
        "\u{FEFF}\n{ \"a\\u0062\" :\r\n  [ 1 , \"x,]\\\"\" , {\"c\": [], \"d/~\": {}\r} ],\n\n\"e\": -1.5e3, \"e\":\n2 }\n"

    @Test(
        arguments: [
            ("/a", "1:7"), ("/é", "3:6"), ("/é/0", "3:7"), ("/é/1", "5:1"), ("/x", ""), ("", "1:1"),
        ])
    func `the column of a value is counted in Unicode scalars`(pointer: String, expected: String) {
        let data = Data("{\"a\": 1,\r\n\n\"é\": [\"\u{1F375}\u{301}\",\r\r[]]}".utf8)
        let position = JSONLines(data).positions(of: [JSONPointer(description: pointer)])[0]
        #expect(position.map { "\($0.line):\($0.column)" } ?? "" == expected)
    }

    @Test(
        arguments: [
            ("", 2), ("/ab", 3), ("/ab/0", 3), ("/ab/1", 3), ("/ab/2", 3), ("/ab/2/c", 3), ("/ab/2/d~1~0", 3),
            ("/e", 7),
            ("/ab/3", nil), ("/ab/x", nil), ("/no", nil), ("/e/0", nil), ("/ab/2/c/0", nil),
        ] as [(String, Int?)])
    func `the line of a value is found`(pointer: String, line: Int?) throws {
        let data = Data(text.utf8)
        _ = try JSONTree(parsing: data)
        #expect(JSONLines(data).positions(of: [JSONPointer(description: pointer)])[0]?.line == line)
    }
}
