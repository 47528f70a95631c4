import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI

/// A comparison of responses of 2 KB from an OpenAPI document with a fixed response.
enum DocumentBenchmark {
    static func run(_ measurement: Measurement, isQuick: Bool) async throws {
        let example = Payloads.list(ofBytes: 2_000)
        let own = #""id":{"type":"integer"},"name":{"type":"string"},"ok":{"type":"boolean"},"score":{"type":"number"}"#
        let contents = [
            "example": #""example":\#(String(decoding: example, as: UTF8.self))"#,
            "generated": #""schema":{"minItems":33,"maxItems":33,"items":{"required":["id"],"properties":{\#(own)}}}"#,
        ]
        let paths = contents.map { name, content in
            #""/\#(name)":{"get":{"responses":{"200":{"content":{"application/json":{\#(content)}}}}}}"#
        }
        let text = #"{"openapi":"3.1.0","paths":{\#(paths.joined(separator: ","))}}"#
        let router = Router(journalCapacity: 1_000)
        router.answer(from: try OpenAPIDocument(data: Data(text.utf8)))
        router.get("/fixed", with: .data(example, contentType: "application/json"))
        let client = MockTeapot(router: router)
        var bytes = 0
        func answer(_ path: String, _ query: [URLQueryItem] = []) {
            let request = Request(method: "GET", path: path, query: query)
            guard case .now(let response, let entry) = router.resolve(request) else { return }
            router.journal.end(entry, .responded(200))
            bytes = response.body.count
        }
        let contenders = [
            Contender("a call, a document's example") { for _ in 0..<$0 { client.get("example") { _ in } } },
            Contender("a call, a fixed response") { for _ in 0..<$0 { client.get("fixed") { _ in } } },
            Contender("the router alone, a document's example") { for _ in 0..<$0 { answer("/example") } },
            Contender("the router alone, a fixed response") { for _ in 0..<$0 { answer("/fixed") } },
        ]
        let costs = try await measurement.run(contenders, count: isQuick ? 500 : 20_000)
        Table.print("A response of 2 KB", contenders, costs, peer: 1)
        Bars.check("a call, a document's example: CPU to a fixed response", costs[0].cpu / costs[1].cpu, .atMost(1.3))
        // Each query gets another body.
        let generating = Contender("a generated body") {
            for _ in 0..<$0 { answer("/generated", [URLQueryItem(name: "n", value: UUID().uuidString)]) }
        }
        let generated = try await measurement.run([generating], count: isQuick ? 20 : 1_000)[0]
        Bars.check("a generated body of \(bytes) bytes: µs of CPU", generated.cpu * 1e6, .atMost(100))
    }
}
