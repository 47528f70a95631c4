import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A payload` {
    private struct User: Encodable {
        var name: String
        var scores: [Double]
    }

    private struct Secretive: Encodable {
        struct Refusal: Error {}
        func encode(to encoder: any Encoder) throws { throw Refusal() }
    }

    static let sentence = "The request's body is invalid:"
    private let client = ScriptedClient()

    private func post(_ parameters: some Teapot.Parameters) throws -> Teapot.Request {
        try client.makeRequest(.post, "a", parameters: parameters)
    }

    @Test func `without parameters there is no body and no media type`() throws {
        let nothing: Data? = nil
        for request in [
            try post(.none), try post(nothing.map { .data($0) } ?? .none), try client.makeRequest(.post, "a"),
        ] {
            guard case .none = request.body else { throw TeapotError(type: .invalidPayload, description: "a body") }
            #expect(request.headers["Content-Type"] == nil)
        }
    }

    @Test func `a document is sent as JSON`() throws {
        let request = try post(JSON.array([1, "é", true]))
        #expect(request.bodyText == #"[1,"é",true]"#)
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(try post(["a": 1] as JSON).bodyText == #"{"a":1}"#)
        #expect(try post([1, 2] as JSON).bodyText == "[1,2]")
    }

    @Test func `bytes are sent unchanged`() throws {
        let request = try post(Data([0, 255]))
        #expect(request.bodyData == Data([0, 255]))
        #expect(request.headers["Content-Type"] == "application/octet-stream")
        let typed = try post(.data(Data([1]), contentType: "image/png"))
        #expect(typed.bodyData == Data([1]))
        #expect(typed.headers["Content-Type"] == "image/png")
        #expect(try post(Data()).bodyData == Data())
        let text = try post(.json(Data("{}".utf8)))
        #expect(text.bodyData == Data("{}".utf8))
        #expect(text.headers["Content-Type"] == "application/json")
    }

    @Test func `an optional's value is sent like any other`() throws {
        let (bytes, query) = (Optional(Data([7])), Optional(["q": 1 as Any]))
        #expect(try post(bytes.map { .data($0) } ?? .none).bodyData == Data([7]))
        #expect(try client.makeRequest(.get, "a", parameters: query ?? [:]).url.query == "q=1")
    }

    @Test func `an Encodable goes through the client's encoder`() throws {
        let options = Teapot.Options()
        options.encoder.outputFormatting = [.sortedKeys]
        options.encoder.keyEncodingStrategy = .custom { path in
            TestKey(stringValue: (path.last?.stringValue ?? "").uppercased())
        }
        let client = ScriptedClient(options: options)
        let request = try client.makeRequest(.put, "a", parameters: .json(User(name: "Ada", scores: [1])))
        #expect(request.bodyText == #"{"NAME":"Ada","SCORES":[1]}"#)
        #expect(request.headers["Content-Type"] == "application/json")
    }

    @Test func `an Encodable has sorted members by default`() throws {
        let users = [User(name: "a/b", scores: [1])]
        #expect(try post(.json(users)).bodyText == #"[{"name":"a/b","scores":[1]}]"#)
    }

    @Test func `an Encodable that can't be encoded is refused with its key path`() {
        let users = [User(name: "a", scores: []), User(name: "b", scores: [1, .infinity])]
        let error = teapotError { _ = try post(.json(users)) }
        #expect(error?.type == .invalidPayload)
        guard case .invalidValue(_, let context)? = error?.underlyingError as? EncodingError else {
            Issue.record("\(String(describing: error?.underlyingError))")
            return
        }
        #expect(
            error?.description == "\(Self.sentence) [1].scores[1]: inf can't be encoded; \(context.debugDescription)"
        )
    }

    @Test func `an Encodable that throws its own error is named by its type`() {
        let error = teapotError { _ = try post(.json(Secretive())) }
        #expect(error?.description == "\(Self.sentence) Secretive can't be encoded: Refusal()")
        #expect(error?.underlyingError is Secretive.Refusal)
    }

    @Test func `JSON that can't be written is refused with its key path`() {
        let users: [String: Any] = ["users": [["born": Date(timeIntervalSince1970: 0)]]]
        #expect(
            teapotError { _ = try post(users) }?.description
                == "\(Self.sentence) users[0].born: a Date can't be written as JSON; make it a String or a number first, or use an Encodable type for the whole document"
        )
        #expect(
            teapotError { _ = try post(JSON.array([Double.nan])) }?.description
                == "\(Self.sentence) [0]: NaN can't be written as JSON; a number must be finite"
        )
    }

    @Test func `a form is encoded in the order given`() throws {
        let request = try post(.form(["name": "Ada Lovelace", "q": "a&b=c+d*~", "name": "é", "": ""]))
        #expect(request.bodyText == "name=Ada+Lovelace&q=a%26b%3Dc%2Bd*%7E&name=%C3%A9&=")
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        let items = [URLQueryItem(name: "flag", value: nil), URLQueryItem(name: "a\r\nb", value: "c")]
        #expect(try post(.form(.init(items))).bodyText == "flag&a%0D%0Ab=c")
    }

    @Test(arguments: [Teapot.Method.get, .head])
    func `a GET and a HEAD take no body of any kind`(method: Teapot.Method) {
        func refusal(_ parameters: some Teapot.Parameters) -> String? {
            let error = teapotError { _ = try client.makeRequest(method, "a", parameters: parameters) }
            return error?.type == .invalidPayload ? error?.description : nil
        }
        let expected =
            "\(Self.sentence) a \(method) can't have a body; to send a query, use query:, a dictionary or .query(value)"
        #expect(refusal(Data([1])) == expected)
        #expect(refusal(Data()) == expected)
        #expect(refusal(JSON.dictionary(["a": 1])) == expected)
        #expect(refusal([["a": 1 as Any]]) == expected)
        #expect(refusal(.form(["a": "b"])) == expected)
        #expect(refusal(.json(["a": 1])) == expected)
        #expect(refusal(.multipart([.field("a", "b")])) == expected)
    }

    @Test func `the caller's own media type replaces that of the parameters`() throws {
        let request = try client.makeRequest(
            .post,
            "a",
            parameters: Data([1]),
            headerFields: ["content-type": "image/gif"]
        )
        #expect(request.headers.values(for: "Content-Type") == ["image/gif"])
    }
}

/// A key with any name.
private struct TestKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}
