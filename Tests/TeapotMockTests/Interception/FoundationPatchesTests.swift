#if canImport(FoundationNetworking)
    import Foundation
    import Teapot
    import Testing

    import TeapotMock

    @Suite struct `An intercepted download on Linux` {
        private final class Loading: URLProtocol {}

        private func error(_ patches: FoundationPatches?) throws -> TeapotError? {
            let (url, file) = (try #require(URL(string: "http://api.test")), URL(fileURLWithPath: "/tmp/tea"))
            let loading = Loading(request: URLRequest(url: url), cachedResponse: nil, client: nil)
            return #expect(throws: TeapotError.self) {
                try FoundationPatches.setDownload(file, of: loading, by: patches)
            }
        }

        @Test func `without patches, the error names the product to link`() throws {
            let message = try #require(try error(nil)).description
            #expect(message.contains("Link that product and call CorelibsPatches.install(), or use a data task."))
        }

        @Test func `a Foundation without the property is named by the error`() throws {
            let patches = FoundationPatches(
                resumeOffWorkQueue: { _ in }, setDownload: { _, _ in false }, setCurrent: { _, _ in })
            let message = try #require(try error(patches)).description
            #expect(message.contains("This version of Foundation can't download from a router; use a data task."))
        }
    }
#endif
