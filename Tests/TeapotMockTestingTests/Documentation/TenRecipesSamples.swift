import Foundation
import Teapot
import TeapotMock
import TeapotMockStore
import TeapotMockTesting
import Testing

// The samples of the article TestingInTenRecipes.

struct Tea: Codable, Sendable {
    var id: String
    var name: String
}

struct TeaAPI: Sendable {
    var teapot: any TeapotClient

    func teas() async throws(TeapotError) -> [Tea] { try await teapot.get("teas") }
    func tea(_ id: String) async throws(TeapotError) -> Tea { try await teapot.get("teas/\(segment: id)") }
    func rename(_ id: String, to name: String) async throws(TeapotError) -> Tea {
        try await teapot.patch("teas/\(segment: id)", parameters: ["name": name])
    }

    static func options(token: String, login: any TeapotClient) -> Teapot.Options {
        let authentication = Teapot.Authentication(
            for: login.baseURL, credential: token, authorization: { "Bearer " + $0 },
            refresh: { _ in try await login.post("token", as: [String: String].self)["token"] ?? "" })
        var options = Teapot.Options()
        options.adapters = [authentication.adapter]
        options.retriers = [authentication.retrier, .backoff(attempts: 3)]
        return options
    }
}

extension Tea: Storable {
    init(id: String, store: Store) { self.init(id: id, name: "Tea \(id)") }
}

@Suite(.router("https://api.test")) struct TeaTests {
    let router = Router.current
    let api = TeaAPI(teapot: MockTeapot(router: .current))
    let assam = Tea(id: "7", name: "Assam")

    @Test func `A tea is read`() async throws {
        router.get("/teas/:id", with: assam)
        #expect(try await api.tea("7").name == "Assam")
    }

    @Test func `A new name is sent`() async throws {
        router.patch("/teas/:id", with: assam)
        _ = try await api.rename("7", to: "Assam")
        expectRequests(.patch, "/teas/7", .json(equals: ["name": "Assam"]), times: 1)
        #expect(router.requests.last?.headers["Content-Type"] == "application/json")
    }

    @Test func `A sold-out tea says why`() async throws {
        router.get("/teas/:id", with: .json(["detail": "sold out"], status: 404))
        let error = await #expect(throws: TeapotError.self) { try await api.tea("7") }
        #expect(error?.statusCode == 404)
        #expect(try error?.decode([String: String].self)["detail"] == "sold out")
    }

    @Test func `There is no network`() async throws {
        router.any("/**", with: .error(.notConnectedToInternet))
        let error = await #expect(throws: TeapotError.self) { try await api.teas() }
        #expect((error?.underlyingError as? URLError)?.code == .notConnectedToInternet)
    }

    @Test func `A response is slow, and the next one is too slow`() async throws {
        router.get("/teas/:id", with: .json(assam).delayed(by: 50), .json(assam).delayed(by: 90))
        #expect(try await api.tea("7").name == "Assam")
        let error = await #expect(throws: TeapotError.self) { try await api.tea("7") }
        #expect(error?.type == .timeout)
        #expect(router.journal.entries.map(\.duration) == [50, 60])
    }

    @Test func `A 503 is retried`() async throws {
        router.get("/teas/:id", with: .status(503, headers: ["Retry-After": "5"]), .json(assam))
        let options = TeaAPI.options(token: "old", login: MockTeapot(router: router))
        let patient = TeaAPI(teapot: MockTeapot(router: router, options: options))
        #expect(try await patient.tea("7").name == "Assam")
        #expect(router.journal.entries.map(\.start) == [0, 5])
    }

    @Test func `An expired token is replaced`() async throws {
        router.get("/teas", with: .status(401))
        router.get("/teas", when: .headers(["Authorization": "Bearer new"]), with: .json([]))
        router.post("/token", with: ["token": "new"])
        let options = TeaAPI.options(token: "old", login: MockTeapot(router: router))
        let signedIn = TeaAPI(teapot: MockTeapot(router: router, options: options))
        #expect(try await signedIn.teas().isEmpty)
    }

    @Test func `A new name is in the list`() async throws {
        let store = Store()
        store.create(Tea.self, number: 2)
        router.resource(Tea.self, in: store)
        #expect(try await api.teas().map(\.name) == ["Tea 0", "Tea 1"])
        _ = try await api.rename("1", to: "Uji")
        #expect(try await api.teas().map(\.name) == ["Tea 0", "Uji"])
    }

    @Test func `A tea opens while another still loads`() async throws {
        router.get("/teas/:id") { request in ["id": request["id"], "name": "Assam"] }
        let hold = router.hold("/teas/1")
        async let first = api.tea("1")
        try await hold.waitForRequest()
        #expect(try await api.tea("2").id == "2")
        hold.release()
        #expect(try await first.id == "1")
    }

    @Test func `A new name survives every failure`() async throws {
        router.patch("/teas/:id", with: assam)
        try await everyFailure {
            try await TeaAPI(teapot: MockTeapot(router: .current)).rename("7", to: "Assam")
        } check: { outcome in
            #expect(outcome.error != nil || outcome.value?.name == "Assam")
        }
    }
}
