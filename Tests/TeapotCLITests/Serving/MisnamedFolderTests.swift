import TeapotTestSupport
import Testing

extension ServingSuites {
    @Suite struct `teapot serve with a misnamed folder` {
        @Test func `the folder is reported at the start, and isn't counted again`() async throws {
            let mocks = ["mocks/teas/success_a.json": "{}", "mocks/teas/success_2000_b.json": "{}"]
            let folder = try TemporaryFolder(mocks)
            let (_, errors) = try await RunningTeapot(["serve", folder.place]).end()
            #expect(
                errors == """
                    warning: \(folder.place)/mocks: it's part of the paths, as in /mocks/products; did you mean “Mocks”?
                    warning: “teapot check \(folder.place)” finds 1 more problem.
                    Stopped.

                    """)
        }
    }
}
