#if canImport(Testing)
    import Teapot
    import TeapotMock
    import Testing

    /// An object that watches a test for failures, and attaches evidence if the test fails.
    final class TestWatch: Sendable {
        private let test: Test
        private let testCase: Test.Case?
        private let hasFailed = Locked(false)
        /// The texts of the errors with which the test failed.
        let texts = Locked<[String]>([])

        /// - Parameters:
        ///   - test: The test.
        ///   - testCase: The case of the test.
        init(_ test: Test, _ testCase: Test.Case?) {
            self.test = test
            self.testCase = testCase
        }

        /// Runs the test, and records whether it fails.
        ///
        /// - Parameter function: The function that runs the test.
        /// - Throws: The error that the test threw.
        func run(_ function: @Sendable () async throws -> Void) async throws {
            #if compiler(>=6.2)
                let watching = IssueHandlingTrait.compactMapIssues { issue in
                    // An issue outside any test, such as one in a detached task, is passed to every running test, and
                    // to the test run itself, which reports it.
                    guard Test.current != nil else { return nil }
                    if Self.isFailure(issue) {
                        self.hasFailed.withLock { $0 = true }
                        #if compiler(>=6.3)
                            // Earlier, an error that is known looks like a failure here, and would explain nothing.
                            if let error = issue.error { self.texts.withLock { $0.append("\(error)") } }
                        #endif
                    }
                    return issue
                }
                try await watching.provideScope(for: test, testCase: testCase, performing: function)
            #else
                try await function()
            #endif
        }

        /// Attaches the evidence if the test failed.
        ///
        /// - Parameters:
        ///   - router: The router of the finished test.
        ///   - hasFailed: Whether the test failed after it ran.
        func attachEvidence(of router: Router, ifFailed hasFailed: Bool) {
            #if compiler(>=6.2)
                guard hasFailed || self.hasFailed.withLock({ $0 }) else { return }
                let name = Evidence.name(of: test.displayName ?? test.name, in: test.sourceLocation.fileID)
                for file in Evidence(of: router).files {
                    Attachment.record(
                        file.contents, named: "\(name).\(file.suffix)", sourceLocation: test.sourceLocation)
                }
            #endif
        }

        #if compiler(>=6.2)
            /// Returns whether an issue fails its test because it's neither known nor a warning.
            ///
            /// Before Swift 6.3, an issue doesn't include this information.
            static func isFailure(_ issue: Issue) -> Bool {
                #if compiler(>=6.3)
                    issue.isFailure
                #else
                    true
                #endif
            }
        #endif
    }
#endif
