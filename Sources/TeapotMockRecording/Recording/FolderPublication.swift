import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

/// The writing of exchanges into a folder of mocks.
///
/// All files are prepared first, and then get their names, so each index file is written once.
struct FolderPublication {
    private let root: URL
    private let staging: Staging
    private let existing: Recorder.Existing
    /// The folders whose index files were read; others wait for the lock on the folder.
    private var known: Set<[String]> = []
    /// The folders whose index files change.
    private var changed: Set<[String]> = []
    /// The files that change, by folders and names: what gets the name, or `nil` to delete the file.
    private var moves: [[String]: [String: URL?]] = [:]

    init(into root: URL, of staging: Staging, _ existing: Recorder.Existing) {
        (self.root, self.staging, self.existing) = (root, staging, existing)
    }

    /// Prepares the files of an exchange.
    mutating func add(
        _ exchange: StagedExchange, to published: inout Recorder.Published
    ) throws(Recorder.RecordingError) {
        guard let mock = exchange.mock else { return }
        let placement = try published.layout.place(
            exchange.entry.request, mock, exchange.entry.response, list: subfolders
        ) { names, text throws(Recorder.RecordingError) in try readIndex(names, known: text) }
        let folder = try makeFolder(placement.folder)
        let prefix = placement.folder.map { $0 + "/" }.joined()
        var prepared: [String: URL?] = [:]
        // An earlier recording may have had header fields.
        if placement.headerFields == nil {
            let file = folder.appendingPathComponent(placement.headersName, isDirectory: false)
            if (try? FileManager.default.attributesOfItem(atPath: file.path)) != nil {
                guard existing == .replaced else { throw .kept(file) }
                published.replaced.insert(prefix + placement.headersName)
                prepared.updateValue(nil, forKey: placement.headersName)
            }
        }
        for (name, data) in placement.files where moves[placement.folder]?[name] == nil {
            let part = try published.prepare(
                data, for: folder.appendingPathComponent(name, isDirectory: false), named: prefix + name, staging,
                existing)
            if let part { prepared[name] = part }
        }
        published.files.formUnion(placement.files.map { prefix + $0.0 })
        moves[placement.folder, default: [:]].merge(prepared) { $1 }
        changed.formUnion(placement.changed)
        published.layout.confirm(placement, number: exchange.number)
    }

    /// Gives the files their names.
    ///
    /// A mock without its entry in the index file would answer other requests, too, so the index file is first.
    mutating func commit(_ published: inout Recorder.Published) {
        removeFormer(of: published)
        defer { published.layout.former = [] }
        for names in Set(moves.keys).union(changed).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            do throws(Recorder.RecordingError) {
                if changed.contains(names) { try writeIndex(of: names, &published) }
                let folder = try makeFolder(names)
                for (name, part) in moves[names] ?? [:] {
                    try Recorder.move(part, to: folder.appendingPathComponent(name, isDirectory: false))
                }
                // The name of a folder whose last file was deleted may be a secret, too.
                for count in names.indices.reversed() where !published.layout.former.isEmpty {
                    rmdir(names[...count].reduce(root.path) { $0 + "/" + $1 })
                }
            } catch {
                published.report(error)
            }
        }
    }

    /// Deletes the files of an earlier publication that are no part of this one.
    private mutating func removeFormer(of published: Recorder.Published) {
        for file in published.layout.former.subtracting(published.files) {
            var names = file.split(separator: "/").map(String.init)
            let name = names.removeLast()
            changed.insert(names)
            if name != ConditionFile.fileName { moves[names, default: [:]].updateValue(nil, forKey: name) }
        }
    }

    private mutating func writeIndex(
        of names: [String], _ published: inout Recorder.Published
    ) throws(Recorder.RecordingError) {
        try published.layout.refresh(names) { names, text throws(Recorder.RecordingError) in
            try readIndex(names, known: text)
        }
        let file = try makeFolder(names).appendingPathComponent(ConditionFile.fileName, isDirectory: false)
        let members = published.layout.index(of: names)
        if members.isEmpty { return try Recorder.move(nil, to: file) }
        let data: Data
        do { data = try JSON.dictionary(members).data([.sortedKeys, .prettyPrinted]) + [0x0A] } catch {
            throw .unwritten(file, error)
        }
        let name = (names + [ConditionFile.fileName]).joined(separator: "/")
        if let part = try published.prepare(data, for: file, named: name, staging, nil) {
            try Recorder.move(part, to: file)
        }
        published.files.insert(name)
        published.layout.keep(data, of: names)
    }

    /// Returns the names of the existing folders below a folder of the recording.
    private func subfolders(of names: [String]) -> [String] {
        let folder = names.reduce(root.path) { $0 + "/" + $1 }
        let files = FileManager.default
        return ((try? files.contentsOfDirectory(atPath: folder)) ?? []).filter { name in
            let type = try? files.attributesOfItem(atPath: folder + "/" + name)[.type] as? FileAttributeType
            return type == .typeDirectory
        }
    }

    /// Returns the index file of a folder; `nil` if it still has a text.
    private mutating func readIndex(
        _ names: [String], known text: Data?
    ) throws(Recorder.RecordingError) -> FolderLayout.Index? {
        if known.contains(names) { return nil }
        let file = try makeFolder(names).appendingPathComponent(ConditionFile.fileName, isDirectory: false)
        let found: Data
        switch FileKind(file.path, inside: root.path) {
        case .gone: found = Data("{}".utf8)
        case .file: found = FileManager.default.contents(atPath: file.path) ?? Data()
        case .directory: throw .unwritten(file, "a folder exists there; remove it")
        case .refused(let reason): throw .unwritten(file, reason)
        }
        let index = found == text ? nil : ConditionFile(found, at: file.path)
        if let problem = index?.problem {
            throw .unwritten(file, "it is not valid; mend or remove it: \(problem.reason)")
        }
        known.insert(names)
        guard let index else { return nil }
        let members = (try? JSON.value(parsing: found)) as? [String: any Sendable] ?? [:]
        return FolderLayout.Index(text: found, file: index, members: members)
    }

    /// Creates a folder below that of the recording, unless the path contains a link, which could lead elsewhere.
    private func makeFolder(_ segments: [String]) throws(Recorder.RecordingError) -> URL {
        var folder = root
        do {
            for segment in segments {
                folder.appendPathComponent(segment, isDirectory: true)
                let type = try? FileManager.default.attributesOfItem(atPath: folder.path)[.type] as? FileAttributeType
                if type == .typeDirectory { continue }
                guard type == nil else {
                    throw Recorder.RecordingError.unwritten(folder, "a file or a link exists there; remove it")
                }
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            }
        } catch let problem as Recorder.RecordingError {
            throw problem
        } catch {
            throw .unwritten(folder, error)
        }
        return folder
    }
}
