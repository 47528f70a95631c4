package import Foundation

/// A lock that keeps other recorders, in this process or others, from writing to a folder.
///
/// It ends with the process. If the file system doesn't support locks, there is none.
package struct FolderLock {
    private let descriptor: Int32

    /// Waits for the lock.
    ///
    /// - Parameter folder: The folder, which must exist.
    package init(_ folder: URL) {
        descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    package func release() {
        if descriptor >= 0 { _ = close(descriptor) }
    }
}
