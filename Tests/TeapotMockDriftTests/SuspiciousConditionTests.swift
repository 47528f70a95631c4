import TeapotMockDrift
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A condition that no request meets` {
    @Test func `is reported with what was meant`() throws {
        let folder = try TemporaryFolder([
            "teas/success_a.json": "{}", "teas/success_b.json": "{}", "teas/success_c.json": "{}",
            "teas/mocks.index.json": """
            {"success_a.json": {"method": "PSOT"}, "success_b.json": {"path": "/teas?page=2"},
             "success_c.json": {"host": "https://api.test", "method": "PURGE"}}
            """,
        ])
        #expect(
            MockFolder(folder.url).suspiciousNames.map(\.reason) == [
                "“PSOT” in its condition is an unusual method; did you mean “POST”?",
                "the path “/teas?page=2” in its condition never matches: write the query as “query”",
                "the host “https://api.test” in its condition never matches: write it as in “api.test”",
            ])
    }
}
