import Teapot

/// A file that appears when it is complete: until then it has a temporary name beside its own.
///
/// A path that is not a regular file, such as `/dev/null` or a pipe, is written to directly.
final class OutputFile {
    /// The path as given.
    private let path: String
    /// The path after resolving links.
    private let target: String
    /// The temporary name; `nil` if the file is written to directly.
    private let partial: String?
    private let handle: FileHandle

    /// Creates a file.
    ///
    /// - Throws: ``Failure`` if it can't be written.
    init(_ path: String) throws(Failure) {
        self.path = path
        if InputFile.isFolder(path) == true { throw Failure("“\(path)” is a folder; give a file.", .cannotWrite) }
        let attributes = try? FileManager.default.attributesOfItem(atPath: Self.resolved(path))
        let isFile = attributes == nil || attributes?[.type] as? FileAttributeType == .typeRegular
        target = Self.resolved(path)
        partial = isFile ? "\(target).part-\(ProcessInfo.processInfo.processIdentifier)" : nil
        let descriptor = open(partial ?? target, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Self.unwritten(path) }
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

    /// Deletes the file.
    func discard() {
        if let partial { try? FileManager.default.removeItem(atPath: partial) }
    }

    /// Returns a path with links resolved; the path itself if nothing exists there yet.
    private static func resolved(_ path: String) -> String {
        guard let text = realpath(path, nil) else { return path }
        defer { free(text) }
        return String(cString: text)
    }

    /// Returns the failure for the current `errno`.
    private static func unwritten(_ path: String) -> Failure {
        Failure("“\(path)” can't be written: \(String(cString: strerror(errno))).", .cannotWrite)
    }
}
