@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A call's session task` {
    @Test func `a Teapot's task forwards everything to the call`() throws {
        let client = ScriptedClient(.held(.began))
        let results = Recorder<NetworkResult>()
        let call = try #require(client.post("a", parameters: ["a": 1], headerFields: ["X-A": "b"]) { results($0) })
        let task: URLSessionTask = SessionTask.make(call)
        #expect(task.state == .running)
        task.suspend()
        #expect(call.state == .suspended)
        #expect(task.state == .suspended)
        client.report(.response(.make()), .finished(nil))
        #expect(results.values.isEmpty)
        task.resume()
        #expect(results.values.count == 1)
        #expect(task.state == .completed)
        for request in [task.originalRequest, task.currentRequest] {
            #expect(request?.url?.absoluteString == "http://h.test/api/a")
            #expect(request?.value(forHTTPHeaderField: "X-A") == "b")
            #expect(request?.httpMethod == "POST")
        }
    }

    @Test func `cancelling it cancels the call`() throws {
        let client = ScriptedClient(.held(.began))
        let call = try #require(client.get("a") { _ in Issue.record("called after a cancel") })
        SessionTask.make(call).cancel()
        #expect(call.state == .completed)
        #expect(client.abandons == [1])
    }

    @Test func `it has the call's response and counts of bytes`() throws {
        let client = ScriptedClient(.held(.began))
        let call = try #require(client.post("a", parameters: Data([1, 2, 3])) { _ in })
        let task = SessionTask.make(call)
        #expect(task.response == nil)
        #expect(task.countOfBytesExpectedToReceive == 0)
        client.report(.sent(2, of: 3))
        #expect(task.countOfBytesSent == 2)
        #expect(task.countOfBytesExpectedToSend == 3)
        client.report(.response(.make(201, ["Content-Length": "5", "X-A": "b"])), .data(Data([1, 2])))
        for isOver in [false, true] {
            let response = try #require(task.response as? HTTPURLResponse)
            #expect(response.statusCode == 201)
            #expect(response.value(forHTTPHeaderField: "X-A") == "b")
            #expect(task.countOfBytesReceived == 2)
            #expect(task.countOfBytesExpectedToReceive == 5)
            #expect(task.error == nil)
            if !isOver { client.report(.finished(nil)) }
        }
        #expect(task.state == .completed)
    }

    @Test func `a cancelled task has the same error as any session task`() throws {
        let client = ScriptedClient(.held(.began))
        let task = SessionTask.make(try #require(client.get("a") { _ in }))
        #expect(task.error == nil)
        task.cancel()
        let error = try #require(task.error) as NSError
        #expect(error.domain == NSURLErrorDomain)
        #expect(error.code == -999)
    }

    @Test func `a failed task has the transport's error, but a failing status isn't an error`() throws {
        let client = ScriptedClient(.failure(URLError(.networkConnectionLost)), .answer(404), .redirect(to: "mailto:a"))
        let tasks = try (0..<3).map { _ in SessionTask.make(try #require(client.get("a") { _ in })) }
        #expect((tasks[0].error as? URLError)?.code == .networkConnectionLost)
        #expect(tasks[1].error == nil)
        #expect((tasks[1].response as? HTTPURLResponse)?.statusCode == 404)
        #expect((tasks[2].error as? TeapotError)?.type == .invalidRedirect)
    }
}
