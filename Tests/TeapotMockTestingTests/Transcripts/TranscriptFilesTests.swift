import Foundation
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMockTesting

@Suite(.inTurn) struct `A transcript file` {
    private let folder: TemporaryFolder
    private var source: String { folder.path("CartTests.swift").path }
    private var file: String { folder.path("Transcripts/CartTests.checkout.txt").path }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func problem(
        _ text: String, named name: String = "checkout", of source: String? = nil, in test: String = "a test",
        _ files: TranscriptFiles? = nil, _ environment: [String: String] = [:]
    ) -> String? {
        (files ?? TranscriptFiles(environment)).problem(
            with: (text, 2), named: name, besides: source ?? self.source, in: .init(description: test))
    }

    private var contents: String? {
        (try? Data(contentsOf: URL(fileURLWithPath: file))).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `is written if it's missing, which fails the test with an explanation`() {
        #expect(
            problem("GET /") == """
                There was no transcript “checkout”, so it was written to “\(file)”, with 2 requests. Read it, and run the \
                test again.
                """)
        #expect(contents == "GET /\n")
        #expect(problem("GET /") == nil)
    }

    @Test func `is compared byte by byte`() throws {
        let text = "PUT /\n\né\n\n---\n\nGET /"
        _ = problem(text)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            try Data(changed).write(to: URL(fileURLWithPath: file))
            #expect(problem(text)?.hasPrefix("The requests don't match the transcript “checkout” in “") == true)
            try Data(bytes[..<index] + bytes[(index + 1)...]).write(to: URL(fileURLWithPath: file))
            #expect(problem(text) != nil)
        }
        try Data(bytes + [0x0A]).write(to: URL(fileURLWithPath: file))
        #expect(problem(text)?.hasSuffix("\nline 5:\n  ---\n\n  GET /\n- ") == true)
        try Data("PUT /\n\ne\u{301}\n\n---\n\nGET /\n".utf8).write(to: URL(fileURLWithPath: file))
        #expect(problem(text)?.contains("\n- e\\u{301}\n+ \\u{E9}\n") == true)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        #expect(problem(text) == nil)
    }

    @Test func `isn't changed if requests differ`() {
        _ = problem("GET /a")
        #expect(
            problem("GET /b") == """
                The requests don't match the transcript “checkout” in “\(file)”. If they're correct, run the test with \
                TEAPOT_TRANSCRIPTS=write.
                line 1:
                - GET /a
                + GET /b
                """)
        #expect(contents == "GET /a\n")
    }

    @Test func `is written on request, which fails once`() {
        _ = problem("GET /a")
        let writing = ["TEAPOT_TRANSCRIPTS": "write"]
        #expect(problem("GET /a", nil, writing) == nil)
        #expect(
            problem("GET /b", nil, writing) == """
                The transcript “checkout” was written to “\(file)” because TEAPOT_TRANSCRIPTS is “write”. Look at what has \
                changed, and run the test again.
                line 1:
                - GET /a
                + GET /b
                """)
        #expect(contents == "GET /b\n")
        #expect(problem("GET /b", nil, writing) == nil)
    }

    @Test func `is written once per run`() {
        let files = TranscriptFiles(["TEAPOT_TRANSCRIPTS": "write"])
        #expect(problem("GET /a", files)?.hasPrefix("There was no transcript") == true)
        #expect(problem("GET /a", files) == nil)
        #expect(
            problem("GET /b", files) == """
                The transcript “checkout” was written to “\(file)” in this run, and is different now. Give each case of a \
                test its own name.
                line 1:
                - GET /a
                + GET /b
                """)
        #expect(contents == "GET /a\n")
    }

    @Test func `belongs to one test`() {
        let files = TranscriptFiles([:])
        _ = problem("GET /a", in: "the test “A” (M/CartTests.swift:1)", files)
        #expect(problem("GET /a", in: "the test “A” (M/CartTests.swift:1)", files) == nil)
        #expect(
            problem("GET /a", named: "Checkout", in: "the test “B” (M/CartTests.swift:9)", files) == """
                The transcript “Checkout” uses the same file as another test's transcript: \
                \(folder.path("Transcripts/CartTests.Checkout.txt").path), which the test “A” (M/CartTests.swift:1) and the \
                test “B” (M/CartTests.swift:9) use. Give each a name that differs in more than case.
                """)
    }

    @Test(arguments: ["", "a/b", "a\\b", "a:b", "a\nb", "a\0b", String(repeating: "a", count: 151)])
    func `has no name that is invalid on some disk`(name: String) {
        let problem = problem("GET /a", named: name)
        #expect(problem?.contains("can't be the name of a transcript") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.path("Transcripts").path))
    }

    @Test(arguments: ["..", "%2F", "é", "e\u{301}", "a b.c", "~", "$HOME", "*"])
    func `can have any other name`(name: String) throws {
        #expect(problem("GET /a", named: name)?.hasPrefix("There was no transcript") == true)
        #expect(problem("GET /a", named: name) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Transcripts"])
    }

    @Test func `is in another folder if the test's folder is missing`() {
        let source = folder.path("gone/CartTests.swift").path
        #expect(
            problem("GET /a", of: source) == """
                The folder of the test, “\(folder.path("gone").path)”, doesn't exist where the test runs, so there are no \
                transcripts next to it. Set TEAPOT_TRANSCRIPTS_FOLDER to the folder that has them.
                """)
        let environment = ["TEAPOT_TRANSCRIPTS_FOLDER": folder.path("b/c").path]
        let other = folder.path("b/c/CartTests.checkout.txt").path
        #expect(problem("GET /a", of: source, nil, environment)?.contains("written to “\(other)”") == true)
        #expect(problem("GET /a", of: source, nil, environment) == nil)
        #expect(problem("GET /b", of: source, nil, environment)?.contains("“\(other)”") == true)
    }

    @Test func `fails the test if it can't be read or written`() throws {
        try folder.write("", to: "Transcripts")
        #expect(problem("GET /a")?.hasPrefix("The transcript “checkout” can't be written to “\(file)”: ") == true)
        try folder.remove("Transcripts")
        try folder.write("", to: "Transcripts/CartTests.checkout.txt/a")
        #expect(problem("GET /a")?.hasPrefix("The transcript “checkout” can't be read from “\(file)”: ") == true)
    }

    @Test func `isn't written for another value of the variable`() {
        #expect(
            problem("GET /a", nil, ["TEAPOT_TRANSCRIPTS": "1"])
                == "TEAPOT_TRANSCRIPTS is “1”. The only valid value is “write”, which writes the transcripts that differ."
        )
        #expect(contents == nil)
    }
}
