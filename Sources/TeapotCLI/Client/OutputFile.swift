import Foundation

/// A file that appears when it's complete; until then, it has a temporary name in the same folder.
///
/// If the path isn't a regular file, such as `/dev/null` or a pipe, the bytes go to it directly. After an interruption,
/// the bytes that arrived are in `FILE.part`.
final class OutputFile {
    /// The path as given.
    private let path: String
    /// The path after resolving links.
    private let target: String
    /// The temporary name, or `nil` to write to the file directly.
    private let partial: String?
    /// Whether to keep an incomplete file.
    private let isKept: Bool
    private let handle: FileHandle

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - isKept: Whether to keep an incomplete file, for a later download to continue.
    ///   - length: The number of bytes in the kept file, after which to write.
    /// - Throws: ``Failure`` if it can't be written.
    init(_ path: String, keeping isKept: Bool = false, from length: Int = 0) throws(Failure) {
        self.path = path
        self.isKept = isKept
        if InputFile.isFolder(path) == true { throw Failure("“\(path)” is a folder; use a file.", .cannotWrite) }
        target = InputFile.resolved(path)
        // Two downloads of one file mustn't write to the same temporary file.
        let unique = isKept ? "" : "-\(UUID().uuidString)"
        partial = InputFile.isRegular(path) ? "\(target).part\(unique)" : nil
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
            defer { close(descriptor) }
            throw Self.unwritten(path)
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Appends data.
    func write(_ piece: Data) throws(Failure) {
        do { try handle.write(contentsOf: piece) } catch {
            defer { discard() }
            throw Self.unwritten(path)
        }
    }

    /// Gives the file its final name, replacing any existing file.
    func finish() throws(Failure) {
        do { try handle.close() } catch { throw Self.unwritten(path) }
        guard let partial, rename(partial, target) != 0 else { return }
        defer { discard() }
        throw Self.unwritten(path)
    }

    /// Deletes the file unless it should be kept.
    func discard() { if let partial, !isKept { try? FileManager.default.removeItem(atPath: partial) } }

    /// Keeps the received bytes as `FILE.part`, or under the temporary name if there already is such a file.
    ///
    /// - Returns: The path, or `nil` if there's no temporary file.
    func keep() -> String? {
        guard let partial else { return nil }
        let path = target + ".part"
        guard link(partial, path) == 0 else { return partial }
        try? FileManager.default.removeItem(atPath: partial)
        return path
    }

    /// Returns the failure for the current `errno`.
    private static func unwritten(_ path: String) -> Failure {
        Failure("“\(path)” can't be written: \(String(cString: strerror(errno))).", .cannotWrite)
    }
}
