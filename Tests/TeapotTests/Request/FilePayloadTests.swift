import Teapot
import Foundation
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A file as a body` {
    static let sentence = "The request's body is invalid:"
    private let client = ScriptedClient()
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func refusal(_ url: URL) -> String? {
        teapotError { _ = try client.makeRequest(.post, "a", parameters: .file(url)) }?.description
    }

    @Test func `a file is sent from its location and stays there`() throws {
        let file = try folder.file("a b.txt")
        do {
            let request = try client.makeRequest(.put, "a", parameters: .file(file, contentType: "text/plain"))
            guard case .file(let sent) = request.body else { throw TeapotError(type: .invalidPayload, description: "") }
            #expect(sent.url == file)
            #expect(request.headers["Content-Type"] == "text/plain")
        }
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test(arguments: [("a.png", "image/png"), ("a", "application/octet-stream"), ("a.JSON", "application/json")])
    func `a file's media type is guessed from its name`(name: String, type: String) throws {
        let file = try folder.file(name)
        let request = try client.makeRequest(.put, "a", parameters: .file(file))
        #expect(request.headers["Content-Type"] == type)
    }

    @Test func `a missing file is refused`() {
        let file = folder.path("missing")
        #expect(refusal(file) == "\(Self.sentence) there is no file at “\(file.path)”")
        #expect(refusal(.make("http://h.test/a")) == "\(Self.sentence) there is no file at “/a”")
    }

    @Test func `a directory is refused`() {
        #expect(refusal(folder.url) == "\(Self.sentence) “\(folder.url.path)” is a directory; pass a file")
    }

    @Test(.disabled(if: geteuid() == 0, "root may read anything"))
    func `a file without read permission is refused`() throws {
        let file = try folder.file("secret")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
        #expect(refusal(file) == "\(Self.sentence) “\(file.path)” can't be read")
    }
}
