#if canImport(XCTest)
    public import TeapotMock
    public import TeapotMockRedaction
    public import XCTest

    extension XCTestCase {
        /// Fails the test if its requests differ from a file next to the test.
        ///
        /// The file for a transcript `rename` in `UserTests.swift` is `Transcripts/UserTests.rename.txt` in the same
        /// folder. If the file is missing, it's written and the test fails once. If the requests differ, the test fails
        /// with the lines that differ. With the environment variable `TEAPOT_TRANSCRIPTS=write`, the file is rewritten,
        /// and the test still fails once. On a device, the test's folder doesn't exist, so set the environment variable
        /// `TEAPOT_TRANSCRIPTS_FOLDER` to the folder with the files.
        ///
        /// - Parameters:
        ///   - name: The name of the transcript, which must not contain a slash, a backslash or a colon.
        ///   - router: The router that received the requests.
        ///   - headers: The names of the headers to compare.
        ///   - redaction: The names of the secrets to remove, and the places where apparent secrets are allowed.
        ///   - rules: The rules that select the requests to compare. Without rules, all requests are compared.
        ///   - filePath: The path of the source file of the test.
        ///   - line: The line at which to report a failure.
        public func expectTranscript(
            named name: String,
            of router: Router,
            headers: Set<String> = Journal.transcriptHeaderFields,
            redaction: Redaction = Redaction(),
            matching rules: Rule...,
            filePath: StaticString = #filePath,
            line: UInt = #line
        ) {
            let problem = TranscriptFiles.shared.problem(
                with: router.journal.written(headers, redaction, meeting: rules), named: name,
                besides: "\(filePath)", in: TranscriptFiles.Test(description: self.name))
            if let problem { XCTFail(problem, file: filePath, line: line) }
        }
    }
#endif
