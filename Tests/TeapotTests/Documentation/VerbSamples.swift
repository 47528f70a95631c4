import Teapot
import Foundation
import TeapotTestTraits
import Testing

private struct Draft: Decodable, Sendable {
    var text: String
}

private struct API {
    var teapot: any TeapotClient

    func patientUser(_ id: Int) async throws(TeapotError) -> User {
        for _ in 1..<3 {
            do {
                return try await teapot.get("users/\(segment: id)")
            } catch {
                if [.noResponse, .timeout].contains(error.type) { continue }
                throw error
            }
        }
        return try await teapot.get("users/\(segment: id)")
    }
}

@MainActor private final class TitleModel {
    var title = ""

    func load(_ teapot: any TeapotClient) {
        teapot.get(
            "title",
            completion: Teapot.onMain { [weak self] result in
                if case .success(let json, _) = result { self?.title = json?["title"] as? String ?? "" }
            })
    }
}

@Suite(.inTurn) struct `The samples of verbs and their errors` {
    private static let ada = #"{"id": 1, "name": "Ada"}"#

    @Test func `a loop tries again`() async throws {
        let client = ScriptedClient(
            .failure(URLError(.timedOut)), .failure(URLError(.timedOut)), .answer(json: Self.ada))
        #expect(try await API(teapot: client).patientUser(1).name == "Ada")
        let failing = ScriptedClient(.answer(404))
        let error = await #expect(throws: TeapotError.self) { try await API(teapot: failing).patientUser(1) }
        #expect(error?.statusCode == 404)
    }

    @Test(arguments: [200, 304, 404])
    func `a request accepts other statuses`(status: Int) async throws {
        let teapot = ScriptedClient(.answer(status))
        let tag = "1"
        var request = try teapot.makeRequest(.get, "users/1", headerFields: ["If-None-Match": tag])
        request.acceptedStatusCodes.formUnion([304, 404])
        request.readsJSON = false
        let response = try await teapot.send(request)
        #expect(response.statusCode == status)
    }

    @Test @MainActor func `a completion touches the main actor`() async {
        let model = TitleModel()
        let teapot = ScriptedClient(.answer(json: #"{"title": "Hello"}"#), queue: .main)
        model.load(teapot)
        await DispatchQueue.main.drained()
        await DispatchQueue.main.drained()
        #expect(model.title == "Hello")
    }

    @Test func `optional values and text are decoded`() async throws {
        let teapot = ScriptedClient(.answer(204), .answer(.make(200, [:], Data("BEGIN:VCARD".utf8))))
        let draft: Draft? = try await teapot.get("users/1/draft")
        let card = try await teapot.get("users/1/card", as: String.self)
        #expect(draft == nil)
        #expect(card == "BEGIN:VCARD")
    }

    @Test func `a value is returned with its response`() async throws {
        let teapot = ScriptedClient(.answer(200, ["ETag": "1"], json: Self.ada))
        let response = try await teapot.get("users/1")
        let ada = try response.decode(User.self)
        print(ada.name, response.statusCode, response.headers["ETag"] ?? "no tag")
        #expect(ada.id == 1)
    }
}
