import Teapot
import Foundation
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `An exchange` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func data(_ text: String) -> Teapot.Transport.Event { .data(Data(text.utf8)) }

    // MARK: In memory

    @Test func `a body arrives in pieces and is delivered as a whole`() async throws {
        let client = ScriptedClient(
            ScriptedClient.Script(events: [.began, .response(.make()), data("a"), data(""), data("bc"), .finished(nil)])
        )
        let response = try await client.get("a")
        #expect(response.body == Data("abc".utf8))
        #expect(client.abandons == [0])
    }

    @Test func `a body's indices begin at zero, even if its only piece is a slice`() async throws {
        let piece = Data("--abc".utf8).dropFirst(2)
        let client = ScriptedClient(
            ScriptedClient.Script(events: [.began, .response(.make()), .data(piece), .finished(nil)]))
        let body = try await client.get("a").body
        #expect(body == Data("abc".utf8))
        #expect(body.startIndex == 0)
    }

    @Test func `a response that is cut short is a failure that keeps the received bytes`() async {
        let script = ScriptedClient.Script(events: [
            .began, .response(.make(200, ["Content-Type": "application/json"])), data(#"{"a":"#),
            .finished(URLError(.networkConnectionLost)),
        ])
        let error = await #expect(throws: TeapotError.self) { try await ScriptedClient(script).get("a") }
        #expect(error?.type == .incompleteResponse)
        #expect(error?.errorDescription == "The response is incomplete.")
        #expect(error?.responseStatus == 200)
        #expect(error?.response?.body == Data(#"{"a":"#.utf8))
        #expect((error?.underlyingError as? URLError)?.code == .networkConnectionLost)
    }

    @Test func `an end without a response or an error is a missing response`() async {
        let script = ScriptedClient.Script(events: [.began, .finished(nil)])
        let error = await #expect(throws: TeapotError.self) { try await ScriptedClient(script).get("a") }
        #expect(error?.type == .noResponse)
    }

    @Test func `events after the end are ignored`() async throws {
        let script = ScriptedClient.Script(events: [
            .began, .response(.make()), data("a"), .finished(nil), data("b"), .finished(URLError(.timedOut)),
            .response(.make(500)), .finished(nil),
        ])
        let results = Recorder<NetworkResult>()
        ScriptedClient(script).get("a") { results($0) }
        #expect(results.values.count == 1)
        #expect(results.values.first?.response.body == Data("a".utf8))
    }

    // MARK: The limit

    @Test(arguments: [(0, 0, true), (3, 3, true), (3, 4, false), (0, 1, false), (-1, 0, true), (-1, 1, false)])
    func `a body may be as long as the limit, but no longer`(limit: Int, length: Int, isTaken: Bool) async {
        var options = Teapot.Options()
        options.maximumBodyLength = limit
        let pieces = [Teapot.Transport.Event](repeating: data("x"), count: length)
        let client = ScriptedClient(
            ScriptedClient.Script(events: [.began, .response(.make())] + pieces + [.finished(nil)]),
            options: options
        )
        let result = await Task { try await client.get("a") }.result
        switch result {
        case .success(let response):
            #expect(isTaken)
            #expect(response.body.count == length)
            #expect(client.abandons == [0])
        case .failure(let error):
            #expect(!isTaken)
            #expect((error as? TeapotError)?.type == .incompleteResponse)
            #expect((error as? TeapotError)?.response?.body.count == max(0, limit))
            #expect(((error as? TeapotError)?.underlyingError as? URLError)?.code == .dataLengthExceedsMaximum)
            #expect(client.abandons == [1])
        }
    }

    @Test func `a piece beyond the limit isn't partly kept`() async {
        var options = Teapot.Options()
        options.maximumBodyLength = 3
        let script = ScriptedClient.Script(events: [
            .began, .response(.make(500)), data("ab"), data("cd"), .finished(nil),
        ])
        let client = ScriptedClient(script, options: options)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.response?.body == Data("ab".utf8))
        #expect(error?.responseStatus == 500)
    }

    // MARK: Progress

    @Test func `progress is reported for each piece sent and received`() throws {
        let steps = Recorder<Teapot.Progress>()
        let client = ScriptedClient(
            ScriptedClient.Script(events: [
                .began, .sent(1, of: 2), .sent(2, of: 2), .sent(3, of: -1), .sent(4, of: 0),
                .response(.make(200, ["content-length": "3"])), data("a"), data("bc"), .finished(nil),
            ])
        )
        client.request(.post, "a", parameters: Data([1, 2]), progress: { steps($0) }, completion: { _ in })
        #expect(
            steps.values == [
                .sent(1, of: 2), .sent(2, of: 2), .sent(3, of: nil), .sent(4, of: nil), .received(1, of: 3),
                .received(3, of: 3),
            ]
        )
    }

    @Test(arguments: [
        ["Content-Length": "x"], [:], ["Content-Length": "-3"], ["Content-Length": "3", "Content-Encoding": "gzip"],
        ["Content-Length": "3", "content-encoding": "br"],
    ])
    func `a wrong length isn't reported`(fields: [String: String]) {
        let steps = Recorder<Teapot.Progress>()
        let head = Teapot.Response.make(200, Teapot.HeaderFields(fields))
        let client = ScriptedClient(
            ScriptedClient.Script(events: [.began, .response(head), data("abcdef"), .finished(nil)])
        )
        client.download("a", to: folder.path("f"), progress: { steps($0) }, completion: { _ in })
        #expect(steps.values == [.received(6, of: nil)])
    }

    @Test func `progress is reported on the delivery queue`() async {
        let queue = DispatchQueue(label: "progress")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let places = Recorder<Bool?>()
        let client = ScriptedClient(.answer(.make(200, [:], Data("a".utf8))), queue: queue)
        client.download(
            "a",
            to: folder.path("f"),
            progress: { _ in places(DispatchQueue.getSpecific(key: key)) },
            completion: { _ in places(DispatchQueue.getSpecific(key: key)) }
        )
        #expect(await places.recorded(2) == [true, true])
    }
}
