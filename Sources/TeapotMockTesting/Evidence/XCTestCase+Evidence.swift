#if canImport(XCTest)
    import Teapot
    import TeapotMock
    import XCTest

    extension XCTestCase {
        /// Fails the running test for violations, and adds evidence if the test failed for any reason.
        ///
        /// The evidence is attached to the test. Where XCTest doesn't support attachments, a failure message contains
        /// the transcript.
        ///
        /// - Parameters:
        ///   - violations: The violations.
        ///   - router: The router of the finished test.
        ///   - place: The place at which to report violations that have none.
        func fail(for violations: [Router.Violation], of router: Router, at place: SourcePlace) {
            var messages = violations.map { (text: $0.message, place: $0.place ?? place) }
            #if canImport(ObjectiveC)
                if !messages.isEmpty || (testRun?.totalFailureCount ?? 0) > 0 {
                    for file in Evidence(of: router).files {
                        let attachment = XCTAttachment(
                            data: Data(file.contents),
                            uniformTypeIdentifier: file.suffix.hasSuffix("txt") ? "public.plain-text" : "public.json")
                        attachment.name = Evidence.name(of: name, in: "\(place.fileID)") + "." + file.suffix
                        attachment.lifetime = .keepAlways
                        add(attachment)
                    }
                }
            #else
                if let requests = Self.requests(of: router) {
                    if let last = messages.indices.last {
                        messages[last].text += "\n\(requests)"
                    } else if (testRun?.totalFailureCount ?? 0) > 0 {
                        messages.append((requests, place))
                    }
                }
            #endif
            for message in messages { XCTFail(message.text, file: message.place.filePath, line: message.place.line) }
        }

        #if !canImport(ObjectiveC)
            /// Returns the requests of a test as text, or `nil` if there are none.
            private static func requests(of router: Router) -> String? {
                guard router.journal.lastNumber > 0 else { return nil }
                let lines = router.journal.transcript.split(separator: "\n", omittingEmptySubsequences: false)
                let rest = lines.count > 100 ? ["and \(lines.count - 100) more lines"] : []
                return "The requests of this test:\n"
                    + (lines.prefix(100).map(String.init) + rest).joined(separator: "\n")
            }
        #endif
    }
#endif
