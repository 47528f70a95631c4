import Foundation
import Teapot
import TeapotMock
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMockRecording

@Suite(.inTurn) struct `An ordinary document` {
    @Test func `is one of 60`() { #expect(OrdinaryDocuments.all.count >= 60) }

    @Test(arguments: OrdinaryDocuments.all.indices)
    func `is recorded unchanged`(index: Int) async throws {
        let (type, text) = OrdinaryDocuments.all[index]
        let folder = try TemporaryFolder([:])
        let recorder = Recorder(into: .har(folder.url.appendingPathComponent("a.har")))
        recorder.record(Request(method: "GET", path: "/a"), .data(Data(text.utf8), contentType: type))
        try await recorder.finish()
        let entry = try #require(try HAR(contentsOf: recorder.destination.url).entries.first)
        #expect(String(decoding: entry.response.body, as: UTF8.self) == text)
    }
}

@Suite(.inTurn) struct `A returned secret` {
    /// Values that a client may send as a credential.
    private static let values = [
        "plum7Tart", "Xk9+/q2Z7w==", "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "s3cr3t&<\"quoted\">9", "p@ss/w0rd?x=1%",
    ]

    private static let encodings: [(name: String, encode: @Sendable (String) -> String)] = [
        ("as it is", { $0 }),
        ("for URLs", { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }),
        (
            "for JSON",
            { text in
                let json = (try? JSON.array([text]).data()).map { String(decoding: $0, as: UTF8.self) } ?? ""
                return String(json.dropFirst(2).dropLast(2)).replacingOccurrences(of: "/", with: "\\/")
            }
        ),
        (
            "for HTML",
            { text in
                [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("+", "&#43;")].reduce(text) {
                    $0.replacingOccurrences(of: $1.0, with: $1.1)
                }
            }
        ),
        ("in Base64", { Data($0.utf8).base64EncodedString() }),
        ("in Base64, after a byte", { Data(("a" + $0 + "b").utf8).base64EncodedString() }),
        ("in Base64, after two bytes", { Data(("ab" + $0).utf8).base64EncodedString() }),
    ]

    /// Places in which a client sends a credential.
    private static func requests(_ value: String) -> [Request] {
        let form = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let json = (try? JSON.dictionary(["password": value]).data()) ?? Data()
        return [
            Request(method: "GET", path: "/me", headers: ["Authorization": "Bearer \(value)"]),
            Request(method: "GET", path: "/me", query: [URLQueryItem(name: "token", value: value)]),
            Request(
                method: "POST", path: "/me", headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Data("password=\(form)".utf8)),
            Request(method: "POST", path: "/me", headers: ["Content-Type": "application/json"], body: json),
        ]
    }

    @Test(arguments: values, 0..<7)
    func `is in no file, however the server encodes it`(value: String, encoding: Int) async throws {
        let (name, encode) = Self.encodings[encoding]
        let echo = encode(value)
        for (number, request) in Self.requests(value).enumerated() {
            let folder = try TemporaryFolder([:])
            let recorder = Recorder(into: .folder(folder.url))
            recorder.record(request, .data(Data("you sent: \(echo) - thanks".utf8), contentType: "text/plain"))
            // Known secrets are searched for in later exchanges.
            recorder.record(
                Request(method: "GET", path: "/later"),
                .data(Data("<p title='x'>again \(echo)</p>".utf8), contentType: "text/html"))
            try await recorder.finish()
            #expect(recorder.count == 2)
            for file in recorder.files {
                let data = (try? Data(contentsOf: folder.url.appendingPathComponent(file))) ?? Data()
                let text = String(decoding: data, as: UTF8.self)
                let part = name.hasPrefix("in Base64, ") ? String(echo.dropFirst(4).dropLast(4)) : echo
                #expect(!text.contains(part), "\(name), request \(number), \(file)")
            }
        }
    }

    @Test(arguments: [
        ("correct horse battery", "correct horse battery"), ("purplecastle6147", "purplecastle6147"),
        ("with space 9uRz", "with space 9uRz"), ("Hemlig lösen 77", "Hemlig lösen 77"),
    ])
    func `is removed if it was sent as a password, even if it's a phrase`(password: String, echo: String) async throws {
        let form = "password=" + password.replacingOccurrences(of: " ", with: "+")
        let json = (try? JSON.dictionary(["password": password]).data()) ?? Data()
        for (body, type) in [(Data(form.utf8), "application/x-www-form-urlencoded"), (json, "application/json")] {
            let request = Request(method: "POST", path: "/a", headers: ["Content-Type": type], body: body)
            let base64 = Data("anna:\(echo)".utf8).base64EncodedString()
            let response = Response.data(Data("pw is \(echo), \(base64)".utf8), contentType: "text/plain")
            let redactor = Redactor(Redaction())
            let redacted = redactor.redacted(request, response).1
            #expect(String(decoding: redacted.body, as: UTF8.self) == "pw is REDACTED, REDACTED")
        }
    }

    @Test func `stays where it's allowed, and is removed elsewhere`() throws {
        let value = "plum7Tart"
        let request = Request(method: "GET", path: "/me", headers: ["Authorization": "Bearer \(value)"])
        let response = Response.json(["key": ["token": value], "echo": value])
        let redactor = Redactor(Redaction(keeping: ["GET /me response body /key/token", "GET /you response body"]))
        let (_, redacted) = try redactor.cleared(request, response)
        #expect(try JSON(parsing: redacted.body) == ["key": ["token": value], "echo": "REDACTED"])
        #expect(
            redactor.remarks == [
                "“GET /you response body” had no effect: no recorded secret has this name or place."
            ])
    }

    @Test func `is anything with an added name`() throws {
        let redactor = Redactor(Redaction(adding: ["note", "address", "no"]))
        let response = Response.json([
            "note": "a few words", "address": ["street": "Tea Lane", "zip": 94103], "no": 7, "noted": "x",
        ])
        let redacted = redactor.redacted(Request(method: "GET", path: "/"), response).1
        let expected: JSON = [
            "note": "REDACTED", "address": ["street": "REDACTED", "zip": 0], "no": 0, "noted": "x",
        ]
        #expect(try JSON(parsing: redacted.body) == expected)
    }

    @Test func `is removed if a longer secret ends with it, and from Base64 words that repeat it`() {
        let redactor = Redactor(Redaction())
        let request = Request(method: "GET", path: "/me", headers: ["Authorization": "Bearer plum7Tart"])
        _ = redactor.redacted(request, Response(status: 204))
        let password = Data(#"{"password": "x-plum7Tart"}"#.utf8)
        let login = Request(
            method: "POST", path: "/", headers: ["Content-Type": "application/json"], body: password)
        let base64 = Data(String(repeating: "plum7Tart", count: 3000).utf8).base64EncodedString()
        let response = Response.data(Data("a x-plum7Tart, b plum7Tart, \(base64).".utf8), contentType: "text/plain")
        let body = redactor.redacted(login, response).1.body
        #expect(String(decoding: body, as: UTF8.self) == "a REDACTED, b REDACTED, REDACTED.")
    }

    @Test func `is removed from a small exchange while a large one is searched`() async {
        let redactor = Redactor(Redaction())
        let large = Response.data(
            Data(String(repeating: "{\"token\": <a b='c'> ", count: 20_000).utf8), contentType: "text/plain")
        let request = Request(method: "GET", path: "/")
        var wasFirst = false
        // On a busy machine, this test may go on only after the large one is searched.
        for _ in 0..<5 where !wasFirst {
            let (hasBegun, isOver) = (Gate(), Locked(false))
            let task = Task.detached {
                hasBegun.open()
                _ = redactor.redacted(request, large)
                isOver.withLock { $0 = true }
            }
            #expect(await hasBegun.wait())
            for _ in 0..<3 { _ = redactor.redacted(request, .data(Data("a".utf8), contentType: "text/plain")) }
            wasFirst = !isOver.withLock { $0 }
            await task.value
        }
        #expect(wasFirst)
    }
}
