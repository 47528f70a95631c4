import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

/// A type that writes exchanges to a folder of mocks.
///
/// All files are prepared first and then renamed, so each index file is written once.
struct FolderPublication {
    private let root: URL
    private let staging: Staging
    /// The list as it was when it was read.
    private let list: RecordedList
    /// The folders whose index files have been read, while the lock keeps other recorders from changing them.
    private var known: Set<[String]> = []
    /// The folders whose index files change.
    private var changed: Set<[String]> = []
    /// The files that change, keyed by folder and name, with the file to move there, or `nil` to delete the file.
    private var moves: [[String]: [String: URL?]] = [:]

    init(into root: URL, of staging: Staging, _ published: inout Recorder.Published) {
        let file = root.appendingPathComponent(RecordedList.fileName, isDirectory: false).path
        let isFile = FileKind(file, inside: root.path) == .file
        published.layout.list.read(isFile ? FileManager.default.contents(atPath: file) : nil)
        (self.root, self.staging, list) = (root, staging, published.layout.list)
    }

    /// Prepares the files of an exchange, and records the removals from it.
    mutating func add(
        _ exchange: StagedExchange, _ changes: [Redaction.Change], to published: inout Recorder.Published
    ) throws(Recorder.RecordingError) {
        guard let mock = exchange.mock else { return }
        let placement = try published.layout.place(
            exchange.entry.request, mock, exchange.entry.response, list: subfolders
        ) { names, text throws(Recorder.RecordingError) in try readIndex(names, known: text) }
        let folder = try makeFolder(placement.folder)
        let prefix = placement.folder.map { $0 + "/" }.joined()
        var prepared: [String: URL?] = [:]
        // An earlier recording may have had headers.
        if placement.headers == nil {
            let file = folder.appendingPathComponent(placement.headersName, isDirectory: false)
            let name = prefix + placement.headersName
            if (try? FileManager.default.attributesOfItem(atPath: file.path)) != nil,
                try published.mayReplace(FileManager.default.contents(atPath: file.path) ?? Data(), file, named: name)
            {
                published.layout.list.remove(name)
                prepared.updateValue(nil, forKey: placement.headersName)
            }
        }
        for (name, data) in placement.files where moves[placement.folder]?[name] == nil {
            let part = try published.prepare(
                data, for: folder.appendingPathComponent(name, isDirectory: false), named: prefix + name, staging)
            if let part { prepared[name] = part }
        }
        published.files.formUnion(Set(placement.files.map { prefix + $0.0 }).subtracting(published.kept))
        moves[placement.folder, default: [:]].merge(prepared) { $1 }
        changed.formUnion(placement.changed)
        published.layout.confirm(placement, number: exchange.number)
        for change in changes {
            published.places[change, default: []].insert(prefix + placement.fileName(of: change.place))
        }
    }

    /// Moves the files to their names.
    ///
    /// The index file comes first, because a mock without its entry would also answer other requests.
    mutating func commit(_ published: inout Recorder.Published) {
        removeFormer(of: &published)
        defer { published.layout.former = [] }
        for names in Set(moves.keys).union(changed).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            do throws(Recorder.RecordingError) {
                if changed.contains(names) { try writeIndex(of: names, &published) }
                let folder = try makeFolder(names)
                for (name, part) in moves[names] ?? [:] {
                    try Recorder.move(part, to: folder.appendingPathComponent(name, isDirectory: false))
                }
                // The name of a folder may also be a secret, so delete the folder with its last file.
                for count in names.indices.reversed() where !published.layout.former.isEmpty {
                    rmdir(names[...count].reduce(root.path) { $0 + "/" + $1 })
                }
            } catch {
                published.report(error)
            }
        }
        // This comes after the files, so until then, the remains of a killed recording are written again.
        let hashes = published.layout.list.hashes
        do throws(Recorder.RecordingError) {
            if hashes != list.hashes { try write(hashes, RecordedList.fileName, &published) }
        } catch {
            published.report(error)
        }
    }

    /// Writes a file so that its previous contents are included, and returns the new contents.
    @discardableResult
    private func write(
        _ members: [String: any Sendable], _ name: String, _ published: inout Recorder.Published
    ) throws(Recorder.RecordingError) -> Data {
        let file = root.appendingPathComponent(name, isDirectory: false)
        let data: Data
        do { data = try JSON.dictionary(members).data([.sortedKeys, .prettyPrinted]) + [0x0A] } catch {
            throw .unwritten(file, error)
        }
        if let part = try published.prepare(data, for: file, named: name, staging, isMerged: true) {
            try Recorder.move(part, to: file)
        }
        return data
    }

    /// Deletes the files of an earlier publication that aren't part of this one.
    private mutating func removeFormer(of published: inout Recorder.Published) {
        for file in published.layout.former.subtracting(published.files) {
            published.layout.list.remove(file)
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
        let name = (names + [ConditionFile.fileName]).joined(separator: "/")
        let (members, hasEdits) = published.layout.index(of: names, keeping: published.kept)
        if hasEdits { published.kept.insert(name) }
        if members.isEmpty { return try Recorder.move(nil, to: file) }
        published.layout.keep(try write(members, name, &published), of: names)
        published.files.insert(name)
    }

    /// Returns the names of the existing subfolders of a recording's folder.
    private func subfolders(of names: [String]) -> [String] {
        let folder = names.reduce(root.path) { $0 + "/" + $1 }
        let files = FileManager.default
        return ((try? files.contentsOfDirectory(atPath: folder)) ?? []).filter { name in
            let type = try? files.attributesOfItem(atPath: folder + "/" + name)[.type] as? FileAttributeType
            return type == .typeDirectory
        }
    }

    /// Returns a folder's index file, or `nil` if it still has the given text.
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
            throw .unwritten(file, "it isn't valid; fix or remove it: \(problem.reason)")
        }
        known.insert(names)
        guard let index else { return nil }
        let members = (try? JSON.value(parsing: found)) as? [String: any Sendable] ?? [:]
        return FolderLayout.Index(text: found, file: index, members: members)
    }

    /// Creates a folder below the recording's folder, unless the path contains a link, which could lead elsewhere.
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
