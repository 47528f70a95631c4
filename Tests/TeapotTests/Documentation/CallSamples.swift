import Teapot
import Foundation
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The samples of How a call works` {
    @Test func `a transport is put around another`() async throws {
        let mock = MockTeapot(fixture: .json(["name": "Ada"]))
        let client = Teapot(baseURL: mock.baseURL, transport: mock.transport.losing("/unlucky"))
        #expect(try await client.get("users/1").json?["name"] as? String == "Ada")
        let error = await #expect(throws: TeapotError.self) { try await client.get("/unlucky") }
        #expect((error?.underlyingError as? URLError)?.code == .networkConnectionLost)
    }
}

extension Teapot.Transport {
    func losing(_ path: String) -> Self {
        var losing = self
        losing.send = { request, report in
            guard request.url.path == path else { return self.send(request, report) }
            report(.finished(URLError(.networkConnectionLost)))
            return {}
        }
        return losing
    }
}
