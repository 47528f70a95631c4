import Foundation
import Teapot
import TeapotMock
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMockFolders
import TeapotSequences

@Suite(.inTurn, .timeLimit(.minutes(2))) struct `A file of server-sent events` {
    private static let news = """
        retry: 100
        : wait 1 ms
        event: greeting
        data: hello

        : wait 20 ms
        id: 7
        data: {"n": 1}
        data: two

        """

    private func body(_ files: TemporaryFolder) async throws -> [Teapot.ServerSentEvent] {
        var events: [Teapot.ServerSentEvent] = []
        let client = MockTeapot(router: .serving(files))
        for try await event in client.events("news", reconnects: false) { events.append(event) }
        return events
    }

    @Test func `waits on the timeline of its call`() async throws {
        let files = try TemporaryFolder(["news/success_x.sse": ": wait 3600 s\ndata: a\n\n: wait 7200 s\ndata: b\n\n"])
        let router = Router.serving(files)
        router.time = .skipped
        var events: [String] = []
        for try await event in MockTeapot(router: router).events("news", reconnects: false) {
            events.append(event.data)
        }
        #expect(events == ["a", "b"])
        #expect(router.journal.entries.map(\.duration) == [10_800])
    }

    @Test func `is a stream of events`() async throws {
        let files = try TemporaryFolder(["news/success_x.sse": Self.news])
        let folder = MockFolder(files.url)
        #expect(folder.problems == [])
        let response = try #require(folder.mocks.first).response()
        #expect(response.headers["Content-Type"] == "text/event-stream")
        #expect(response.headers["Cache-Control"] == "no-store")
        guard case .stream = response.content else {
            Issue.record("It is \(response.content).")
            return
        }
        #expect(
            try await body(files) == [
                .init(event: "greeting", data: "hello"), .init(data: "{\"n\": 1}\ntwo", id: "7"),
            ])
        // Tools that need the file itself get it unchanged.
        #expect(try folder.mocks.first?.document().body == Data(Self.news.utf8))
    }

    @Test func `is also recognized by its headers, which take precedence`() async throws {
        let files = try TemporaryFolder([
            "news/x.txt": "data: a\n\n",
            "news/x.headers.json":
                #"{"Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-cache"}"#,
        ])
        let response = try #require(MockFolder(files.url).mocks.first).response()
        #expect(response.headers["Cache-Control"] == "no-cache")
        #expect(try await body(files) == [.init(data: "a")])
    }

    @Test(arguments: [
        (
            ": wait five\ndata: a\n\n",
            "1:7: expected a time of at most a day, such as “500 ms”, “2 s”, “1.5 min” or “1 h”"
                + " after “wait”, as in “: wait 500 ms”"
        ),
        ("data: é\n\n:  wait\n", "3:8: expected a time"),
        ("data: a\ndate: b\n\n", "2:1: “date” is not a field of an event; did you mean “data: …”?"),
        ("Data: a\n\n", "1:1: “Data” is not a field of an event; did you mean “data: …”?"),
        (
            "data: a\n\nhello\n\n",
            "3:1: expected a field of an event, as in “data: hello”; without it the line is ignored"
        ),
        ("{\"a\": 1}\n", "1:1: expected a field of an event, as in “data: {\"a\": 1}”; without it the line is ignored"),
        ("[\"a:b\"]\n", "1:1: expected a field of an event, as in “data: [\"a:b\"]”; without it the line is ignored"),
        ("retry:\n\n", "1:1: expected a number of milliseconds, as in “retry: 3000”"),
        ("retry: 3 s\n\n", "1:1: expected a number of milliseconds, as in “retry: 3000”"),
    ])
    func `that is invalid is reported with its place`(text: String, expected: String) async throws {
        let files = try TemporaryFolder(["news/x.sse": text])
        let problem = try #require(MockFolder(files.url).problems.first)
        #expect(problem.description.hasPrefix("news/x.sse:" + expected))
        let response = await Router.serving(files).serverAnswer(to: "/news")
        #expect(response.status == 500)
        #expect(String(decoding: response.body, as: UTF8.self).contains("news/x.sse:"))
    }

    @Test func `may contain lines that a client ignores, but must be UTF-8`() throws {
        let files = try TemporaryFolder(["news/x.sse": ": hi\nx-note: 1\nid\ndata\n\n"])
        #expect(MockFolder(files.url).problems == [])
        try Data("data: a\n\ndata: \u{E9}\n\n".unicodeScalars.map { UInt8($0.value) }).write(
            to: files.path("news/x.sse"))
        #expect(MockFolder(files.url).problems.map(\.description) == ["news/x.sse:3: expected text in UTF-8"])
    }

    @Test func `keeps its last good content while it's being saved`() async throws {
        let files = try TemporaryFolder(["news/x.sse": "data: one\n\n"])
        let client = MockTeapot(router: .serving(files))
        for (text, expected) in [
            ("data: one\n\n", "one"), ("", "one"), ("data: tw", "one"), ("dat", "one"), ("data: two\n\n", "two"),
        ] {
            try files.write(text, to: "news/x.sse")
            var events: [String] = []
            for try await event in client.events("news", reconnects: false) { events.append(event.data) }
            #expect(events == [expected], "after “\(text)”")
        }
    }
}
