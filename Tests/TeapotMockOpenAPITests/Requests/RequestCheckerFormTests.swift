import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A RequestChecker reads forms` {
    private static let form = "#/requestBody/content/application~1x-www-form-urlencoded/schema"

    @Test(
        arguments: [
            ("name=As+sam&cups=2&hot=true&tags=1&tags=2", []),
            ("name=Assam&tags=1&origin=%7B%22lat%22%3A1%7D", []),
            ("name=Assam&tags=%5B1%2C2%5D", []),
            (
                "name=A&cups=x",
                [
                    "422 #/body/cups expected an integer, found “x” \(form)/properties/cups/type",
                    "422 #/body/name expected at least 2 characters, found 1: \"A\" \(form)/properties/name/minLength",
                ]
            ),
            ("cups=2", ["422 #/body expected a member “name”, found none \(form)/required"]),
            (
                "name=Assam&tags=1&tags=x",
                ["422 #/body/tags/1 expected an integer, found “x” \(form)/properties/tags/items/type"]
            ),
            (
                "name=Assam&cups=1&cups=2",
                ["422 #/body/cups expected an integer, found a list \(form)/properties/cups/type"]
            ),
            (
                "name=Assam&size=1",
                ["422 #/body/size expected no member of this name, found “1” \(form)/additionalProperties"]
            ),
            (
                "name=Assam&origin=%7B%22lat%22%3A%221%22%7D",
                ["422 #/body/origin/lat expected a number, found “1” \(form)/properties/origin/properties/lat/type"]
            ),
            ("name=Assam&origin=x", ["422 #/body/origin expected an object, found “x” \(form)/properties/origin/type"]),
        ] as [(String, [String])])
    func `a form's fields are read by their schemas`(body: String, faults: [String]) throws {
        var contract = try Contract(bodies: ["application/x-www-form-urlencoded"])
        let headers: Teapot.HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]
        #expect(try contract.faults(headers: headers, body: Data(body.utf8)) == faults)
    }

    private static let multipart = "#/requestBody/content/multipart~1form-data"

    @Test(
        arguments: [
            ([("name", "Assam"), ("cups", "2"), ("tags", "1"), ("tags", "2")], []),
            ([("name", "Assam"), ("origin", #"{"lat":1}"#)], []),
            (
                [("cups", "x")],
                [
                    "422 #/body expected a member “name”, found none \(multipart)/schema/required",
                    "422 #/body/cups expected an integer, found “x” \(multipart)/schema/properties/cups/type",
                ]
            ),
        ] as [([(String, String)], [String])])
    func `the parts of a multipart body are read by their schemas`(parts: [(String, String)], faults: [String]) throws {
        var contract = try Contract(bodies: ["multipart/form-data"])
        var body = Data()
        for (name, value) in parts {
            body += Data("--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        body += Data("--x\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.png\"\r\n\r\n".utf8)
        body += Data([0xFF, 0x00, 0xC3]) + Data("\r\n--x--\r\n".utf8)
        let headers: Teapot.HeaderFields = ["Content-Type": "multipart/form-data; boundary=x"]
        #expect(try contract.faults(headers: headers, body: body) == faults)
    }

    @Test func `a multipart body that can't be read is refused`() throws {
        var contract = try Contract(bodies: ["multipart/form-data"])
        let place = Self.multipart
        #expect(
            try contract.faults(headers: ["Content-Type": "multipart/form-data"], body: Data("x".utf8)) == [
                "400 #/body the multipart body can't be read: Content-Type \"multipart/form-data\" has no boundary \(place)/schema"
            ])
    }
}
