import Foundation
import Teapot
import TeapotTestResources
import TeapotTestTraits
import Testing

import TeapotMock

@Suite(.inTurn) struct `A body that is given` {
    private struct User: Encodable {
        var name = "Ada"
        var born: Date? = Date(timeIntervalSince1970: 0)
    }

    private struct Unencodable: Encodable {
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: "No."))
        }
    }

    @Test func `custom values and text are bodies of fixtures and responses alike`() throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = .sortedKeys
        let bodies: [(Fixture, Response, String, String)] = [
            (.json(User()), .json(User()), #"{"born":"1970-01-01T00:00:00Z","name":"Ada"}"#, "application/json"),
            (
                .json([User()], encoder: encoder), .json([User()], encoder: encoder), #"[{"born":0,"name":"Ada"}]"#,
                "application/json"
            ),
            (.json(["a": ["b": "/"]]), .json(["a": ["b": "/"]]), #"{"a":{"b":"/"}}"#, "application/json"),
            (
                .json([["id": 1, "name": nil]]), .json([["id": 1, "name": nil]]), #"[{"id":1,"name":null}]"#,
                "application/json"
            ),
            (.text("é"), .text("é"), "é", "text/plain; charset=utf-8"),
            (.text("a,b", contentType: "text/csv"), .text("a,b", contentType: "text/csv"), "a,b", "text/csv"),
        ]
        for (fixture, response, body, contentType) in bodies {
            #expect(fixture.response == response)
            #expect(String(decoding: response.body, as: UTF8.self) == body)
            #expect(response.headers["Content-Type"] == contentType)
            #expect(response.status == .ok)
        }
        #expect(
            Response.text("no", status: .notFound, headers: ["Content-Type": "a/b"]).headers["Content-Type"]
                == "a/b")
    }

    @Test func `a value that can't be encoded fails with its key path when it is asked for`() throws {
        for fixture in [.json(Unencodable()), .json([Unencodable()], encoder: JSONEncoder())] as [Fixture] {
            let error = try #require(MockTeapot(fixture: fixture).got().error)
            #expect(error.type == .invalidResponseBody)
        }
        let date = try #require(MockTeapot(fixture: .json(["user": ["born": Date()]])).got().error)
        #expect(date.type == .invalidResponseBody)
        #expect(
            date.description.contains("user.born: a Date can't be written as JSON; make it a String or a number first"))
    }
}
