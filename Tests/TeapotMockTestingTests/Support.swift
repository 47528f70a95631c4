import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import Testing

/// Runs a closure like a test with the trait `.router`; its failures are attributed to the calling test.
func perform(_ body: @Sendable () async throws -> Void) async throws {
    let trait: RouterTrait = .router(isOptional: true)
    try await trait.provideScope(for: #require(Test.current), testCase: Test.Case.current, performing: body)
}

/// Weak references to a router's parts after its test.
final class Kept: Sendable {
    private struct Weakly {
        weak var router: Router?
    }

    let router = Locked<Router?>(nil)
    private let weak = Locked(Weakly())

    func weakly(_ router: Router) { weak.withLock { $0.router = router } }

    var isGone: Bool { weak.withLock { $0.router == nil } }
}

/// A directory with a file `users.json`, which exists as long as this object.
final class TemporaryFixtures: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("fixtures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try Data(#"{"id":1}"#.utf8).write(to: url.appendingPathComponent("users.json"))
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
