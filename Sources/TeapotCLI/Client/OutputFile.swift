import Foundation

/// A file that appears when it is complete: until then it has a temporary name beside its own.
///
/// A path that is not a regular file, such as `/dev/null` or a pipe, is written to directly. After an interruption, the
/// bytes that arrived are in `FILE.part`.
final class OutputFile {
    /// The path as given.
    private let path: String
    /// The path after resolving links.
    private let target: String
    /// The temporary name; `nil` if the file is written to directly.
    private let partial: String?
    /// Whether an incomplete file is kept.
    private let isKept: Bool
    private let handle: FileHandle

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - isKept: Whether an incomplete file is kept, to be continued.
    ///   - length: The number of bytes of the kept file after which the next ones are written.
    /// - Throws: ``Failure`` if it can't be written.
    init(_ path: String, keeping isKept: Bool = false, from length: Int = 0) throws(Failure) {
        self.path = path
        self.isKept = isKept
        if InputFile.isFolder(path) == true { throw Failure("“\(path)” is a folder; give a file.", .cannotWrite) }
        target = Self.resolved(path)
        // Two downloads of one file must not write into the same one.
        let unique = isKept ? "" : "-\(UUID().uuidString)"
        partial = Self.isRegular(path) ? "\(target).part\(unique)" : nil
        var flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isKept ? O_NOFOLLOW : 0)
        if partial != nil, !isKept { flags |= O_EXCL | O_NOFOLLOW }
        let descriptor = open(partial ?? target, flags, 0o666)
        guard descriptor >= 0 else { throw Self.unwritten(path) }
        // Two downloads at once would mix their bytes.
        if isKept, flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            close(descriptor)
            throw Failure("“\(path).part” is being written by another download.", .cannotWrite)
        }
        if isKept, ftruncate(descriptor, off_t(length)) != 0 || lseek(descriptor, off_t(length), SEEK_SET) < 0 {
            let failure = Self.unwritten(path)
            close(descriptor)
            throw failure
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Appends data.
    func write(_ piece: Data) throws(Failure) {
        do { try handle.write(contentsOf: piece) } catch {
            let failure = Self.unwritten(path)
            discard()
            throw failure
        }
    }

    /// Gives the file its name, replacing an existing one.
    func finish() throws(Failure) {
        do { try handle.close() } catch { throw Self.unwritten(path) }
        guard let partial, rename(partial, target) != 0 else { return }
        let failure = Self.unwritten(path)
        discard()
        throw failure
    }

    /// Deletes the file, unless it is kept.
    func discard() {
        if let partial, !isKept { try? FileManager.default.removeItem(atPath: partial) }
    }

    /// Keeps what has arrived as `FILE.part`, or under the temporary name if there is one already.
    ///
    /// - Returns: The path; `nil` if there is no temporary file.
    func keep() -> String? {
        guard let partial else { return nil }
        let path = target + ".part"
        guard link(partial, path) == 0 else { return partial }
        try? FileManager.default.removeItem(atPath: partial)
        return path
    }

    /// Returns whether a path is a regular file, or that of no file yet.
    static func isRegular(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: resolved(path))
        return attributes == nil || attributes?[.type] as? FileAttributeType == .typeRegular
    }

    /// Returns a path with links resolved; the path itself if nothing exists there yet.
    static func resolved(_ path: String) -> String {
        guard let text = realpath(path, nil) else { return path }
        defer { free(text) }
        return String(cString: text)
    }

    /// Returns the failure for the current `errno`.
    private static func unwritten(_ path: String) -> Failure {
        Failure("“\(path)” can't be written: \(String(cString: strerror(errno))).", .cannotWrite)
    }
}
