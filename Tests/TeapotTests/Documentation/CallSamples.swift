import Teapot
import Foundation
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The samples of How a call works` {
    @Test func `a transport is put around another`() async throws {
        let client = Chaotic(base: MockTeapot(fixture: .json(["name": "Ada"])))
        #expect(try await client.get("users/1").json?.dictionary?["name"] as? String == "Ada")
        let error = await #expect(throws: TeapotError.self) { try await client.get("/unlucky") }
        #expect((error?.underlyingError as? URLError)?.code == .networkConnectionLost)
    }
}

struct Chaotic<Base: TeapotClient>: TeapotClient {
    let base: Base
    var baseURL: URL { base.baseURL }
    var options: Teapot.Options { base.options }
    var logger: Teapot.Logger { base.logger }
    var defaultDeliveryQueue: DispatchQueue? { base.defaultDeliveryQueue }
    var eventQueue: DispatchQueue? { base.eventQueue }
    func timeline(of request: Teapot.Request) -> Teapot.Timeline { base.timeline(of: request) }
    func cookies(for url: URL) -> String? { base.cookies(for: url) }

    func carryOut(
        _ request: Teapot.Request, report: @escaping @Sendable (Teapot.ExchangeEvent) -> Void
    ) -> @Sendable () -> Void {
        guard request.url.path != "/unlucky" else {
            report(.finished(URLError(.networkConnectionLost)))
            return {}
        }
        return base.carryOut(request, report: report)
    }
}
