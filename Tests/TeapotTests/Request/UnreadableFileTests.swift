@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

/// Tests that files that can't be sent are detected before anything is sent.
@Suite(.inTurn, .timeLimit(.minutes(3))) final class `A file that can't be a body`: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
    private var file: URL { folder.appendingPathComponent("file") }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("contents".utf8).write(to: file)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func refusals(_ url: URL) -> [String?] {
        let client = ScriptedClient()
        let alone = teapotError { _ = try client.makeRequest(.post, "a", parameters: .file(url)) }
        let part = teapotError {
            _ = try client.makeRequest(.post, "a", parameters: .multipart([.field("a", "b"), .file("f", url)]))
        }
        #expect(alone?.type == .invalidPayload)
        #expect(part == alone)
        return [alone?.description]
    }

    @Test func `a pipe is refused because its length and end are unknown`() {
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let pipe = folder.appendingPathComponent("pipe")
        let sentence = "The request's body is invalid:"
        #expect(refusals(pipe) == ["\(sentence) “\(pipe.path)” is not a regular file; send its contents as data"])
        #expect(refusals(.make("file:///dev/null")).first??.contains("“/dev/null” is not a regular file") == true)
    }

    #if os(Linux)
        @Test func `a system file without a length is refused`() {
            let flaw = "“/proc/version” has contents but no length; send its contents as data"
            #expect(refusals(.make("file:///proc/version")).first??.hasSuffix(flaw) == true)
        }
    #endif

    @Test func `an empty file and a link to a file may be sent`() throws {
        let empty = folder.appendingPathComponent("empty")
        try Data().write(to: empty)
        let link = folder.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        for url in [file, empty, link] {
            _ = try ScriptedClient().makeRequest(.post, "a", parameters: .file(url))
        }
    }

    private func client(beforeRetry change: @escaping @Sendable () -> Void) -> ScriptedClient {
        var options = Teapot.Options()
        options.retriers = [
            Teapot.Retrier { failure in
                change()
                return failure.number < 2 ? .retry(after: 0) : .giveUp
            }
        ]
        return ScriptedClient(.failure(URLError(.networkConnectionLost)), .answer(), options: options)
    }

    @Test func `a file deleted between two attempts is a file failure`() async {
        let file = file
        let client = client { unlink(file.path) }
        let error = await #expect(throws: TeapotError.self) { try await client.post("a", parameters: .file(file)) }
        #expect(error?.type == .fileFailed)
        #expect(error?.description == "POST http://h.test/api/a: fileFailed; there is no file at “\(file.path)”")
        #expect(client.requests.count == 1)
    }

    @Test func `a file that becomes a directory between two attempts is a file failure`() async {
        let file = file
        let client = client {
            unlink(file.path)
            mkdir(file.path, 0o700)
        }
        let error = await #expect(throws: TeapotError.self) { try await client.post("a", parameters: .file(file)) }
        #expect(error?.type == .fileFailed)
        #expect(error?.description.hasSuffix("“\(file.path)” is a directory; pass a file") == true)
    }

    @Test(arguments: [false, true])
    func `a file that shrinks while it's sent is named`(isRetried: Bool) async {
        let file = file
        var options = Teapot.Options()
        if isRetried { options.retriers = [.backoff(baseDelay: 0)] }
        let client = ScriptedClient([], options: options) { _ in
            truncate(file.path, 3)
            return .failure(URLError(.timedOut))
        }
        let error = await #expect(throws: TeapotError.self) { try await client.put("a", parameters: .file(file)) }
        #expect(error?.type == .fileFailed)
        let reason = "“\(file.path)” shrank while it was being sent: it now has 3 of 8 bytes"
        #expect(error?.description == "PUT http://h.test/api/a: fileFailed; \(reason); timed out", "\(error)")
        #expect(client.requests.count == 1)
    }

    @Test func `a part deleted before the call is a failure that names the part and the request`() async throws {
        let client = ScriptedClient(.answer())
        let request = try client.makeRequest(.post, "a", parameters: .multipart([.file("f", file)]))
        unlink(file.path)
        let error = await #expect(throws: TeapotError.self) { try await client.send(request) }
        #expect(error?.type == .fileFailed)
        #expect(error?.description == "POST http://h.test/api/a: fileFailed; there is no file at “\(file.path)”")
    }

    @Test func `a transport's missing file is described with the path and the transport's error`() throws {
        let request = try ScriptedClient().makeRequest(.put, "a", parameters: .file(file))
        unlink(file.path)
        let words = [NSLocalizedDescriptionKey: "File system error"]
        let error = TeapotError.performing(request, URLError(.fileDoesNotExist, userInfo: words), nil)
        #expect(error.type == .fileFailed)
        #expect(error.description.hasSuffix("“\(file.path)” can't be sent: File system error"))
        #expect((error.underlyingError as? URLError)?.code == .fileDoesNotExist)
    }
}
