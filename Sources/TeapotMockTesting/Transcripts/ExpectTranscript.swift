#if canImport(Testing)
    public import TeapotMock
    public import TeapotMockRedaction
    public import Testing

    /// Compares the requests of a test with a file beside the test, and fails the test if they differ.
    ///
    /// ```swift
    /// @Test(.router("https://api.test")) func `A user is renamed`() async throws {
    ///     Router.current.patch("/users/7", with: .status(204))
    ///     try await Users(teapot: MockTeapot(router: .current)).rename(7, to: "Ada")
    ///     expectTranscript(named: "rename")
    /// }
    /// ```
    ///
    /// The file of this test in `UserTests.swift` is `Transcripts/UserTests.rename.txt` in the same folder. It has the
    /// text of the journal's `transcript`, and a line break. If there is no such file, it is written and the test fails
    /// once, so that no run passes that has compared nothing. If the requests differ from it, the test fails with the
    /// lines that differ. With the environment variable `TEAPOT_TRANSCRIPTS=write`, the file is written then; the test
    /// fails once all the same.
    ///
    /// Where the folder of the test does not exist, as on a device, the files are in the folder that the environment
    /// variable `TEAPOT_TRANSCRIPTS_FOLDER` names. The cases of a test with arguments may use one name if they are to
    /// send the same requests. Two tests of one source file need different names.
    ///
    /// - Parameters:
    ///   - name: The name of the transcript, which must not have a slash, a backslash or a colon.
    ///   - router: The router that received the requests, or `nil` for that of the test.
    ///   - headerFields: The names of the header fields to compare.
    ///   - redaction: The names of the secrets to remove, and the places where apparent secrets are allowed.
    ///   - rules: The rules that a request has to match to be compared. Without rules, every request is.
    ///   - filePath: The path of the source file of the test.
    ///   - sourceLocation: The place of the failure.
    public func expectTranscript(
        named name: String,
        of router: Router? = nil,
        headerFields: Set<String> = Journal.transcriptHeaderFields,
        redaction: Redaction = Redaction(),
        matching rules: Rule...,
        filePath: String = #filePath,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard let router = router ?? Router.ofTest else {
            let comment: Comment = """
                No test has a router here, so there are no requests to compare with the transcript “\(name)”. Give the test \
                the trait `.router`, or name the router: `expectTranscript(named:of:)`.
                """
            Issue.record(comment, sourceLocation: sourceLocation)
            return
        }
        let place = Test.current.map { test in
            let place = test.sourceLocation
            return "“\(test.displayName ?? test.name)” (\(place.fileID):\(place.line))"
        }
        let problem = TranscriptFiles.shared.problem(
            with: router.journal.written(headerFields, redaction, meeting: rules), named: name, besides: filePath,
            in: TranscriptFiles.Test(
                description: place ?? "the call at \(sourceLocation.fileID):\(sourceLocation.line)"))
        if let problem { Issue.record(Comment(rawValue: problem), sourceLocation: sourceLocation) }
    }
#endif
