import Teapot
import Foundation
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `An exchange's log` {
    private let messages = Recorder<String>()

    private func log(
        _ level: Teapot.Logger.Level = .incomingAndOutgoingData,
        _ scripts: ScriptedClient.Script...,
        limit: Int = 1_024,
        secret: Set<String> = [],
        baseURL: String = "http://h.test/api"
    ) -> ScriptedClient {
        var options = Teapot.Options()
        options.secrets = secret
        let client = ScriptedClient(scripts, baseURL: .make(baseURL), options: options)
        client.logger.level = level
        client.logger.bodyLimit = limit
        client.logger.sink = { level, message in messages("\(level)|\(message)") }
        return client
    }

    /// Returns the part of a log that shows a sent body.
    private func shown(_ body: Data, limit: Int = 1_024) throws -> String {
        let client = log(.incomingAndOutgoingData, .answer(), limit: limit)
        client.post("a", parameters: body) { _ in }
        let message = try #require(messages.values.last { $0.hasPrefix("incomingAndOutgoingData") })
        let start = try #require(message.range(of: "octet-stream\n"))
        return String(message[start.upperBound...])
    }

    @Test func `nothing is logged by default`() {
        let client = ScriptedClient(.answer())
        client.logger.sink = { _, message in messages(message) }
        client.get("a") { _ in }
        client.get("..") { _ in }
        #expect(messages.values.isEmpty)
    }

    @Test func `a request, its response and its error are logged at their levels`() {
        let script = ScriptedClient.Script.answer(404, json: "{}")
        log(.incomingAndOutgoingData, script).post("a?b=c", parameters: ["a": 1]) { _ in }
        #expect(
            messages.values == [
                "incomingAndOutgoingData|→ POST http://h.test/api/a?b=c\nAccept: application/json, */*;q=0.5\n"
                    + "Content-Type: application/json\n{\"a\":1}",
                "incomingData|← 404 POST http://h.test/api/a?b=c\nContent-Type: application/json\n{}",
                "error|POST http://h.test/api/a?b=c -> 404: {}",
            ]
        )
    }

    @Test(arguments: [
        (Teapot.Logger.Level.none, 0), (.error, 1), (.incomingData, 2), (.incomingAndOutgoingData, 3),
    ])
    func `each level logs those below it, too`(level: Teapot.Logger.Level, count: Int) {
        log(level, .answer(500)).get("a") { _ in }
        #expect(messages.values.count == count)
    }

    @Test func `each hop of a redirect is logged`() {
        log(.incomingAndOutgoingData, .redirect(to: "/b"), .answer()).get("a") { _ in }
        #expect(
            messages.values.map { String($0.split(separator: "\n")[0]) } == [
                "incomingAndOutgoingData|→ GET http://h.test/api/a", "incomingData|← 302 GET http://h.test/api/a",
                "incomingAndOutgoingData|→ GET http://h.test/b", "incomingData|← 200 GET http://h.test/b",
            ]
        )
    }

    @Test func `an invalid request is logged once`() async {
        let client = log(.error)
        client.get("..") { _ in }
        #expect(messages.values.count == 1)
        _ = try? await client.get("..")
        #expect(messages.values.count == 2)
        client.downloadImage("..") { _ in }
        #expect(messages.values.count == 3)
        #expect(Set(messages.values).count == 1)
    }

    // MARK: Secrets

    @Test func `credentials never reach a log`() {
        let client = log(
            .incomingAndOutgoingData,
            .answer(
                401,
                ["Set-Cookie": "session=0123456789abcdef; Path=/", "X-Session": "0123456789abcdef"],
                json: "{}"
            ),
            secret: ["x-api-key", "X-SESSION"],
            baseURL: "http://user:0123456789abcdef@h.test"
        )
        client.get(
            "a",
            headerFields: [
                "authorization": "Bearer 0123456789abcdef",
                "COOKIE": "session=0123456789abcdef; other=0123456789abcdef",
                "Proxy-Authorization": "Basic 0123456789abcdef", "X-Api-Key": "0123456789abcdef 0123456789abcdef",
            ]
        ) { _ in }
        let log = messages.values.joined(separator: "\n")
        #expect(messages.values.count == 3)
        #expect(!log.contains("0123"), "\(log)")
        #expect(log.contains("authorization: Bearer …ef\n"))
        #expect(log.contains("Proxy-Authorization: Basic …ef\n"))
        #expect(log.contains("COOKIE: …ef\n"))
        #expect(log.contains("X-Api-Key: …ef\n"))
        #expect(log.contains("Set-Cookie: …"))
        #expect(log.contains("X-Session: …ef\n"))
        #expect(log.contains("→ GET http://…@h.test/a\n"))
    }

    @Test(arguments: [
        ("Authorization", "Bearer 0123456789ab", "Bearer …ab"), ("Authorization", "Bearer 0123456789a", "Bearer …"),
        ("Authorization", "0123456789abcdef", "…ef"), ("Authorization", "short", "…"), ("Authorization", "", "…"),
        ("Authorization", " ", "…"), ("Authorization", "Digest username=\"Ada\", response=\"0123\"", "Digest …3\""),
        ("Authorization", "a=b 0123456789abcdef", "…ef"),
        ("Proxy-Authorization", "basic YWRtaW46dGVzdDEyMw==", "basic …=="),
        // Only credentials have a scheme before them. Elsewhere, the first word is as secret as the second.
        ("X-Key", "correct horse battery staple", "…le"), ("Cookie", "correct horse battery", "…ry"),
    ])
    func `at most the scheme and the last two characters of a secret are shown`(
        name: String, value: String, shown: String
    ) {
        var options = Teapot.Options()
        options.secrets = ["x-key"]
        #expect(Teapot.HeaderFields.Field(name: name, value: value).redactedValue(options) == shown)
        #expect(Teapot.HeaderFields.Field(name: "X-Other", value: value).redactedValue(options) == value)
    }

    // MARK: Bodies

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcde… <6 bytes>"), ("abcdef", 0, "… <6 bytes>"), ("aé", 3, "aé"),
        // A character isn't divided.
        ("aéb", 2, "a… <4 bytes>"), ("a🫖b", 4, "a… <6 bytes>"), ("🫖b", 1, "… <5 bytes>"), ("a🫖b", 5, "a🫖… <6 bytes>"),
    ])
    func `a body is shortened to the limit`(text: String, limit: Int, expected: String) throws {
        #expect(try shown(Data(text.utf8), limit: limit) == expected)
    }

    @Test(arguments: [[0xFF, 0xFE], [0x61, 0], [0xC3], [0x61, 0xC3, 0x28, 0x61]] as [[UInt8]])
    func `a binary body is described`(bytes: [UInt8]) throws {
        #expect(try shown(Data(bytes)) == "<\(bytes.count) bytes of binary data>")
    }

    @Test func `a long binary body is described, too`() throws {
        #expect(try shown(Data(repeating: 0x80, count: 5_000)) == "<5000 bytes of binary data>")
        #expect(try shown(Data("aaaa".utf8) + Data(repeating: 0x80, count: 5_000)) == "<5004 bytes of binary data>")
    }

    @Test func `a file is named but not read`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("f", Data("contents".utf8))
        log(.incomingAndOutgoingData, .answer()).put("a", parameters: .file(file)) { _ in }
        #expect(messages.values.first?.hasSuffix("\n<the file \(file.path)>") == true)
    }
}
