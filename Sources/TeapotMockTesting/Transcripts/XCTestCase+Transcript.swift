#if canImport(XCTest)
    public import TeapotMock
    public import TeapotMockRedaction
    public import XCTest

    extension XCTestCase {
        /// Compares the requests of a test with a file beside the test, and fails the test if they differ.
        ///
        /// The file of a transcript `rename` in `UserTests.swift` is `Transcripts/UserTests.rename.txt` in the same
        /// folder. If there is no such file, it is written and the test fails once. If the requests differ from it, the
        /// test fails with the lines that differ. With the environment variable `TEAPOT_TRANSCRIPTS=write`, the file is
        /// written then; the test fails once all the same. Where the folder of the test does not exist, as on a device,
        /// the files are in the folder that the environment variable `TEAPOT_TRANSCRIPTS_FOLDER` names.
        ///
        /// - Parameters:
        ///   - name: The name of the transcript, which must not have a slash, a backslash or a colon.
        ///   - router: The router that received the requests.
        ///   - headerFields: The names of the header fields to compare.
        ///   - redaction: The names of the secrets to remove, and the places where apparent secrets are allowed.
        ///   - rules: The rules that a request has to match to be compared. Without rules, every request is.
        ///   - filePath: The path of the source file of the test.
        ///   - line: The line of the failure.
        public func expectTranscript(
            named name: String,
            of router: Router,
            headerFields: Set<String> = Journal.transcriptHeaderFields,
            redaction: Redaction = Redaction(),
            matching rules: Rule...,
            filePath: StaticString = #filePath,
            line: UInt = #line
        ) {
            let problem = TranscriptFiles.shared.problem(
                with: router.journal.written(headerFields, redaction, meeting: rules), named: name,
                besides: "\(filePath)", in: TranscriptFiles.Test(description: self.name))
            if let problem { XCTFail(problem, file: filePath, line: line) }
        }
    }
#endif
