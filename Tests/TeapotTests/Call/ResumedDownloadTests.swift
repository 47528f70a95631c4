@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) final class `A resumed download`: Sendable {
    private let folder: URL
    private var file: URL { folder.appendingPathComponent("file") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("old".utf8).write(to: file)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The names in the folder, including hidden ones.
    private var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }
    private var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

    private static let tag: Teapot.HeaderFields = ["ETag": "\"a\"", "Content-Length": "6"]

    /// Returns a response that is cut after some text.
    private func cut(_ text: String, _ fields: Teapot.HeaderFields = tag, status: Int = 200) -> ScriptedClient.Script {
        ScriptedClient.Script(events: [
            .began, .response(.make(status, fields)), .data(Data(text.utf8)),
            .finished(URLError(.networkConnectionLost)),
        ])
    }

    private func whole(_ text: String, _ fields: Teapot.HeaderFields = [:], status: Int = 200) -> ScriptedClient.Script
    {
        .answer(.make(status, fields, Data(text.utf8)))
    }

    private func rest(_ text: String, _ range: String) -> ScriptedClient.Script {
        whole(text, ["Content-Range": range, "Content-Length": "\(text.utf8.count)", "ETag": "\"a\""], status: 206)
    }

    private func client(_ scripts: ScriptedClient.Script...) -> ScriptedClient {
        var options = Teapot.Options()
        options.retriers = [.backoff(attempts: 4, baseDelay: 0)]
        return ScriptedClient(scripts, options: options)
    }

    private func ranges(_ client: ScriptedClient) -> [String?] { client.requests.map { $0.headers["Range"] } }

    // MARK: Within a call

    @Test func `an interrupted download continues where it stopped`() async throws {
        let client = client(
            cut("abc"), cut("d", ["Content-Range": "bytes 3-5/6", "ETag": "\"a\""], status: 206),
            rest("ef", "bytes 4-5/6"))
        let reached = Recorder<Teapot.Progress>()
        let response = try await client.download("a", to: file) { reached($0) }
        #expect(text == "abcdef")
        #expect(names == ["file"])
        #expect(ranges(client) == [nil, "bytes=3-", "bytes=4-"])
        #expect(client.requests.map { $0.headers["If-Range"] } == [nil, "\"a\"", "\"a\""])
        #expect(client.requests.last?.headers["Accept-Encoding"] == "identity")
        // The caller sees one whole response.
        #expect(response.statusCode == 200)
        #expect(response.headers["Content-Range"] == nil)
        #expect(response.headers["Content-Length"] == "6")
        #expect(reached.values.last == .received(6, of: 6))
    }

    @Test(arguments: ["Bytes 3-5/6", "BYTES 3-5/*"])
    func `the range unit is case-insensitive`(range: String) async throws {
        let client = client(cut("abc"), rest("def", range))
        try await client.download("a", to: file)
        #expect(text == "abcdef")
        #expect(ranges(client) == [nil, "bytes=3-"])
    }

    @Test func `a changed download starts over`() async throws {
        let client = client(cut("abc"), whole("new one"))
        try await client.download("a", to: file)
        #expect(text == "new one")
        #expect(ranges(client) == [nil, "bytes=3-"])
        #expect(names == ["file"])
    }

    @Test func `a shortened download starts over`() async throws {
        let client = client(cut("abcdef"), .answer(416, ["Content-Range": "bytes */2"]), whole("ab"))
        try await client.download("a", to: file)
        #expect(text == "ab")
        #expect(ranges(client) == [nil, "bytes=6-", nil])
    }

    @Test func `a 416 to a request for everything is a failure`() async {
        let client = client(.answer(416), whole("x"))
        let error = await #expect(throws: TeapotError.self) { try await client.download("a", to: file) }
        #expect(error?.responseStatus == 416)
        #expect(client.requests.count == 1)
    }

    @Test func `a failing status in between doesn't lose the partial file`() async throws {
        let client = client(cut("abc"), .answer(503), rest("def", "bytes 3-5/6"))
        try await client.download("a", to: file)
        #expect(text == "abcdef")
        #expect(ranges(client) == [nil, "bytes=3-", "bytes=3-"])
    }

    @Test(arguments: ["bytes 2-5/6", "bytes 30-35/36", "", "3-5/6", "bytes */6"])
    func `a part that doesn't fit restarts the download`(range: String) async throws {
        let client = client(cut("abc"), rest("def", range), whole("abcdef"))
        try await client.download("a", to: file)
        #expect(text == "abcdef")
        #expect(ranges(client) == [nil, "bytes=3-", nil])
        #expect(names == ["file"])
    }

    @Test func `a remainder that is too short doesn't count as complete`() async throws {
        let client = client(cut("abc"), rest("de", "bytes 3-4/6"), rest("f", "bytes 5-5/6"))
        try await client.download("a", to: file)
        #expect(text == "abcdef")
        #expect(ranges(client) == [nil, "bytes=3-", "bytes=5-"])
    }

    @Test(
        arguments: [
            ([:], nil), (["ETag": "W/\"a\""], nil), (["ETag": "\"a\"", "Content-Encoding": "gzip"], nil),
            (["Last-Modified": date, "Date": later], Optional(date)), (["Last-Modified": date], nil),
            (["Last-Modified": date, "Date": "Sun, 06 Nov 1994 08:50:36 GMT"], nil),
            (["ETag": "W/\"a\"", "Last-Modified": date, "Date": later], nil),
            (["ETag": "\"a\"", "Content-Encoding": "identity"], "\"a\""),
        ] as [(Teapot.HeaderFields, String?)]
    )
    func `only an identifiable version is continued`(
        fields: Teapot.HeaderFields,
        validator: String?
    ) async throws {
        let client = client(cut("abc", fields), whole("xyz"))
        try await client.download("a", to: file)
        #expect(client.requests.last?.headers["If-Range"] == validator)
        #expect(ranges(client) == [nil, validator.map { _ in "bytes=3-" }])
        #expect(text == "xyz")
    }

    @Test func `a POST and the caller's own range start over`() async throws {
        let post = client(cut("abc"), whole("xyz"))
        var request = try post.makeRequest(.put, "report", parameters: ["year": 2024])
        try await post.download(request, to: file)
        #expect(ranges(post) == [nil, nil])
        #expect(post.requests.map(\.bodyText) == [#"{"year":2024}"#, #"{"year":2024}"#])
        let own = client(cut("abc", status: 206), whole("bc", status: 206))
        request = try own.makeRequest(.get, "a", headerFields: ["Range": "bytes=1-2"])
        let response = try await own.download(request, to: file)
        #expect(ranges(own) == ["bytes=1-2", "bytes=1-2"])
        #expect(response.statusCode == 206)
        #expect(text == "bc")
    }

    @Test(arguments: [
        ("bc", "bytes 1-2/6"), ("ef", "bytes 4-5/*"), ("bc", nil), ("abcdef", "bytes 0-5/6"), ("a", "bytes 5-2/6"),
    ])
    func `the caller's own range is complete once its length has arrived`(body: String, range: String?) async throws {
        var fields: Teapot.HeaderFields = ["ETag": "\"a\""]
        fields["Content-Range"] = range
        let client = client(whole(body, fields, status: 206))
        let response = try await client.download("a", to: file, headerFields: ["Range": "bytes=1-2"])
        #expect(response.statusCode == 206)
        #expect(response.headers["Content-Range"] == range)
        #expect(text == body)
    }

    @Test func `a range in a whole response has no effect`() async throws {
        let client = ScriptedClient(whole("abcdef", ["Content-Range": "bytes 1-2/6"]))
        try await client.download("a", to: file, headerFields: ["Range": "bytes=1-2"])
        #expect(text == "abcdef")
    }

    @Test func `the caller's own range is incomplete if it's cut short`() async {
        let client = ScriptedClient(whole("b", ["Content-Range": "bytes 1-2/6"], status: 206))
        let error = await #expect(throws: TeapotError.self) {
            try await client.download("a", to: file, headerFields: ["Range": "bytes=1-2"])
        }
        #expect(error?.type == .incompleteResponse)
        #expect(error?.description.contains("it has 1 of 2 bytes") == true)
        #expect(text == "old")
        #expect(names == ["file"])
    }

    @Test func `a download that fails permanently leaves only the old file`() async {
        let client = client(cut("a"), cut("b"), cut("c"), cut("d"))
        await #expect(throws: TeapotError.self) { try await client.download("a", to: file) }
        #expect(text == "old")
        #expect(names == ["file"])
    }

    @Test func `a download that is cancelled while it waits leaves nothing`() async {
        let failed = Latch()
        var options = Teapot.Options()
        options.retriers = [
            Teapot.Retrier { _ in
                failed.open()
                return .retry(after: 1e6)
            }
        ]
        let client = ScriptedClient(cut("abc"), options: options)
        let task = Task { try await client.download("a", to: file) }
        await failed.opened()
        task.cancel()
        await #expect(throws: TeapotError.cancellation) { try await task.value }
        #expect(text == "old")
        #expect(names == ["file"])
    }

    @Test(
        arguments: [
            ["ETag": "\"b\""], ["ETag": "W/\"a\""], ["Content-Range": "bytes 3-5/7"],
            ["Content-Encoding": "gzip"],
        ] as [Teapot.HeaderFields]
    )
    func `a part of another version is never joined to the received bytes`(fields: Teapot.HeaderFields) async throws {
        try await expectWholeDownload(after: fields)
    }

    @Test(
        arguments: [
            ["Content-Range": "bytes 3-5/-6"], ["Content-Range": "bytes 3-5/-9223372036854775808"],
            ["Content-Range": "bytes 3-9223372036854775807/9223372036854775807"],
        ] as [Teapot.HeaderFields]
    )
    func `a part with an impossible length is never joined to the received bytes`(
        fields: Teapot.HeaderFields
    ) async throws { try await expectWholeDownload(after: fields) }

    private func expectWholeDownload(after fields: Teapot.HeaderFields) async throws {
        let head: Teapot.HeaderFields = ["Content-Range": "bytes 3-5/6", "Content-Length": "3"]
        let other = whole(
            "XYZ", Teapot.HeaderFields(head.filter { fields[$0.name] == nil } + Array(fields)), status: 206)
        let client = client(cut("abc"), other, whole("uvwXYZ"))
        try await client.download("a", to: file)
        #expect(text == "uvwXYZ")
        #expect(ranges(client) == [nil, "bytes=3-", nil])
        #expect(names == ["file"])
    }

    @Test func `without retries a part of another version is a failure that says so`() async throws {
        let part = Teapot.PartialDownload()
        let fields: Teapot.HeaderFields = ["Content-Range": "bytes 3-5/6", "Last-Modified": "Mon"]
        let client = ScriptedClient(
            cut("abc", ["Last-Modified": "Sun"]), whole("XYZ", fields, status: 206), whole("uvwXYZ"))
        await #expect(throws: TeapotError.self) { try await client.download("a", to: file, resuming: part) }
        let error = await #expect(throws: TeapotError.self) {
            try await client.download("a", to: file, resuming: part)
        }
        #expect(error?.type == .incompleteResponse)
        #expect(
            error?.description.contains("the range “bytes 3-5/6” does not continue the bytes received before") == true,
            "\(error)")
        #expect(part.length == 0)
        #expect(text == "old")
        try await client.download("a", to: file, resuming: part)
        #expect(text == "uvwXYZ")
    }

    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let later = "Sun, 06 Nov 1994 08:50:37 GMT"

    @Test(
        arguments: [
            (["ETag": "W/\"a\"", "Last-Modified": date, "Date": later], ["ETag": "W/\"b\"", "Last-Modified": date]),
            (["ETag": "\"a\"", "Last-Modified": date, "Date": later], ["Last-Modified": later]),
            (["ETag": "\"a\"", "Last-Modified": date, "Date": later], ["Last-Modified": date, "Date": later]),
            (["ETag": "\"a\""], [:]),
            (["ETag": "\"a\""], ["ETag": "W/\"a\""]),
            (["Last-Modified": date, "Date": later], ["ETag": "\"b\"", "Last-Modified": date, "Date": later]),
            (["Last-Modified": date, "Date": later], ["Date": later]),
            (["Last-Modified": date], ["Last-Modified": date, "Date": later]),
            (["Last-Modified": date, "Date": date], ["Last-Modified": date, "Date": later]),
            ([:], [:]),
        ] as [(Teapot.HeaderFields, Teapot.HeaderFields)]
    )
    func `versions from a server that ignores If-Range are never joined`(
        first: Teapot.HeaderFields, second: Teapot.HeaderFields
    ) async throws {
        var options = Teapot.Options()
        options.retriers = [.backoff(attempts: 4, baseDelay: 0)]
        let part = Teapot.HeaderFields([.init(name: "Content-Range", value: "bytes 3-5/6")] + Array(second))
        let client = ScriptedClient([cut("abc", first)], options: options) { request in
            let isPart = request.headers["Range"] != nil
            return .answer(isPart ? .make(206, part, Data("XYZ".utf8)) : .make(200, second, Data("uvwXYZ".utf8)))
        }
        let response = try await client.download("a", to: file)
        #expect(response.statusCode == 200)
        #expect(text == "uvwXYZ")
        // RFC 9110 §13.1.5: no date where there is an entity tag.
        #expect(client.requests.allSatisfy { first["ETag"] == nil || $0.headers["If-Range"] != Self.date })
    }

    @Test func `a download with a strong date validator is continued`() async throws {
        let fields: Teapot.HeaderFields = ["Last-Modified": Self.date, "Date": Self.later]
        let range = Teapot.HeaderFields(Array(fields) + [.init(name: "Content-Range", value: "bytes 3-5/6")])
        let client = client(cut("abc", fields), whole("def", range, status: 206))
        try await client.download("a", to: file)
        #expect(text == "abcdef")
        #expect(client.requests.map { $0.headers["If-Range"] } == [nil, Self.date])
    }

    @Test(arguments: ["bytes 3-99999999999999999999/6", "bytes 3-6/6", "bytes 3-2/6", "bytes 3-/6", "bytes 3-5/2"])
    func `an impossible range isn't appended (RFC 9110 §14.4)`(range: String) async throws {
        var options = Teapot.Options()
        options.retriers = [.backoff(attempts: 4, baseDelay: 0)]
        let fields: Teapot.HeaderFields = ["ETag": "\"a\""]
        let part = Teapot.HeaderFields([.init(name: "Content-Range", value: range)] + Array(fields))
        let client = ScriptedClient([cut("abc", fields)], options: options) { request in
            let isPart = request.headers["Range"] != nil
            return .answer(isPart ? .make(206, part, Data("XYZ".utf8)) : .make(200, fields, Data("abcdef".utf8)))
        }
        try await client.download("a", to: file)
        #expect(text == "abcdef")
    }

    @Test func `every download asks for bytes that can be counted, unless the caller asks for others`() async throws {
        let client = client(whole("a"), whole("a"), whole("a"))
        try await client.download("a", to: file)
        try await client.download("a", to: file, method: .post, parameters: ["a": 1])
        try await client.download("a", to: file, headerFields: ["accept-encoding": "br"])
        #expect(client.requests.map { $0.headers["Accept-Encoding"] } == ["identity", "identity", "br"])
    }

    // MARK: Across calls

    @Test func `a download may be requested again with its partial file`() async throws {
        let client = ScriptedClient(cut("abc"), .answer(404), rest("def", "bytes 3-5/6"))
        let part = Teapot.PartialDownload()
        for length in [3, 3] {
            await #expect(throws: TeapotError.self) { try await client.download("a", to: file, resuming: part) }
            #expect(part.length == length)
            #expect(text == "old")
        }
        try await client.download("a", to: file, resuming: part)
        #expect(text == "abcdef")
        #expect(part.length == 0)
        #expect(ranges(client) == [nil, "bytes=3-", "bytes=3-"])
        #expect(names == ["file"])
    }

    @Test func `a partial file is deleted with its last user, or when it's discarded`() async throws {
        let client = ScriptedClient(cut("abc"), cut("abc"), whole("x"))
        do {
            let part = Teapot.PartialDownload()
            await #expect(throws: TeapotError.self) { try await client.download("a", to: file, resuming: part) }
            #expect(names.count == 2)
            part.discard()
            #expect(names == ["file"])
            await #expect(throws: TeapotError.self) { try await client.download("a", to: file, resuming: part) }
            #expect(part.length == 3)
            part.discard()
            try await client.download("a", to: file, resuming: part)
        }
        #expect(ranges(client) == [nil, nil, nil])
        #expect(names == ["file"])
    }

    #if os(Linux)
        /// Returns a three-byte partial file, whose disk is full from then on.
        private func partOnFullDisk(_ client: ScriptedClient) async throws -> Teapot.PartialDownload {
            let part = Teapot.PartialDownload()
            await #expect(throws: TeapotError.self) { try await client.download("a", to: file, resuming: part) }
            let hidden = folder.appendingPathComponent(try #require(names.first { $0.hasPrefix(".") }))
            try FileManager.default.removeItem(at: hidden)
            try FileManager.default.createSymbolicLink(atPath: hidden.path, withDestinationPath: "/dev/full")
            return part
        }

        @Test func `a download that filled the disk starts over without a gap`() async throws {
            let client = ScriptedClient(cut("abc"), rest("def", "bytes 3-5/6"), whole("abcdef", Self.tag))
            let part = try await partOnFullDisk(client)
            let error = await #expect(throws: TeapotError.self) {
                try await client.download("a", to: file, resuming: part)
            }
            #expect(error?.type == .fileFailed)
            #expect(part.length == 0)
            try await client.download("a", to: file, resuming: part)
            #expect(ranges(client) == [nil, "bytes=3-", nil])
            #expect(text == "abcdef" && names == ["file"])
        }

        @Test func `a piece that doesn't fit on a full disk isn't counted`() async throws {
            let client = ScriptedClient(cut("abc"))
            let part = try await partOnFullDisk(client)
            _ = part.resuming(.make())
            let fields: Teapot.HeaderFields = ["Content-Range": "bytes 3-5/6", "ETag": "\"a\""]
            var receiver = BodyReceiver()
            try receiver.begin(.make(206, fields), into: .file(file, part), accepting: [206])
            #expect(throws: TeapotError.self) { try receiver.receive(Data("def".utf8)) }
            #expect(receiver.length == 3)
        }
    #endif

    @Test func `bytes after the counted ones aren't kept`() throws {
        let part = try PartialFile(for: file)
        try part.write(Data("abcdef".utf8))
        #expect(part.close(at: 3))
        #expect(try String(contentsOf: part.part, encoding: .utf8) == "abc")
    }

    @Test func `parallel downloads with one part leave one hidden file, and none in the end`() async throws {
        let events = [Teapot.Transport.Event.began, .response(.make(200, Self.tag)), .data(Data("abc".utf8))]
        let script = ScriptedClient.Script(events: events)
        let client = ScriptedClient(script, script, script)
        let part = Teapot.PartialDownload()
        let results = Recorder<Result<Teapot.Response, TeapotError>>()
        for name in ["x", "y", "z"] {
            client.download(name, to: folder.appendingPathComponent(name), resuming: part) { results($0) }
        }
        #expect(names.count == 4)
        for index in 0..<3 { client.report(.finished(URLError(.networkConnectionLost)), of: index) }
        await results.recorded(3)
        #expect(names.count == 2)
        #expect(part.length == 3)
        part.discard()
        #expect(names == ["file"])
    }

    @Test func `the rest isn't joined to a parallel download of another version`() async throws {
        let other: Teapot.HeaderFields = ["ETag": "\"b\"", "Content-Length": "6"]
        let client = ScriptedClient(
            .held(.began, .response(.make(200, Self.tag)), .data(Data("abc".utf8))),
            .held(.began, .response(.make(200, other))), rest("def", "bytes 3-5/6"))
        let part = Teapot.PartialDownload()
        let results = Recorder<Result<Teapot.Response, TeapotError>>()
        for _ in 0..<2 { client.download("a", to: file, resuming: part) { results($0) } }
        client.report(.finished(URLError(.networkConnectionLost)), of: 0)
        await results.recorded()
        client.download("a", to: file, resuming: part) { results($0) }
        await results.recorded(2)
        #expect(client.requests.last?.headers["If-Range"] == "\"a\"")
        #expect(text == "abcdef")
    }

    @Test func `a part discarded while the rest arrives doesn't count as complete`() async throws {
        let client = ScriptedClient(cut("abc"), .held(.began))
        let part = Teapot.PartialDownload()
        await #expect(throws: TeapotError.self) { try await client.download("a", to: file, resuming: part) }
        let second = Task { try await client.download("a", to: file, resuming: part) }
        await client.requested(2)
        part.discard()
        client.report(.response(.make(206, ["Content-Range": "bytes 3-5/6"])), .data(Data("def".utf8)), of: 1)
        client.report(.finished(nil), of: 1)
        let error = await #expect(throws: TeapotError.self) { try await second.value }
        #expect(error?.type == .incompleteResponse)
        #expect(text == "old")
        #expect(names == ["file"])
    }

    @Test func `an unrequested part doesn't count as complete`() async {
        let client = ScriptedClient(rest("def", "bytes 3-5/6"))
        let error = await #expect(throws: TeapotError.self) { try await client.download("a", to: file) }
        #expect(error?.type == .incompleteResponse)
        #expect(text == "old")
    }

    @Test func `a download with a completion handler continues, too`() async throws {
        let client = client(cut("abc"), rest("def", "bytes 3-5/6"))
        let request = try client.makeRequest(.get, url: .make("https://other.test/a"))
        let result = await withCheckedContinuation { continuation in
            client.download(request, to: file) { continuation.resume(returning: $0) }
        }
        #expect(try result.get().statusCode == 200)
        #expect(text == "abcdef")
        #expect(client.requests.map(\.url) == [.make("https://other.test/a"), .make("https://other.test/a")])
    }

    // MARK: Uploads

    @Test func `an upload's result is decoded`() async throws {
        let client = ScriptedClient(.answer(201, json: "[1,2]"))
        let response = try await client.request(.post, "a", parameters: Data("x".utf8), progress: { _ in })
        #expect(try response.decode([Int].self) == [1, 2])
        #expect(client.requests.map(\.bodyText) == ["x"])
    }
}
