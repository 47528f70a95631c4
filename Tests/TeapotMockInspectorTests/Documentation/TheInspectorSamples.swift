import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockInspector
import TeapotMockServer
import TeapotTestSupport
import Testing

extension InspectorSuites {
    /// The samples in the article on the inspector.
    @Suite struct `The samples about the inspector` {
        @Test func `a server has a page, and its API`() async throws {
            let mocks = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
            let scenarios = mocks
            let switchboard = Switchboard(MockFolder(mocks), scenarios: ScenarioFolder(scenarios))
            let router = Router()
            router.switchboard = switchboard
            let server = Server(inspecting: router)
            try server.start()
            let page = try #require(server.inspectorURL)
            print("Open \(page)")
            var options = Teapot.Options()
            options.headers["Authorization"] = "Bearer \(try #require(server.inspectorToken))"
            let teapot = Teapot(baseURL: try #require(server.baseURL), options: options)
            let state = try await teapot.get("__teapot/api/state").json?.dictionary
            #expect(state?["isOn"] as? Bool == true)
            try await teapot.patch("__teapot/api/state", parameters: ["undecided": "firstMock"])
            #expect(switchboard.undecided == .firstMock)
            #expect(String(decoding: try await teapot.get("__teapot/").body, as: UTF8.self).contains("Teapot"))
            try await server.stop(within: 0)
        }

        @Test func `a server has an inspector for other machines`() throws {
            let router = Router()
            let server = Server(inspecting: router, allowedHosts: ["tea.local", "192.168.1.5:8080"])
            #expect(server.inspectorToken?.isEmpty == false)
        }

        @Test func `a server has no inspector`() async throws {
            let router = Router()
            let plain = Server(router: router)
            try plain.start()
            #expect(plain.inspectorURL == nil)
            try await plain.stop(within: 0)
        }
    }
}
