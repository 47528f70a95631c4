import Teapot

/// A file that is there when it is whole: until then it has another name beside its own.
///
/// What is no file, such as `/dev/null` or a pipe, is written to as it is.
final class OutputFile {
    /// As it was given.
    private let path: String
    /// Where a link leads to.
    private let target: String
    /// The name until it is whole; `nil` when it is written to at once.
    private let partial: String?
    private let handle: FileHandle

    /// Begins a file.
    ///
    /// - Throws: ``Failure`` when it can't be written there.
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

    /// Adds to it.
    func write(_ piece: Data) throws(Failure) {
        do { try handle.write(contentsOf: piece) } catch {
            let failure = Self.unwritten(path)
            discard()
            throw failure
        }
    }

    /// Gives it its name; what had that before is gone.
    func finish() throws(Failure) {
        do { try handle.close() } catch { throw Self.unwritten(path) }
        guard let partial, rename(partial, target) != 0 else { return }
        let failure = Self.unwritten(path)
        discard()
        throw failure
    }

    /// Takes it away.
    func discard() {
        if let partial { try? FileManager.default.removeItem(atPath: partial) }
    }

    /// Where a path leads to; itself when nothing is there yet.
    private static func resolved(_ path: String) -> String {
        guard let text = realpath(path, nil) else { return path }
        defer { free(text) }
        return String(cString: text)
    }

    /// What the system has just said.
    private static func unwritten(_ path: String) -> Failure {
        Failure("“\(path)” can't be written: \(String(cString: strerror(errno))).", .cannotWrite)
    }
}
