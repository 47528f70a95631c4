@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Reading a response` {
    private func read(_ type: String?, _ body: String, status: Int = 200) throws -> Teapot.Response {
        let fields: Teapot.HeaderFields = type.map { ["content-type": $0] } ?? [:]
        return try Teapot.Response.make(status, fields, Data(body.utf8)).readingJSON().get()
    }

    @Test(arguments: [
        "application/json", "APPLICATION/JSON", "application/json; charset=utf-8", "application/json;charset=utf-8",
        " application/json ;x", "text/json", "application/problem+json", "application/vnd.api+json; v=1", "a/b+JSON",
    ])
    func `a body declared as JSON is read as JSON`(type: String) throws {
        #expect(try read(type, #"{"a":1}"#).json?.dictionary?["a"] as? Int == 1)
        #expect(try read(type, "[1]").json?.array?.count == 1)
    }

    @Test(arguments: [
        "text/plain", "text/html", "application/jsonp", "application/x-ndjson", "json", "", "application/xml",
    ])
    func `a body declared as something else isn't read`(type: String) throws {
        #expect(try read(type, #"{"a":1}"#).json == nil)
        #expect(try read(type, "{").json == nil)
    }

    @Test func `an undeclared body is read if it begins like JSON`() throws {
        #expect(try read(nil, " \r\n\t{\"a\":1}").json?.dictionary != nil)
        #expect(try read(nil, "[]").json?.array != nil)
        for text in ["hello", "7", "\"a\"", "null", " ", "<html>"] { #expect(try read(nil, text).json == nil) }
        #expect(throws: TeapotError.self) { try read(nil, "{oops") }
    }

    @Test(arguments: ["7", "\"a\"", "true", "null", " 1.5 "])
    func `a scalar is JSON but not a document, and stays in the data`(text: String) throws {
        let response = try read("application/json", text)
        #expect(response.json == nil)
        #expect(response.body == Data(text.utf8))
    }

    @Test func `there's no JSON without a body, whatever the headers say`() throws {
        #expect(try read("application/json", "").json == nil)
        #expect(try read("application/json", "", status: 204).json == nil)
    }

    @Test func `malformed JSON is a failure that names the place`() {
        let error = teapotError { _ = try read("application/json", "{\"a\": 1,\n  oops}") }
        #expect(error?.type == .invalidResponseBody)
        let reason = (error?.underlyingError as? JSON.ParsingError)?.description ?? "none"
        #expect(reason.hasPrefix("line 2, column 3: "))
        #expect(error?.description == "The response's body is invalid: \(reason)")
        #expect(error?.responseStatus == 200)
        #expect(error?.response?.body.count == 16)
    }

    @Test func `malformed JSON in an error response doesn't change the error`() async {
        let client = ScriptedClient(.answer(500, json: "{oops"))
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.type == .invalidResponseStatus)
        #expect(error?.response?.json == nil)
        #expect(error?.response?.body == Data("{oops".utf8))
    }

    @Test func `a result has the JSON of a success and of a failure`() throws {
        let results = Recorder<NetworkResult>()
        let client = ScriptedClient(
            .answer(json: #"{"a":1}"#),
            .answer(400, json: "[1]"),
            .answer(204),
            .answer(json: "oops")
        )
        for _ in 0..<4 { client.get("a") { results($0) } }
        try #require(results.values.count == 4)
        guard case .success(let json, let response) = results.values[0] else {
            Issue.record("It is no success.")
            return
        }
        #expect(json == ["a": 1] as JSON)
        #expect(response.status == 200)
        #expect(response.headers["content-TYPE"] == "application/json")
        guard case .failure(let body, let failed, let error) = results.values[1] else {
            Issue.record("It is no failure.")
            return
        }
        #expect(body == [1] as JSON)
        #expect(failed.status == 400)
        #expect(error.responseStatus == 400)
        guard case .success(nil, let empty) = results.values[2] else {
            Issue.record("It is no success.")
            return
        }
        #expect(empty.status == 204)
        #expect(results.values[3].error?.type == .invalidResponseBody)
        #expect(results.values[3].response.status == 200)
    }
}
