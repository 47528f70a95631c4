import Foundation

/// A lock that keeps other recorders, in this process and in others, from writing to a folder.
///
/// It ends with the process. Where the file system knows no locks, there is none.
struct FolderLock {
    private let descriptor: Int32

    /// Waits until nobody else has the lock.
    ///
    /// - Parameter folder: The folder, which exists.
    init(_ folder: URL) {
        descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    func release() {
        if descriptor >= 0 { _ = close(descriptor) }
    }
}
