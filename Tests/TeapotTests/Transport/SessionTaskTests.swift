@testable import Teapot
import Testing

@Suite struct SessionTaskTests {
    @Test func `what a Teapot hands out passes everything on to the call`() throws {
        let client = ScriptedClient(.held(.began))
        let results = Recorder<NetworkResult>()
        let call = try #require(client.post("a", parameters: ["a": 1], headerFields: ["X-A": "b"]) { results($0) })
        let task: URLSessionTask = SessionTask(call)
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
        SessionTask(call).cancel()
        #expect(call.state == .completed)
        #expect(client.abandons == [1])
    }
}
