import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

extension Recorder {
    /// Writes a response as a mock.
    ///
    /// - Parameters:
    ///   - request: The request, redacted.
    ///   - entry: The entry in the index file, with the condition that tells it from other requests.
    ///   - response: The response, redacted.
    ///   - number: The number of the exchange.
    func writeMock(_ request: Request, _ entry: MockEntry, _ response: Response, _ number: Int) {
        if let flaw = FolderLayout.flaw(of: request, response) {
            return report(RecordingError(kind: .unsuitable, subject: request.shortTarget, reason: flaw))
        }
        let placement: FolderLayout.Placement
        do throws(RecordingError) {
            // Another recorder may write to the same folder.
            let lock = FolderLock(try makeFolder([]))
            defer { lock.release() }
            placement = try place(request, entry, response)
            // A mock without its index file would answer other requests, too; a kept one must not get a condition.
            if existing == .kept { try writeFiles(of: placement) }
            for names in placement.changed { try writeIndex(of: names) }
            if existing == .replaced { try writeFiles(of: placement) }
        } catch {
            return report(error)
        }
        state.withLock { state in
            state.recorded += 1
            if placement.novelty != .none { state.differentResponses += 1 }
            if placement.novelty == .request { state.differentRequests += 1 }
            let index = state.steps.lastIndex { $0.number < number }.map { $0 + 1 } ?? 0
            state.steps.insert((number, placement.step), at: index)
        }
    }

    private func place(
        _ request: Request, _ entry: MockEntry, _ response: Response
    ) throws(RecordingError) -> FolderLayout.Placement {
        let result = layout.withLock { layout in
            Result { () throws(RecordingError) in
                try layout.place(request, entry, response, list: subfolders, read: readIndex)
            }
        }
        return try result.get()
    }

    private func writeFiles(of placement: FolderLayout.Placement) throws(RecordingError) {
        let folder = try makeFolder(placement.folder)
        let prefix = placement.folder.map { $0 + "/" }.joined()
        // An earlier recording may have had header fields.
        if placement.headerFields == nil { try removeHeaders(placement.headersName, in: folder, prefix) }
        for (name, data) in placement.files {
            try write(data, to: folder.appendingPathComponent(name, isDirectory: false), named: prefix + name)
        }
    }

    /// Returns the names of the existing folders below a folder of the recording.
    private func subfolders(of names: [String]) -> [String] {
        let folder = names.reduce(destination.url.path) { $0 + "/" + $1 }
        let files = FileManager.default
        return ((try? files.contentsOfDirectory(atPath: folder)) ?? []).filter { name in
            let type = try? files.attributesOfItem(atPath: folder + "/" + name)[.type] as? FileAttributeType
            return type == .typeDirectory
        }
    }

    /// Returns the index file of a folder; `nil` if it still has a text.
    private func readIndex(_ names: [String], known: Data?) throws(RecordingError) -> FolderLayout.Index? {
        let file = try makeFolder(names).appendingPathComponent(ConditionFile.fileName, isDirectory: false)
        let text: Data
        switch FileKind(file.path, inside: destination.url.path) {
        case .gone: text = Data("{}".utf8)
        case .file: text = FileManager.default.contents(atPath: file.path) ?? Data()
        case .directory: throw RecordingError.unwritten(file, "a folder exists there; remove it")
        case .refused(let reason): throw RecordingError.unwritten(file, reason)
        }
        if text == known { return nil }
        let index = ConditionFile(text, at: file.path)
        if let problem = index.problem {
            throw RecordingError.unwritten(file, "it is not valid; mend or remove it: \(problem.reason)")
        }
        let members = (try? JSON.value(parsing: text)) as? [String: any Sendable] ?? [:]
        return FolderLayout.Index(text: text, file: index, members: members)
    }

    private func writeIndex(of names: [String]) throws(RecordingError) {
        let file = try makeFolder(names).appendingPathComponent(ConditionFile.fileName, isDirectory: false)
        let result = layout.withLock { layout in
            Result { () throws(RecordingError) in
                try layout.refresh(names, read: readIndex)
                return layout.index(of: names)
            }
        }
        let members = try result.get()
        let data: Data
        do { data = try JSON.dictionary(members).data([.sortedKeys, .prettyPrinted]) + [0x0A] } catch {
            throw RecordingError.unwritten(file, error.systemReason)
        }
        try write(data, to: file, named: (names + [ConditionFile.fileName]).joined(separator: "/"), isShared: true)
        layout.withLock { $0.keep(data, of: names) }
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
            throw RecordingError.unwritten(folder, error.systemReason)
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
            throw RecordingError.unwritten(file, error.systemReason)
        }
        state.withLock { _ = $0.replaced.insert(prefix + name) }
    }
}
