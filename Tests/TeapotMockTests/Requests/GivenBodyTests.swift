import Foundation
import Teapot
import TeapotTestResources
import TeapotTestTraits
import Testing

import TeapotMock

@Suite(.inTurn) struct `A given body` {
    private struct User: Encodable {
        var name = "Ada"
        var born: Date? = Date(timeIntervalSince1970: 0)
    }

    private struct Unencodable: Encodable {
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: "No."))
        }
    }

    @Test func `custom values and text can be bodies of fixtures and responses`() throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = .sortedKeys
        let bodies: [(Response, String, String)] = [
            (.json(User()), #"{"born":"1970-01-01T00:00:00Z","name":"Ada"}"#, "application/json"),
            (.json([User()], encoder: encoder), #"[{"born":0,"name":"Ada"}]"#, "application/json"),
            (.json(["a": ["b": "/"]]), #"{"a":{"b":"/"}}"#, "application/json"),
            (.json([["id": 1, "name": nil]]), #"[{"id":1,"name":null}]"#, "application/json"),
            (.text("é"), "é", "text/plain; charset=utf-8"),
            (.text("a,b", contentType: "text/csv"), "a,b", "text/csv"),
        ]
        for (response, body, contentType) in bodies {
            #expect(String(decoding: response.body, as: UTF8.self) == body)
            #expect(response.headers["Content-Type"] == contentType)
            #expect(response.status == .ok)
        }
        #expect(
            Response.text("no", status: .notFound, headers: ["Content-Type": "a/b"]).headers["Content-Type"]
                == "a/b")
    }

    @Test func `a mock client answers with any response`() async throws {
        #expect(try await MockTeapot(fixture: .json(["id": 1], status: .created)).get("a").statusCode == 201)
        #expect(try await MockTeapot(fixture: .json(["id": 1]), statusCode: .created).get("a").statusCode == 201)
        #expect(try await MockTeapot(fixture: ["id": 1]).get("a").body == Data(#"{"id":1}"#.utf8))
        #expect(try MockTeapot(fixture: .status(503)).got().error?.statusCode == 503)
        #expect(try MockTeapot(fixture: .error(.timedOut)).got().error?.type == .timeout)
    }

    @Test func `a literal with a value of one's own is encoded`() {
        let user = User(name: "Ada", born: nil)
        #expect(Response.json([user]).body == Data(#"[{"name":"Ada"}]"#.utf8))
        #expect(Response.json(["user": user]).body == Data(#"{"user":{"name":"Ada"}}"#.utf8))
        #expect(Response.json(["users": [user], "page": 1]).body == Data(#"{"page":1,"users":[{"name":"Ada"}]}"#.utf8))
        #expect(Response.json([9_007_199_254_740_993, 2.5]).body == Data("[9007199254740993,2.5]".utf8))
        let sums = Response.json(["total": 3 * 20 + 1, "price": 9.5 * 2 + 1])
        #expect(sums.body == Data(#"{"price":20,"total":61}"#.utf8))
    }

    @Test func `a value that can't be encoded fails with its key path when it's requested`() throws {
        for fixture in [.json(Unencodable()), .json([Unencodable()], encoder: JSONEncoder())] as [Response] {
            let error = try #require(MockTeapot(fixture: fixture).got().error)
            #expect(error.type == .invalidResponseBody)
        }
        let number = try #require(MockTeapot(fixture: .json(["user": ["born": Double.nan, "id": 1]])).got().error)
        #expect(number.type == .invalidResponseBody)
        #expect(number.description.contains("user.born: NaN can't be written as JSON; a number must be finite"))
    }
}
