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

        @Test func `a part of a folder of mocks is reported, because its paths lack a part`() async throws {
            let mocks = ["Mocks/shop/teas/success_a.json": "[]", "Mocks/shop/teas/{id}/success_b.json": "{}"]
            let folder = try TemporaryFolder(mocks)
            let (_, errors) = try await RunningTeapot(["serve", folder.place + "/Mocks/shop/teas"]).end()
            let command = "run “teapot serve \(folder.place)/Mocks”"
            let effect = "“teas” is in “Mocks”, so its paths begin at /; to serve /shop/teas/…"
            #expect(errors == "warning: \(effect), \(command).\nStopped.\n")
            // Its own folders may be meant as the paths.
            let (_, none) = try await RunningTeapot(["serve", folder.place + "/Mocks/shop"]).end()
            #expect(none == "Stopped.\n")
        }
    }
}
