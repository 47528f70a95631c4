package import Foundation

/// A file that is written next to its destination and moved there when it is complete.
///
/// This way, nobody reads an incomplete file at the destination, and an existing file stays until its replacement is
/// complete. The partial file is in the same folder, because replacing a file in one step requires both to be in one
/// file system. Its name begins with a dot.
struct PartialFile {
    /// The destination, with symbolic links resolved.
    let place: URL
    /// The location of the partial file.
    let part: URL
    private let handle: FileHandle
    /// The permissions of the file at the destination, or `nil` if there is none.
    private let mode: mode_t?

    /// Creates an empty file.
    ///
    /// Users who can't read the file at the destination can't read the partial file.
    ///
    /// - Parameter target: The destination. A symbolic link there is kept, and its target is replaced.
    /// - Throws: ``TeapotError`` of type `fileFailed` if a file can't be created there.
    init(for target: URL) throws(TeapotError) {
        let folder: URL
        (place, folder, mode) = try Self.place(for: target)
        part = folder.appendingPathComponent(".teapot-\(UUID().uuidString).part")
        // The mode of any new file. The process's umask removes bits from it.
        let descriptor = open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, (mode ?? 0o666) | 0o200)
        guard descriptor >= 0 else {
            throw .system(POSIXError.last, target, "a file can't be created in “\(folder.path)”")
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Opens the partial file of an earlier attempt.
    ///
    /// - Parameters:
    ///   - part: The location of the partial file.
    ///   - target: The destination.
    /// - Throws: ``TeapotError`` of type `fileFailed` if the file can't be opened, or can't be moved to the
    ///   destination.
    init(continuing part: URL, for target: URL) throws(TeapotError) {
        (place, _, mode) = try Self.place(for: target)
        self.part = part
        let descriptor = open(part.path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .system(POSIXError.last, target, "the partial file “\(part.path)” can't be opened")
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Closes the partial file and keeps it for a later attempt.
    ///
    /// - Parameter length: The length to keep, in bytes. If writing a piece failed, a part of it may follow.
    /// - Returns: Whether it could be written.
    func close(at length: Int) -> Bool {
        (try? handle.truncate(atOffset: UInt64(length))) != nil && (try? handle.close()) != nil
    }

    /// Appends a piece.
    func write(_ piece: Data) throws(TeapotError) {
        do { try handle.write(contentsOf: piece) } catch { throw .system(error, place, "it can't be written") }
    }

    /// Writes the file to disk and moves it to its destination.
    func commit() throws(TeapotError) {
        do {
            if let mode { fchmod(handle.fileDescriptor, mode) }
            try handle.synchronize()
            try handle.close()
        } catch {
            discard()
            throw .system(error, place, "it can't be written")
        }
        guard rename(part.path, place.path) == 0 else {
            let cause = POSIXError.last
            discard()
            throw .system(cause, place, "the finished “\(part.lastPathComponent)” can't be moved into place")
        }
    }

    /// Removes the partial file.
    ///
    /// An existing file at the destination stays.
    func discard() {
        // Ignore errors, since there's no way to handle them. At worst, a hidden file is left.
        try? handle.close()
        unlink(part.path)
    }

    /// Returns the destination with symbolic links resolved, its folder, and the permissions of an existing file.
    private static func place(for target: URL) throws(TeapotError) -> (place: URL, folder: URL, mode: mode_t?) {
        guard target.isFileURL else { throw .file(target, "it is not a file URL", POSIXError(.EINVAL)) }
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: target.path)) != nil
        let place = isLink ? target.resolvingSymlinksInPath() : target
        let folder = place.deletingLastPathComponent()
        var status = stat()
        if stat(target.path, &status) == 0 {
            // Renaming would also replace devices and pipes, which must not happen.
            guard status.st_mode & S_IFMT == S_IFREG else {
                let isFolder = status.st_mode & S_IFMT == S_IFDIR
                let why = isFolder ? "it is a folder; specify a file in it" : "it is not a regular file"
                throw .file(target, why, POSIXError(isFolder ? .EISDIR : .EEXIST))
            }
            return (place, folder, status.st_mode & 0o777)
        } else if isLink {
            throw .file(target, "it is a symbolic link to a file that does not exist", POSIXError(.ENOENT))
        } else if stat(folder.path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR {
            throw .file(target, "there is no folder “\(folder.path)”; create it first", POSIXError(.ENOENT))
        }
        return (place, folder, nil)
    }
}

/// The error of the last system call.
extension POSIXError { package static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) } }

extension TeapotError {
    fileprivate static func file(_ url: URL, _ problem: String, _ cause: any Error) -> TeapotError {
        .make(.fileFailed, "“\(url.isFileURL ? url.path : url.absoluteString)”: \(problem).", underlying: cause)
    }

    /// Returns the error of a system call, with its reason in words.
    fileprivate static func system(_ cause: any Error, _ url: URL, _ problem: String) -> TeapotError {
        file(url, "\(problem): \(cause.systemReason)", cause)
    }
}

extension Error {
    /// The reason in words why a system call failed, such as “No space left on device”, or the error's own description.
    package var systemReason: String {
        if let error = self as? POSIXError { return String(cString: strerror(error.code.rawValue)) }
        let cause = (self as? CocoaError)?.userInfo[NSUnderlyingErrorKey] as? NSError
        let others = self is CocoaError ? localizedDescription : "\(self)"
        if let cause, cause.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(cause.code))) }
        // On Linux, a Cocoa error's text begins with a sentence that says nothing.
        return others.replacingOccurrences(of: "The operation could not be completed. ", with: "")
    }
}
