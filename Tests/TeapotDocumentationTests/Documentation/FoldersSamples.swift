import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// The samples in the article FoldersOfMocks.
@Suite(.inTurn) struct `The samples about folders` {
    @Test func `the samples about a folder and its scenarios`() async throws {
        let files = try TemporaryFolder([
            "Mocks/accounts/success_list.json": "[1]", "Mocks/accounts/error_503_busy.json": "{}",
            "Scenarios/busy.json": """
            {
              "steps": [
                {"folder": "/accounts", "responseFileName": "success_list.json"},
                {"folder": "/accounts", "responseFileName": "error_busy"}
              ]
            }
            """,
        ])
        let mocks = files.url.appendingPathComponent("Mocks")
        let scenarios = files.url.appendingPathComponent("Scenarios")

        let switchboard = Switchboard(MockFolder(mocks), scenarios: ScenarioFolder(scenarios))
        switchboard.undecided = .firstMock
        let router = Router("https://api.test")
        router.switchboard = switchboard

        let teapot = MockTeapot(router: router)
        #expect(try await teapot.get("accounts").statusCode == 200)
        try switchboard.activate("busy")
        #expect(try await teapot.get("accounts").statusCode == 200)
        await #expect(throws: TeapotError.self) { try await teapot.get("accounts") }
        #expect(router.journal.entries.count == 3)
        #expect(switchboard.activeScenarios.isEmpty)
        #expect(try await teapot.get("accounts").statusCode == 200)
    }
}
