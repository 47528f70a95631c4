import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI
import TeapotMockTesting
import TeapotTestResources
import TeapotTestTraits
import Testing

private let openAPI = Fixtures.openAPIDirectory.appendingPathComponent("teas.yaml")

private struct Tea: Codable, Sendable, Equatable {
    var id: Int
    var name: String
    var kind: String
}

private struct TeaAPI {
    var teapot: any TeapotClient

    func create(name: String) async throws(TeapotError) -> Tea {
        try await teapot.post(
            "teas", parameters: ["name": name, "kind": "green"], headerFields: ["Authorization": "Bearer token"])
    }

    func tea(_ id: Int) async throws(TeapotError) -> Tea { try await teapot.get("teas/\(segment: id)") }
}

/// The samples in the article ABackendFromYourDocument.
@Suite(.serialized) struct `The samples about documents` {
    @Test(.router("https://api.test")) func teaIsCreated() async throws {
        let document = try OpenAPIDocument(contentsOf: openAPI)
        Router.current.answer(from: document)
        let api = TeaAPI(teapot: MockTeapot(router: .current))
        let made = try await api.create(name: "Sencha")
        #expect(try await api.tea(made.id) == made)
    }

    @Test(.router("https://api.test")) func teaSurvives() async throws {
        Router.current.answer(from: try OpenAPIDocument(contentsOf: openAPI))
        try await everyFailure {
            let api = TeaAPI(teapot: MockTeapot(router: .current))
            return try await api.tea(1)
        } check: { outcome in
            if outcome.path.failures == [.documented(404)] { #expect(outcome.error is TeapotError) }
        }
    }

    @Test(.router("https://api.test")) func teaIsGone() async throws {
        let url = openAPI
        Router.current.answer(from: try OpenAPIDocument(contentsOf: url))
        try Router.current.prefer(404, for: .get, "/teas/{teaId}")
        let api = TeaAPI(teapot: MockTeapot(router: .current))
        let error = await #expect(throws: TeapotError.self) { try await api.tea(1) }
        #expect(error?.responseStatus == 404)
    }
}
