/// A file that is written beside its place and put there when it is whole: nobody ever reads a part of it, and what was
/// there before stays until then.
///
/// The part lies in the same folder, since a file can be put in another's place at once only within one file system.
/// Its name begins with a dot.
struct PartialFile {
    /// Where the file is to be, behind symbolic links.
    let place: URL
    /// Where it is written.
    let part: URL
    private let handle: FileHandle

    /// Begins an empty file.
    ///
    /// - Parameter target: Where the file is to be; a symbolic link there stays, and what it leads to is replaced.
    /// - Throws: ``TeapotError`` of type `fileFailed` if a file can't be put there.
    init(for target: URL) throws(TeapotError) {
        let (place, folder) = try Self.place(for: target)
        self.place = place
        part = folder.appendingPathComponent(".teapot-\(UUID().uuidString).part")
        // The mode of any new file: the process's mask takes from it what it takes.
        let descriptor = open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            let cause = POSIXError.last
            throw .file(target, "no file can be made in “\(folder.path)”", cause)
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Goes on with the part of an earlier try.
    ///
    /// - Parameters:
    ///   - part: Where it was written.
    ///   - target: Where the file is to be.
    /// - Throws: ``TeapotError`` of type `fileFailed` if it can't be opened or put there.
    init(continuing part: URL, for target: URL) throws(TeapotError) {
        place = try Self.place(for: target).place
        self.part = part
        let descriptor = open(part.path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else {
            let cause = POSIXError.last
            throw .file(target, "the part of it “\(part.path)” can't be opened", cause)
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Leaves what has been written for a later try.
    ///
    /// Whether it could be written.
    func close() -> Bool { (try? handle.close()) != nil }

    /// Writes a piece behind those before.
    func write(_ piece: Data) throws(TeapotError) {
        do { try handle.write(contentsOf: piece) } catch { throw .file(place, "it can't be written", error) }
    }

    /// Puts the file in its place, once it is on disk.
    func commit() throws(TeapotError) {
        do {
            try handle.synchronize()
            try handle.close()
        } catch {
            discard()
            throw .file(place, "it can't be written", error)
        }
        guard rename(part.path, place.path) == 0 else {
            let cause = POSIXError.last
            discard()
            throw .file(place, "the finished “\(part.lastPathComponent)” can't be put in its place", cause)
        }
    }

    /// Removes what has been written; what is in the file's place stays.
    func discard() {
        // Nobody is left to tell: the worst is a hidden file too many.
        try? handle.close()
        unlink(part.path)
    }

    /// Where a file is behind symbolic links, and the folder that it is in.
    private static func place(for target: URL) throws(TeapotError) -> (place: URL, folder: URL) {
        guard target.isFileURL else { throw .file(target, "it is no URL of a file", POSIXError(.EINVAL)) }
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: target.path)) != nil
        let place = isLink ? target.resolvingSymlinksInPath() : target
        let folder = place.deletingLastPathComponent()
        var status = stat()
        if stat(target.path, &status) == 0 {
            // Renaming replaces devices and pipes too, which nobody wants.
            guard status.st_mode & S_IFMT == S_IFREG else {
                let isFolder = status.st_mode & S_IFMT == S_IFDIR
                let why = isFolder ? "there is a folder; name a file in it" : "what is there is no regular file"
                throw .file(target, why, POSIXError(isFolder ? .EISDIR : .EEXIST))
            }
        } else if isLink {
            throw .file(target, "the symbolic link there leads to nothing", POSIXError(.ENOENT))
        } else if stat(folder.path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR {
            throw .file(target, "there is no folder “\(folder.path)”; create it first", POSIXError(.ENOENT))
        }
        return (place, folder)
    }
}

extension POSIXError {
    /// What the last call of the system failed of.
    fileprivate static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

extension TeapotError {
    fileprivate static func file(_ url: URL, _ problem: String, _ cause: any Error) -> TeapotError {
        .make(.fileFailed, "“\(url.isFileURL ? url.path : url.absoluteString)”: \(problem).", underlying: cause)
    }
}
