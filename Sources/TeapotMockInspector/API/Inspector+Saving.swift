import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockRecording

extension Inspector {
    /// The header fields that a server adds to each response, and that are not part of a mock.
    private static let added: Set = ["accept-ranges", "etag", "last-modified"]

    /// Writes the response to an entry of the journal as a mock into the folder that is served, as a recording does.
    ///
    /// An existing file is never changed.
    func saveMock(_ call: Call) async throws -> Response {
        guard let folder = try switchboard().folder else {
            throw Failure(409, "The switchboard has no folder to which a mock could be written.")
        }
        let entry = try journalEntry(call)
        guard let kept = responses[entry.number], let status = kept.status, kept.isWhole else {
            throw Failure(409, "The whole response to the request \(entry.number) is not kept.")
        }
        let fields = Teapot.HeaderFields(
            kept.headerFields.filter { field in
                let name = field.name.lowercased()
                return !name.hasPrefix("access-control-") && !Self.added.contains(name)
            })
        let recorder = Recorder(into: .folder(folder.directory), existing: .kept)
        recorder.record(entry.request, Response(status: status, headerFields: fields, body: kept.body))
        do throws(Recorder.Incomplete) { try await recorder.finish() } catch {
            throw Failure(409, error.description)
        }
        return .json(["files": recorder.files], status: 201)
    }
}
