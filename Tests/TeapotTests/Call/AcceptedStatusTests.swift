@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The statuses that a request accepts` {
    private func accepting(_ statuses: Set<Int>) -> Teapot.Request {
        var request = Teapot.Request.make()
        request.acceptedStatusCodes = statuses
        return request
    }

    @Test(arguments: [304, 404, 500])
    func `a status outside 200 to 299 is a normal response if it's accepted`(status: Int) async throws {
        let client = ScriptedClient(.answer(status, json: #"{"a":1}"#))
        let response = try await client.send(accepting([200, status]))
        #expect(response.statusCode == status)
        #expect(response.json?.dictionary?["a"] as? Int == 1)
    }

    @Test func `a status in 200 to 299 is a failure if it isn't accepted`() async {
        let client = ScriptedClient(.answer(202))
        let error = await #expect(throws: TeapotError.self) { try await client.send(accepting([200])) }
        #expect(error?.type == .invalidResponseStatus)
        #expect(error?.responseStatus == 202)
    }

    @Test func `accepted statuses survive a redirect, and an adapter may change them`() async throws {
        var options = Teapot.Options()
        options.adapters = [Teapot.Adapter { $0.acceptedStatusCodes.insert(410) }]
        let client = ScriptedClient(.redirect(to: "/b"), .answer(410), options: options)
        #expect(try await client.send(.make()).statusCode == 410)
    }

    @Test func `a redirect is followed before its status is checked`() async throws {
        let client = ScriptedClient(.redirect(to: "/b"), .answer())
        #expect(try await client.send(accepting([200, 302])).statusCode == 200)
    }

    @Test func `only an accepted response is written to a file, and never a 304`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
        try Data("old".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var receiver = BodyReceiver()
        try receiver.begin(.make(304), into: .file(file, Teapot.PartialDownload()), accepting: [200, 304])
        try receiver.end(isWhole: true)
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        try receiver.begin(.make(404), into: .file(file, Teapot.PartialDownload()), accepting: [200, 404])
        try receiver.receive(Data("new".utf8))
        try receiver.end(isWhole: true)
        #expect(try Data(contentsOf: file) == Data("new".utf8))
    }
}

@Suite(.inTurn) struct `A request that reads no JSON` {
    @Test(arguments: [200, 500])
    func `gets a plain response`(status: Int) async throws {
        var request = Teapot.Request.make()
        request.readsJSON = false
        request.acceptedStatusCodes = [200]
        let recorder = Recorder<NetworkResult>()
        ScriptedClient(.answer(status, json: #"{"a":1}"#)).send(request) { recorder($0) }
        let response = try #require(recorder.values.first).response
        #expect(response.json == nil)
        #expect(response.body == Data(#"{"a":1}"#.utf8))
    }

    @Test func `accepts malformed JSON`() async throws {
        var request = Teapot.Request.make()
        request.readsJSON = false
        let response = try await ScriptedClient(.answer(json: "{")).send(request)
        #expect(response.text == "{")
    }
}
