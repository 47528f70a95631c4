import Foundation
import Teapot
import TeapotTestSupport

/// Stops servers at the end of a test.
func stop(_ servers: HostileServer...) {
    for server in servers { server.stop() }
}

/// A file that is deleted when its last reference is released.
final class TemporaryFile: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-test-\(UUID().uuidString)")

    init(_ data: Data) throws {
        try data.write(to: url)
    }

    init() {}

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

/// Returns the error of a call that should fail.
func failure(_ body: () async throws(TeapotError) -> some Any) async -> TeapotError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
