#if canImport(Testing)
    public import TeapotMock
    public import TeapotMockRedaction
    public import Testing

    /// Fails the test if its requests differ from a file next to the test.
    ///
    /// ```swift
    /// @Test(.router("https://api.test")) func `A user is renamed`() async throws {
    ///     Router.current.patch("/users/7", with: .status(204))
    ///     try await Users(teapot: MockTeapot(router: .current)).rename(7, to: "Ada")
    ///     expectTranscript(named: "rename")
    /// }
    /// ```
    ///
    /// The file for this test in `UserTests.swift` is `Transcripts/UserTests.rename.txt` in the same folder. It
    /// contains the journal's `transcript` and a line break. If the file is missing, it's written and the test fails
    /// once, so no run passes without a comparison. If the requests differ, the test fails with the lines that differ.
    /// With the environment variable `TEAPOT_TRANSCRIPTS=write`, the file is rewritten, and the test still fails once.
    ///
    /// On a device, the test's folder doesn't exist, so set the environment variable `TEAPOT_TRANSCRIPTS_FOLDER` to the
    /// folder with the files. The cases of a test with arguments may share a name if they should send the same
    /// requests. Two tests in one source file need different names.
    ///
    /// - Parameters:
    ///   - name: The name of the transcript, which must not contain a slash, a backslash or a colon.
    ///   - router: The router that received the requests, or `nil` for the test's router.
    ///   - headers: The names of the headers to compare.
    ///   - redaction: The names of the secrets to remove, and the places where apparent secrets are allowed.
    ///   - rules: The rules that select the requests to compare. Without rules, all requests are compared.
    ///   - filePath: The path of the source file of the test.
    ///   - sourceLocation: The location at which to report a failure.
    public func expectTranscript(
        named name: String,
        of router: Router? = nil,
        headers: Set<String> = Journal.transcriptHeaderFields,
        redaction: Redaction = Redaction(),
        matching rules: Rule...,
        filePath: String = #filePath,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard let router = router ?? Router.ofTest else {
            let comment: Comment = """
                No test has a router here, so there are no requests to compare with the transcript “\(name)”. Give the test \
                the trait `.router`, or pass the router: `expectTranscript(named:of:)`.
                """
            Issue.record(comment, sourceLocation: sourceLocation)
            return
        }
        let place = Test.current.map { test in
            let place = test.sourceLocation
            return "“\(test.displayName ?? test.name)” (\(place.fileID):\(place.line))"
        }
        let problem = TranscriptFiles.shared.problem(
            with: router.journal.written(headers, redaction, meeting: rules), named: name, besides: filePath,
            in: TranscriptFiles.Test(
                description: place ?? "the call at \(sourceLocation.fileID):\(sourceLocation.line)"))
        if let problem { Issue.record(Comment(rawValue: problem), sourceLocation: sourceLocation) }
    }
#endif
