import Teapot
import TeapotMock
import TeapotMockFolders

extension Recorder {
    /// Writes a response as a mock.
    func writeMock(_ request: Request, _ response: Response, _ number: Int) {
        if let flaw = FolderLayout.flaw(of: request, response) {
            return report(RecordingError(kind: .unsuitable, subject: request.shortTarget, reason: flaw))
        }
        let placement = state.withLock { $0.layout.place(request, response) }
        do {
            let folder = try makeFolder(placement.folder)
            let prefix = placement.folder.map { $0 + "/" }.joined()
            // An earlier recording may have had header fields.
            if placement.headerFields == nil { try removeHeaders(placement.headersName, in: folder, prefix) }
            for (name, data) in placement.files {
                try write(data, to: folder.appendingPathComponent(name, isDirectory: false), named: prefix + name)
            }
        } catch {
            return report(error)
        }
        state.withLock { state in
            state.recorded += 1
            let index = state.steps.lastIndex { $0.number < number }.map { $0 + 1 } ?? 0
            state.steps.insert((number, placement.step), at: index)
        }
    }

    /// Creates a folder below that of the recording, unless the path contains a link, which could lead elsewhere.
    private func makeFolder(_ segments: [String]) throws(RecordingError) -> URL {
        var folder = destination.url
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for segment in segments {
                folder.appendPathComponent(segment, isDirectory: true)
                let type = try? FileManager.default.attributesOfItem(atPath: folder.path)[.type] as? FileAttributeType
                if type == .typeDirectory { continue }
                guard type == nil else {
                    throw RecordingError.unwritten(folder, "a file or a link exists there; remove it")
                }
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            }
        } catch let problem as RecordingError {
            throw problem
        } catch {
            throw RecordingError.unwritten(folder, "\(error)")
        }
        return folder
    }

    private func removeHeaders(_ name: String, in folder: URL, _ prefix: String) throws(RecordingError) {
        let file = folder.appendingPathComponent(name, isDirectory: false)
        guard (try? FileManager.default.attributesOfItem(atPath: file.path)) != nil else { return }
        guard existing == .replaced else {
            throw RecordingError.kept(file)
        }
        do {
            try FileManager.default.removeItem(at: file)
        } catch {
            throw RecordingError.unwritten(file, "\(error)")
        }
        state.withLock { _ = $0.replaced.insert(prefix + name) }
    }
}
