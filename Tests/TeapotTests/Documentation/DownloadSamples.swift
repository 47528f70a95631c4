import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The samples of Downloads` {
    private struct Photo: Decodable, Sendable {
        var id: Int
    }

    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
    private let client = ScriptedClient([], answer: { _ in .answer(json: #"{"id": 1}"#) })

    @Test func `bodies are downloaded`() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        let presigned = URL.make("https://bucket.test/a?X-Amz-Signature=b")
        try await client.download("reports/2024", to: file)
        try await client.download("reports", to: file, method: .post, parameters: ["year": 2024])
        let request = try client.makeRequest(.get, url: presigned)
        try await client.download(request, to: file) { progress in
            if case .received(let count, let total) = progress { print(count, "of", total ?? 0, "bytes") }
        }
        #expect(client.requests.map(\.method) == [.get, .post, .get])
        #expect(try String(contentsOf: file, encoding: .utf8) == #"{"id": 1}"#)
    }

    @Test func `a download continues in a later call`() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        let cut = ScriptedClient.Script(events: [
            .began, .response(.make(200, ["ETag": "\"a\""])), .data(Data("ab".utf8)),
            .finished(URLError(.networkConnectionLost)),
        ])
        let rest: Teapot.HeaderFields = ["Content-Range": "bytes 2-2/3", "ETag": "\"a\""]
        let client = ScriptedClient(cut, .answer(.make(206, rest, Data("c".utf8))))
        let part = Teapot.PartialDownload()
        do {
            try await client.download("film", to: file, resuming: part)
        } catch {
            print(part.length, "bytes received")
            try await client.download("film", to: file, resuming: part)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == "abc")
    }

    @Test func `an upload is decoded`() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("png".utf8).write(to: file)
        let response = try await client.request(.post, "photos", parameters: .file(file), progress: { print($0) })
        let photo = try response.decode(Photo.self)
        #expect(photo.id == 1)
    }
}
