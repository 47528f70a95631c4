import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A mock's delay` {
    @Test func `it delays the response`() async throws {
        let mock = MockTeapot.make()
        mock.overrideEndpoint("slow", with: .file("users", delay: 0.02))
        let start = DispatchTime.now()
        let response = try await mock.get("/slow")
        #expect(start + 0.02 <= .now())
        #expect(response.json?.array?.count == 2)
    }

    @Test func `nothing is delivered before the delay is over`() async throws {
        let mock = MockTeapot.make()
        mock.overrideEndpoint("slow", with: .status(204, delay: 3600))
        let early: NetworkResult? = delivered { mock.get("/slow", completion: $0) }
        #expect(early == nil)
        #expect(mock.requests.count == 1)
    }

    @Test(.timeLimit(.minutes(3)))
    func `the timeout keeps running during the delay`() async throws {
        let mock = MockTeapot.make()
        mock.overrideEndpoint("slow", with: .file("get", delay: 3600))
        let error = await #expect(throws: TeapotError.self) { try await mock.get("/slow", timeout: 0.05) }
        #expect(error?.type == .timeout)
        #expect((error?.underlyingError as? URLError)?.code == .timedOut)
        #expect(error?.responseStatus == nil)
    }

    @Test(.timeLimit(.minutes(3)))
    func `a task that is cancelled during the delay throws at once`() async throws {
        let mock = MockTeapot.make()
        mock.overrideEndpoint("slow", with: .file("get", delay: 3600))
        let task = Task { try await mock.get("/slow", timeout: .infinity) }
        task.cancel()
        let error = await #expect(throws: TeapotError.self) { try await task.value }
        #expect(error?.type == .cancelled)
    }

    @Test func `a failure is delayed, too`() async throws {
        let mock = MockTeapot.make()
        mock.overrideEndpoint("gone", with: .error(.networkConnectionLost, delay: 0.02))
        let start = DispatchTime.now()
        let error = await #expect(throws: TeapotError.self) { try await mock.get("/gone") }
        #expect(start + 0.02 <= .now())
        #expect((error?.underlyingError as? URLError)?.code == .networkConnectionLost)
    }

    @Test(arguments: [-1, 0, -.infinity, .nan] as [Double])
    func `an invalid timeout is ignored`(delay: Double) throws {
        let mock = MockTeapot.make()
        mock.overrideEndpoint("get", with: .status(204, delay: delay))
        #expect(try mock.got().response.status == 204)
    }

    @Test func `an infinite delay lasts until the call is cancelled`() {
        let mock = MockTeapot.make()
        mock.overrideEndpoint("get", with: .status(204, delay: .infinity))
        let call = mock.get("/get") { _ in Issue.record("it was answered") }
        #expect(call?.state == .running)
        call?.cancel()
        #expect(call?.state == .completed)
    }
}
