#if canImport(Testing)
    import Foundation
    import Teapot
    import TeapotMock
    public import Testing

    extension RouterTrait: TestScoping {
        /// Runs a test with its router.
        ///
        /// - Parameters:
        ///   - test: The test.
        ///   - testCase: The case of the test to run.
        ///   - function: The function that runs the test.
        /// - Throws: The error that the test throws.
        public func provideScope(
            for test: Test,
            testCase: Test.Case?,
            performing function: @Sendable () async throws -> Void
        ) async throws {
            let router = makeRouter()
            router.beginTest(isOptional: isOptional)
            let place = test.sourceLocation
            let name = "the test “\(test.displayName ?? test.name)” (\(place.fileID):\(place.line))"
            let watch = TestWatch(test, testCase)
            do {
                try await watch.run { try await Router.$ofTest.withValue(router, operation: function) }
            } catch {
                watch.texts.withLock { $0.append("\(error)") }
                // A request that failed with a network error may have been meant for the router.
                let isLost = error is URLError || (error as? TeapotError)?.underlyingError is URLError
                let passedOver = Task.isCancelled ? [] : router.passedOver()
                let violations =
                    router.finish(name, isCutShort: true, hasLostRequest: isLost && !Task.isCancelled) + passedOver
                record(violations, besides: watch, in: test)
                // A cancelled test didn't fail.
                watch.attachEvidence(of: router, ifFailed: !Task.isCancelled)
                throw error
            }
            let violations = router.finish(name, isCutShort: Task.isCancelled)
            record(violations, besides: watch, in: test)
            watch.attachEvidence(of: router, ifFailed: !violations.isEmpty)
        }

        private func makeRouter() -> Router {
            let router = Router(baseURL, fixtures: fixtures, testValues: .ofTest())
            Router.$ofTest.withValue(router) { router.testValues?.capture() }
            router.time = time
            router.seed = seed
            return router
        }

        private func record(_ violations: [Router.Violation], besides watch: TestWatch, in test: Test) {
            let texts = watch.texts.withLock { $0 }
            for violation in violations where !violation.isExplained(in: texts) {
                let location = violation.place.flatMap { SourceLocation($0) } ?? test.sourceLocation
                Issue.record(Comment(rawValue: violation.message), sourceLocation: location)
            }
        }
    }

    extension SourceLocation {
        /// Creates a source location, or returns `nil` if the testing library doesn't accept the place.
        fileprivate init?(_ place: SourcePlace) {
            let (fileID, filePath) = ("\(place.fileID)", "\(place.filePath)")
            guard fileID.contains("/"), !filePath.isEmpty, let line = Int(exactly: place.line), line > 0 else {
                return nil
            }
            self.init(fileID: fileID, filePath: filePath, line: line, column: 1)
        }
    }
#endif
