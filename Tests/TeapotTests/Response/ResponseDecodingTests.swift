import Teapot
import Foundation
import TeapotTestTraits
import Testing

private struct Person: Decodable, Equatable {
    var name: String
}

private func get<Value: Decodable & Sendable>(
    _ type: Value.Type,
    _ body: String,
    _ contentType: String? = "application/json",
    status: Int = 200
) async throws -> Value {
    let fields: Teapot.HeaderFields = contentType.map { ["Content-Type": $0] } ?? [:]
    let client = ScriptedClient(.answer(.make(status, fields, Data(body.utf8))))
    return try await client.get("a", as: type)
}

@Suite(.inTurn) struct `Decoding optional content` {
    @Test func `an optional is nil for a response without a body`() async throws {
        #expect(try await get(Person?.self, "", nil, status: 204) == nil)
        #expect(try await get(Person?.self, "") == nil)
        let user: Person? = try await ScriptedClient(.answer(204)).get("a")
        #expect(user == nil)
    }

    @Test func `an optional is nil for null, and otherwise the value`() async throws {
        #expect(try await get(Person?.self, "null") == nil)
        #expect(try await get(Person?.self, #"{"name":"Ada"}"#) == Person(name: "Ada"))
        #expect(try await get([Person]?.self, #"[{"name":"Ada"}]"#) == [Person(name: "Ada")])
        await #expect(throws: TeapotError.self) { try await get(Person?.self, "{}") }
    }

    @Test func `data contains the bytes unchanged`() async throws {
        #expect(try await get(Data.self, #""QQ==""#) == Data(#""QQ==""#.utf8))
        #expect(try await get(Data.self, "", nil, status: 204).isEmpty)
        #expect(try await get(Data?.self, "", nil, status: 204) == nil)
        #expect(try await get(Data?.self, "x", nil) == Data("x".utf8))
    }

    @Test func `a String is decoded in its charset`() async throws {
        #expect(try await get(String.self, "Grüße", "text/plain") == "Grüße")
        #expect(try await get(String?.self, "") == nil)
        let fields: Teapot.HeaderFields = ["Content-Type": "text/plain; Charset=\"ISO-8859-1\""]
        let response = Teapot.Response.make(200, fields, Data([0x47, 0x72, 0xFC, 0xDF, 0x65]))
        #expect(response.text == "Grüße")
        #expect(try response.decode(String.self) == "Grüße")
    }

    @Test(arguments: [
        ("text/plain", "it is not text in the charset utf-8"),
        ("text/plain; charset=KOI8-X", "the charset koi8-x is not supported"),
    ])
    func `invalid text in a charset and an unknown charset are refused by name`(
        contentType: String, reason: String
    ) {
        let response = Teapot.Response.make(200, ["Content-Type": contentType], Data([0xFF, 0xFE, 0xFD]))
        #expect(response.text == nil)
        let error = teapotError { _ = try response.decode(String.self) }
        #expect(error?.description == "The response's body is invalid: \(reason)")
    }

    @Test(
        arguments: [
            ("windows-1251", [0xCF, 0xF0, 0xE8], "При"), ("cp1251", [0xCF], "П"), ("Windows-1250", [0x8A, 0xE8], "Šč"),
            ("windows-1253", [0xC4], "Δ"), ("windows-1255", [0xF9], "ש"), ("iso-8859-1", [0xE9], "é"),
            ("iso-8859-2", [0xE8], "č"), ("ISO-8859-15", [0xA4], "€"), ("latin1", [0xE9], "é"), ("koi8-r", [0xC4], "д"),
            ("GBK", [0xC4, 0xE3, 0xBA, 0xC3], "你好"), ("gb2312", [0xC4, 0xE3], "你"), ("gb18030", [0xC4, 0xE3], "你"),
            ("big5", [0xB4, 0xFA], "測"), ("euc-kr", [0xC7, 0xD1], "한"), ("shift_jis", [0x83, 0x65], "テ"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x25, 0x46, 0x1B, 0x28, 0x42], "テ"), ("'utf-8'", [0xC3, 0xA9], "é"),
            ("\"utf-8\"", [0xC3, 0xA9], "é"), ("", [0xC3, 0xA9], "é"), ("ascii", [0x41], "A"), ("cp1252", [0x80], "€"),
            ("windows-1252", [0x80], "€"), ("iso8859-1", [0xE9], "é"), ("ISO8859-15", [0xA4], "€"),
            ("windows-31j", [0x82, 0xA0, 0x87, 0x40], "あ①"), ("x-sjis", [0x82, 0xA0], "あ"),
            ("utf-16le", [0xE9, 0], "é"), ("utf-32be", [0, 0, 0, 0xE9], "é"),
        ] as [(String, [UInt8], String)]
    )
    func `text is read in every charset that web pages still use`(charset: String, bytes: [UInt8], text: String) {
        let response = Teapot.Response.make(200, ["Content-Type": "text/html; charset=\(charset)"], Data(bytes))
        #expect(response.text == text)
    }

    @Test(
        arguments: [String.Encoding.utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian, .utf8],
        [#"[{"name":"Zoë"}]"#, "\u{FEFF}[{\"name\":\"Zoë\"}]", "[ {\"name\" : \"Zoë\"}]"])
    func `JSON in UTF-16 or UTF-32 is read, with a type and without`(
        encoding: String.Encoding, text: String
    ) async throws {
        for fields in [["Content-Type": "application/json"], [:]] as [Teapot.HeaderFields] {
            let body = try #require(text.data(using: encoding))
            let client = ScriptedClient([]) { _ in .answer(.make(200, fields, body)) }
            #expect(try await client.get("a").json == [["name": "Zoë"]], "\(fields)")
            #expect(try await client.get("a", as: [Person].self) == [Person(name: "Zoë")], "\(fields)")
            let error = await #expect(throws: TeapotError.self) { try await client.get("a", as: [Int].self) }
            #expect(error?.underlyingError is DecodingError, "\(fields)")
        }
    }

    @Test(arguments: [
        (#"{"items":[1,],}"#, "line 1, column 13"), (#"{"items":[1] , }"#, "line 1, column 16"),
        ("{\"items\":[1],\n\"other\":[\"\\\",]\",\n]}", "line 3, column 1"),
    ])
    func `a trailing comma is an error, with a type and without`(text: String, place: String) async {
        struct List: Decodable { var items: [Int] }
        let client = ScriptedClient([]) { _ in .answer(json: text) }
        let untyped = await #expect(throws: TeapotError.self) { try await client.get("a") }
        let typed = await #expect(throws: TeapotError.self) { try await client.get("a", as: List.self) }
        for error in [untyped, typed] {
            #expect(error?.type == .invalidResponseBody)
            #expect(error?.description.contains(place) == true, "\(error)")
        }
    }

    @Test func `a decoder that allows JSON5 allows the comma`() async throws {
        let options = Teapot.Options()
        options.decoder.allowsJSON5 = true
        let client = ScriptedClient(.answer(json: "[1,]"), options: options)
        #expect(try await client.get("a", as: [Int].self) == [1])
    }
}

@Suite(.inTurn) struct `A decoding error` {
    @Test(arguments: [
        (
            "{\n  \"name\": Ada}", "application/json",
            #"line 2, column 11: expected a value but found "Ada" (application/json, 16 bytes)"#
        ),
        ("", "application/json; charset=utf-8", "expected Person, but the body is empty (application/json)"),
        (
            "\n<!DOCTYPE html><p>Log in</p>", "text/html",
            #"line 2, column 1: expected a value but found "<" (text/html, 29 bytes, an HTML page)"#
        ),
        ("{}", nil, "name: the key is missing (no Content-Type, 2 bytes)"),
    ])
    func `names the place, the media type, and a body that is empty or a page`(
        body: String,
        contentType: String?,
        reason: String
    ) async {
        let error = await #expect(throws: TeapotError.self) { try await get(Person.self, body, contentType) }
        let shown = body.isEmpty ? "" : "; " + body.split(whereSeparator: \.isNewline).joined(separator: " ")
        #expect(error?.description == "GET http://h.test/api/a -> 200: invalidResponseBody; " + reason + shown)
        #expect(error?.response?.body == Data(body.utf8))
    }

    @Test func `has our reader's error or the decoder's as its underlying error`() async {
        let malformed = await #expect(throws: TeapotError.self) { try await get(Person.self, "{") }
        #expect((malformed?.underlyingError as? JSON.ParsingError)?.column == 2)
        let misshapen = await #expect(throws: TeapotError.self) { try await get(Person.self, "[]") }
        #expect(misshapen?.underlyingError is DecodingError)
    }
}

@Suite(.inTurn) struct `Decoding a response that a client received` {
    private struct Named: Decodable { var firstName: String }

    private func client(_ status: Int = 200) -> ScriptedClient {
        let options = Teapot.Options()
        options.decoder.keyDecodingStrategy = .convertFromSnakeCase
        return ScriptedClient(.answer(status, json: #"{"first_name":"Ada"}"#), options: options)
    }

    @Test func `uses the client's decoder`() async throws {
        #expect(try await client().get("a").decode(Named.self).firstName == "Ada")
        let recorder = Recorder<String?>()
        client().get("a") { result in recorder(try? result.response.decode(Named.self).firstName) }
        #expect(recorder.values == ["Ada"])
    }

    @Test func `uses the client's decoder for the response of an error, too`() async throws {
        let error = await #expect(throws: TeapotError.self) { try await client(422).get("a") }
        #expect(try error?.response?.decode(Named.self).firstName == "Ada")
    }

    @Test func `prefers a given decoder`() async throws {
        let response = try await client().get("a")
        #expect(throws: TeapotError.self) { try response.decode(Named.self, using: JSONDecoder()) }
    }
}
