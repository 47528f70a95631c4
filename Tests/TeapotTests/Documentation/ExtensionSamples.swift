import Foundation
import Teapot
import TeapotTestTraits
import Testing

/// The samples in the comments of the extension points, and in the articles about them.
@Suite(.inTurn) struct `The samples of extension points` {
    @Test func `retriers and validators are values`() async throws {
        var options = Teapot.Options()
        options.retriers = [.backoff(attempts: 3)]
        options.validators = [.contentType("application/json")]
        let client = ScriptedClient(.answer(200, ["Content-Type": "text/html"]), options: options)
        let error = await #expect(throws: TeapotError.self) { try await client.get("users") }
        #expect(error?.type == .invalidResponseBody)
    }

    @Test func `a transport prints what another sends`() async throws {
        let client = ScriptedClient(.answer(204))
        var transport = client.transport
        transport.send = { [send = transport.send] request, report in
            print(request)
            return send(request, report)
        }
        let printing = Teapot(baseURL: client.baseURL, transport: transport)
        #expect(try await printing.get("users").statusCode == 204)
    }
}
