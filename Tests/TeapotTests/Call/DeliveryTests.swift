import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `The delivery of a result` {
    private static let key = DispatchSpecificKey<String>()
    private let places = Recorder<String?>()

    private func queue(_ label: String) -> DispatchQueue {
        let queue = DispatchQueue(label: label)
        queue.setSpecific(key: Self.key, value: label)
        return queue
    }

    private func note(_ result: NetworkResult) { places(DispatchQueue.getSpecific(key: Self.key)) }

    @Test func `results are delivered on the client's queue unless a call names another one`() async {
        let client = ScriptedClient(.answer(), .answer(500), .answer(), queue: queue("client"))
        client.get("a") { note($0) }
        await places.recorded(1)
        client.get("a", deliveryQueue: queue("call")) { note($0) }
        await places.recorded(2)
        client.get("a") { note($0) }
        #expect(await places.recorded(3) == ["client", "call", "client"])
    }

    @Test func `an error of an invalid request is delivered on the same queue, after the verb returns`() async {
        let queue = queue("client")
        let client = ScriptedClient(queue: queue)
        queue.suspend()
        #expect(client.get("..") { note($0) } == nil)
        #expect(places.values.isEmpty)
        queue.resume()
        #expect(await places.recorded() == ["client"])
        #expect(client.get("..", deliveryQueue: self.queue("call")) { note($0) } == nil)
        #expect(await places.recorded(2) == ["client", "call"])
        client.downloadImage("..") { _ in places(DispatchQueue.getSpecific(key: Self.key)) }
        client.download(
            "..",
            to: .make("file:///tmp/x"),
            completion: { _ in places(DispatchQueue.getSpecific(key: Self.key)) }
        )
        client.request(.post, "..", parameters: Data(), progress: { _ in }, completion: { note($0) })
        #expect(await places.recorded(5).suffix(3) == ["client", "client", "client"])
    }

    @Test func `without a queue a result is delivered immediately, before the verb returns`() {
        let client = ScriptedClient(.answer())
        client.get("a") { note($0) }
        #expect(places.values.count == 1)
        client.get("..") { note($0) }
        #expect(places.values.count == 2)
    }

    @Test func `a result without a response has the request's URL and the status 0`() throws {
        let results = Recorder<NetworkResult>()
        let client = ScriptedClient(.failure(URLError(.cannotConnectToHost)))
        client.get("a?b=c", headerFields: ["Authorization": "secret"]) { results($0) }
        let response = try #require(results.values.first?.response)
        #expect(response == Teapot.Response(url: .make("http://h.test/api/a?b=c"), statusCode: 0))
        client.get("..") { results($0) }
        #expect(results.values.last?.response == Teapot.Response(url: client.baseURL, statusCode: 0))
    }

    @Test func `a call has the same handle through any client`() {
        let client: any TeapotClient = ScriptedClient(.held(.began))
        let task: (any TeapotTask)? = client.get("a") { note($0) }
        #expect(task?.state == .running)
        task?.suspend()
        #expect(task?.state == .suspended)
        task?.resume()
        task?.cancel()
        #expect(task?.state == .completed)
    }

    @Test(arguments: [200, 204, 299])
    func `a successful status is a success`(status: Int) async throws {
        #expect(try await ScriptedClient(.answer(status)).get("a").statusCode == status)
    }

    @Test(arguments: [100, 199, 300, 304, 400, 401, 404, 418, 500, 599, 0, 999])
    func `any other status is a failure that names it`(status: Int) async {
        let script = ScriptedClient.Script.answer(status, json: #"{"why":1}"#)
        let error = await #expect(throws: TeapotError.self) { try await ScriptedClient(script).get("a") }
        #expect(error?.type == .invalidResponseStatus)
        #expect(
            error?.errorDescription
                == "The server answered with status \(status)."
        )
        #expect(error?.responseStatus == status)
        #expect(error?.response?.json?.dictionary?["why"] as? Int == 1)
    }
}
