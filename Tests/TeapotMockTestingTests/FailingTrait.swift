import Teapot
import Testing

/// A trait for a test that must fail with a number of issues, which the trait removes.
///
/// It must be listed before the trait that causes the failure.
struct FailingTrait: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }
    let beginning: String
    let offset: Int
    let throwing: Bool
    let count: Int

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let issues = Locked<[Issue]>([])
        let taking = IssueHandlingTrait.compactMapIssues { issue in
            issues.withLock { $0.append(issue) }
            return nil
        }
        if throwing {
            await #expect(throws: (any Error).self) {
                try await taking.provideScope(for: test, testCase: testCase, performing: function)
            }
        } else {
            try await taking.provideScope(for: test, testCase: testCase, performing: function)
        }
        let found = issues.withLock { $0 }
        #expect(found.count == count)
        guard count > 0 else { return }
        #expect(found.first?.comments.first?.rawValue.hasPrefix(beginning) == true, "\(found)")
        let (place, own) = (found.first?.sourceLocation, test.sourceLocation)
        #expect(place?.fileID == own.fileID)
        #expect(place?.filePath == own.filePath)
        #expect(place?.line == own.line + offset)
    }
}

extension Trait where Self == FailingTrait {
    /// Returns a trait for a failure.
    ///
    /// - Parameters:
    ///   - beginning: The beginning of the failure's message.
    ///   - offset: The number of lines between the test's declaration and the failure.
    ///   - throwing: Whether the test also throws an error.
    ///   - count: The number of failures, of which the first is compared.
    /// - Returns: The trait.
    static func failing(_ beginning: String, below offset: Int, throwing: Bool = false, count: Int = 1) -> Self {
        FailingTrait(beginning: beginning, offset: offset, throwing: throwing, count: count)
    }
}

struct Thrown: Error, CustomStringConvertible {
    var description: String { "thrown" }
}
