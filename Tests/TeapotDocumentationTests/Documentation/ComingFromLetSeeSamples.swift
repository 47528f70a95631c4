import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
import TeapotMockRecording
import TeapotMockFolders
import TeapotMockLive
import TeapotTestResources
import TeapotTestTraits
import Testing

/// The samples in the article ComingFromLetSee, and in the sources' comments about folders of mocks.
@Suite(.inTurn) struct `The samples about LetSee` {
    private let mocks = Fixtures.letSeeDirectory.appendingPathComponent("Mocks")
    private let scenarios = Fixtures.letSeeDirectory.appendingPathComponent("Scenarios")

    private func makeSwitchboard() throws -> (Switchboard, Router) {
        let baseURL = try #require(URL(string: "https://api.thecatapi.com"))
        let switchboard = Switchboard(MockFolder(mocks), scenarios: ScenarioFolder(scenarios))
        switchboard.isOn = false
        switchboard.environments = [.init("Production", baseURL: baseURL)]

        let router = Router("https://api.thecatapi.com")
        router.switchboard = switchboard
        return (switchboard, router)
    }

    @Test func `setting it up`() throws {
        let (switchboard, router) = try makeSwitchboard()
        #if DEBUG
            let session = URLSession(configuration: .default.answered(by: router))
        #else
            let session = URLSession(configuration: .default)
        #endif
        session.invalidateAndCancel()
        #expect(switchboard.environment?.name == "Production")
    }

    @Test func `choosing`() async throws {
        let (switchboard, router) = try makeSwitchboard()
        switchboard.isOn = true
        let teapot = MockTeapot(router: router)
        let answer = Task { try await teapot.get("v1/staging/products") }
        let held = try await switchboard.nextHeld()
        #expect(held.mocks.map(\.name) == ["emptyList", "listWithoutBanner", "productList"])
        try switchboard.answer(held.id, .mock("products/success_emptyList.json"))
        #expect(try await answer.value.json?.array?.isEmpty == true)
    }

    @Test func `editing a copy`() async throws {
        let (switchboard, router) = try makeSwitchboard()
        switchboard.isOn = true
        let teapot = MockTeapot(router: router)
        let answer = Task { try await teapot.get("v1/staging/products") }
        let held = try await switchboard.nextHeld()
        try switchboard.answer(held.id, .response(.json(["name": "Teapot", "price": -1])))
        #expect(try await answer.value.json?["price"] as? Int == -1)
    }

    @Test func `settings`() async throws {
        let (switchboard, router) = try makeSwitchboard()
        switchboard.isOn = true
        switchboard.undecided = .firstMock
        switchboard.set(.mock("products/success_productList.json"), for: "/v1/staging/products")
        switchboard.set(.live, for: "/session")
        let teapot = MockTeapot(router: router)
        #expect(try await teapot.get("v1/staging/products").json?.array?.count == 2)
    }

    @Test func `scenarios`() async throws {
        let (switchboard, router) = try makeSwitchboard()
        switchboard.isOn = true
        let teapot = MockTeapot(router: router)
        try switchboard.activate("browse")
        _ = try await teapot.get("v2/something/something/categories")
        #expect(switchboard.activeScenarios.first?.nextMock?.name == "filterList")
    }

    @Test func `the samples of the README`() async throws {
        let liveURL = try #require(URL(string: "http://127.0.0.1:1"))
        let router = Router("https://api.test")
        let switchboard = Switchboard(MockFolder(mocks), scenarios: ScenarioFolder(scenarios))
        switchboard.undecided = .firstMock
        try switchboard.activate("soldOut")
        router.switchboard = switchboard
        router.passthrough = Passthrough(to: liveURL, recorder: Recorder(into: .folder(mocks)))
        #expect(MockFolder(mocks).validate(against: [Product].self, for: "/products").isEmpty)
        #expect(try await MockTeapot(router: router).get("v1/staging/products").json?.array?.count == 2)
    }

    private struct Product: Decodable {
        let id: Int
        let name: String
    }

    @Test func `the sample of Switchboard`() throws {
        let staging = try #require(URL(string: "http://127.0.0.1:1"))
        let (dev, router) = (staging, Router("https://api.test"))
        let files = try makeTransfer()
        let scenarios = files
        let switchboard = Switchboard(MockFolder(mocks), scenarios: ScenarioFolder(scenarios))
        switchboard.environments = [.init("Staging", baseURL: staging), .init("Dev", baseURL: dev)]
        router.switchboard = switchboard

        try switchboard.activate("transferMoney")
        switchboard.set(.live, for: "/session")
        #expect(switchboard.activeScenarios.map(\.id) == ["transferMoney"])
        try FileManager.default.removeItem(at: files)
    }

    private func makeTransfer() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(#"{"steps": [{"folder": "/products", "responseFileName": "productList"}]}"#.utf8)
            .write(to: folder.appendingPathComponent("transferMoney.json"))
        return folder
    }
}
