import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockStore

@Suite(.inTurn) struct `A handler's result as a response` {
    struct User: Serializable { let name = "Alex" }
    struct Coded: Encodable { let name = "Joan" }
    struct Created: ResponseFieldsProvider {
        let statusCode = 201
        let body: any Serializable
        var headerFields: [String: String]? { ["Location": "/users/1"] }
    }
    struct Plain: ResponseFieldsProvider {
        let statusCode = 202
        let body: any Serializable = "accepted"
    }
    struct Opaque {}

    @Test func `a response stays unchanged`() throws {
        let response = Response(status: 418, headers: ["A": "b"], body: Data("c".utf8), delay: 1)
        #expect(try Response(answering: response) == response)
        #expect(try Response(answering: Optional(response) as Any) == response)
    }

    @Test func `nil is a 404, and Void is a 204`() throws {
        let hidden: Any = Optional<User>.none as Any
        #expect(try Response(answering: hidden) == Response(status: 404))
        #expect(try Response(answering: Optional(Optional<User>.none) as Any) == Response(status: 404))
        #expect(try Response(answering: Optional(hidden) as Any) == Response(status: 404))
        #expect(try Response(answering: ()) == Response(status: 204))
        #expect(try Response(answering: Optional(()) as Any) == Response(status: 204))
    }

    @Test func `any other value becomes JSON with status 200`() throws {
        let answers: [(Any, String)] = [
            (User(), #"{"name":"Alex"}"#), (Coded(), #"{"name":"Joan"}"#), ([User()], #"[{"name":"Alex"}]"#),
            (Optional(User()) as Any, #"{"name":"Alex"}"#), ("x", #""x""#), (1, "1"), (true, "true"),
            (NSNull(), "null"),
            (["b": 1, "a": nil] as [String: Any?], #"{"a":null,"b":1}"#), ([1, "a"] as [Any], #"[1,"a"]"#),
            (["z": 1, "a": [2]] as JSON, #"{"a":[2],"z":1}"#), ([Int](), "[]"), (AnyHashable("a"), #""a""#),
            (
                ["user": User(), "coded": Coded()] as [String: Any],
                #"{"coded":{"name":"Joan"},"user":{"name":"Alex"}}"#
            ),
        ]
        for (value, body) in answers {
            let response = try Response(answering: value)
            #expect(text(response) == body)
            #expect(response.status == 200)
            #expect(response.headers == ["Content-Type": "application/json"])
        }
    }

    @Test func `data stays unchanged`() throws {
        let response = try Response(answering: Data("abc".utf8))
        #expect(text(response) == "abc")
        #expect(response.headers == ["Content-Type": "application/octet-stream"])
    }

    @Test func `data given as JSON stays unchanged, too`() {
        let response = Response.json(Data("[1]".utf8), status: 201)
        #expect(response.body == Data("[1]".utf8))
        #expect(response.headers["Content-Type"] == "application/json")
    }

    @Test func `a provider's headers and status are used`() throws {
        let created = try Response(answering: Created(body: User()))
        #expect(created.status == 201)
        #expect(created.headers == ["Location": "/users/1", "Content-Type": "application/json"])
        #expect(text(created) == #"{"name":"Alex"}"#)
        let plain = try Response(answering: Plain())
        #expect(plain.status == 202)
        #expect(plain.headers == ["Content-Type": "application/json"])
        let empty = try Response(answering: Created(body: Optional<User>.none))
        #expect(empty == Response(status: 201, headers: ["Location": "/users/1"]))
    }

    @Test func `a value that can't be serialized throws`() {
        #expect(throws: TeapotError.make(.invalidResponseBody, "Opaque isn't Encodable")) {
            try Response(answering: Opaque())
        }
        #expect(throws: TeapotError.self) { try Response(answering: ["a": [Double.nan]]) }
    }

    @Test(
        arguments: [
            (Response(statusCode: 201, body: User()), #"{"name":"Alex"}"#),
            (Response(statusCode: 201, body: Coded()), #"{"name":"Joan"}"#),
            (Response(statusCode: 201, body: "both"), #""both""#),
            (Response(statusCode: 201, body: ["a": "b"]), #"{"a":"b"}"#),
            (Response(statusCode: 201, body: [1, 2]), "[1,2]"),
            (Response(statusCode: 201, body: ["a": 1, "b": "c"] as JSON), #"{"a":1,"b":"c"}"#),
            (Response(statusCode: 201, body: ["a": 1, "b": "c"] as [String: Any]), #"{"a":1,"b":"c"}"#),
            (Response(statusCode: 200, body: Data("raw".utf8)), "raw"),
            (
                Response(statusCode: 201, body: ["a": 1, "b": "c", "d": [true, "e"] as JSON]),
                #"{"a":1,"b":"c","d":[true,"e"]}"#
            ),
            (Response(statusCode: 201, body: ["a": User()]), #"{"a":{"name":"Alex"}}"#),
            (Response(statusCode: 201, body: Optional("a")), #""a""#),
        ] as [(Response, String)])
    func `a response can be created from a value`(response: Response, body: String) {
        #expect(text(response) == body)
    }

    @Test func `a response can be created from an existential value`() {
        let (serializable, encodable): (any Serializable, any Encodable) = (User(), Coded())
        #expect(text(Response(statusCode: 200, body: serializable)) == #"{"name":"Alex"}"#)
        #expect(text(Response(statusCode: 200, body: encodable)) == #"{"name":"Joan"}"#)
    }

    @Test func `a response created from nil has no body`() {
        #expect(Response(statusCode: 200, body: Optional<User>.none) == Response(status: 200))
    }

    @Test func `its headers replace those of the body`() {
        let response = Response(
            statusCode: 422, body: User(), headerFields: ["content-type": "application/problem+json"])
        #expect(response.status == 422)
        #expect(response.headers == ["content-type": "application/problem+json"])
    }

    @Test func `a response that can't be written fails when it's requested`() {
        let response = Response(statusCode: 200, body: ["a": Double.nan])
        let reason = "a: NaN can't be written as JSON; a number must be finite"
        #expect(response.fault?.error as? TeapotError == .make(.invalidResponseBody, reason))
    }
}
