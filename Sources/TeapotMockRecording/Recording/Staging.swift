import Foundation
import Teapot

/// A private folder next to a recording's destination, with exchanges that haven't been published yet.
///
/// The file `exchanges` has a record for each exchange, which consists of its length and a property list. The folder
/// also contains files that are about to be renamed, so each of those is complete when it appears. A lock on
/// `exchanges`, which ends with the process, keeps other recorders away. If there's no lock, the recording was killed,
/// and the next recording to the same destination takes over its exchanges.
final class Staging: Sendable {
    private static let fileName = "exchanges"

    let folder: URL
    private let descriptor: Int32
    private let state: Locked<(end: Int, parts: Int)>

    private var file: URL { folder.appendingPathComponent(Self.fileName, isDirectory: false) }
    /// The length of the complete records, in bytes.
    var end: Int { state.withLock { $0.end } }
    /// The number of files prepared to be renamed later.
    var parts: Int { state.withLock { $0.parts } }

    /// Returns a folder for a recorder and the folders of killed recorders, or `nil` if another recorder has the HAR
    /// file's only folder.
    ///
    /// - Parameter destination: The destination of the recorder. If it's a folder, it must exist.
    /// - Returns: The recorder's own folder, which may already contain exchanges, and the others.
    /// - Throws: An error if the folder can't be created.
    static func folders(for destination: Recorder.Destination) throws -> (own: Staging, others: [Staging])? {
        let target = destination.url.resolvingSymlinksInPath()
        var place = destination.url.deletingLastPathComponent().resolvingSymlinksInPath()
        if destination.form == .folder {
            let parent = target.deletingLastPathComponent()
            // Files can't be moved between volumes, such as those of a container.
            let volumes = [target, parent].map { url in
                try? FileManager.default.attributesOfItem(atPath: url.path)[.systemNumber] as? Int
            }
            place =
                volumes[0] == volumes[1] && FileManager.default.isWritableFile(atPath: parent.path) ? parent : target
        }
        let (start, end) = (".teapot-recording-", "-" + MockName.folder(target.lastPathComponent, isFirst: false))
        func folder(_ number: Int) -> URL { place.appendingPathComponent(start + "\(number)" + end, isDirectory: true) }
        guard destination.form == .folder else {
            return try take(folder(1), isNew: true).map { ($0, []) }
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
        let numbers = names.compactMap { name in
            name.hasPrefix(start) && name.hasSuffix(end) ? Int(name.dropFirst(start.count).dropLast(end.count)) : nil
        }
        var others = try numbers.sorted().compactMap { try take(folder($0), isNew: false) }
        var number = 1
        var own = others.isEmpty ? nil : others.removeFirst()
        while own == nil {
            own = try take(folder(number), isNew: true)
            number += 1
        }
        return own.map { ($0, others) }
    }

    /// Claims a folder, or returns `nil` if it belongs to another recorder or another user.
    private static func take(_ folder: URL, isNew: Bool) throws -> Staging? {
        let file = folder.appendingPathComponent(fileName, isDirectory: false)
        while true {
            if isNew, mkdir(folder.path, 0o700) != 0, errno != EEXIST { throw POSIXError.last }
            var (own, current) = (stat(), stat())
            guard lstat(folder.path, &own) == 0 else {
                if isNew { continue }
                return nil
            }
            guard own.st_mode & S_IFMT == S_IFDIR, own.st_uid == geteuid() else { return nil }
            let descriptor = open(file.path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else {
                if errno == ENOENT { continue }
                throw POSIXError.last
            }
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                if errno == EINTR { continue }
                // If the file system doesn't support locks, there's no way to tell whether a folder was left behind.
                guard errno != EWOULDBLOCK, isNew else {
                    close(descriptor)
                    return nil
                }
                break
            }
            // The former owner may have deleted the file in the meantime.
            guard fstat(descriptor, &own) == 0, lstat(file.path, &current) == 0, own.st_ino == current.st_ino else {
                close(descriptor)
                continue
            }
            return Staging(folder, descriptor)
        }
    }

    private init(_ folder: URL, _ descriptor: Int32) {
        self.folder = folder
        self.descriptor = descriptor
        state = Locked((0, 0))
        removeParts()
        // An incomplete record was being written when the recording was killed.
        cut(at: read { _ in })
    }

    deinit {
        if end == 0 { remove() }
        close(descriptor)
    }

    /// Appends a record of an exchange.
    ///
    /// - Throws: An error if the record can't be written. The partial record is removed.
    func append(_ exchange: StagedExchange) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let record = try encoder.encode(exchange)
        let length = withUnsafeBytes(of: UInt64(record.count).littleEndian) { Data($0) }
        do {
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: length + record)
            state.withLock { $0.end += length.count + record.count }
        } catch {
            cut(at: end)
            throw error
        }
    }

    /// Reads records in order.
    ///
    /// - Parameters:
    ///   - start: The position of the first record.
    ///   - body: A closure that receives each exchange.
    /// - Returns: The position after the last complete record.
    @discardableResult
    func read(from start: Int = 0, _ body: (StagedExchange) -> Void) -> Int {
        var place = start
        while let head = bytes(8, at: place) {
            let length = head.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard let record = bytes(length, at: place + 8) else { break }
            if let exchange = try? PropertyListDecoder().decode(StagedExchange.self, from: record) { body(exchange) }
            place += 8 + record.count
        }
        return place
    }

    /// Returns a part of the file, even if it has been deleted, or `nil` if the file is too short.
    private func bytes(_ count: UInt64, at place: Int) -> Data? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, count <= UInt64(max(0, Int(status.st_size) - place)) else { return nil }
        var data = Data(count: Int(count))
        let isWhole = data.withUnsafeMutableBytes { bytes in
            var done = 0
            while done < bytes.count, let start = bytes.baseAddress {
                let count = pread(descriptor, start + done, bytes.count - done, off_t(place + done))
                if count <= 0, errno != EINTR || count == 0 { return false }
                done += max(0, count)
            }
            return true
        }
        return isWhole ? data : nil
    }

    /// Removes all records.
    func clear() { cut(at: 0) }

    private func cut(at end: Int) {
        ftruncate(descriptor, off_t(end))
        state.withLock { $0.end = end }
    }

    /// Prepares a file to be renamed later.
    ///
    /// - Parameter data: The content.
    /// - Returns: The file.
    /// - Throws: An error if it can't be written.
    func part(_ data: Data) throws -> URL {
        let number = state.withLock { state in
            state.parts += 1
            return state.parts
        }
        mkdir(folder.path, 0o700)
        let part = folder.appendingPathComponent("part-\(number)", isDirectory: false)
        try data.write(to: part)
        return part
    }

    /// Removes the files that weren't renamed.
    func removeParts() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name != Self.fileName { unlink(folder.appendingPathComponent(name).path) }
    }

    /// Removes the folder.
    func remove() {
        removeParts()
        unlink(file.path)
        rmdir(folder.path)
    }
}
