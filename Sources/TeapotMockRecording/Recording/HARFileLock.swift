import Foundation

/// A lock on a HAR file for one recorder, of this process or another; the second would replace what the first records.
///
/// It is a lock on a hidden file beside the HAR file, which is itself replaced at each write. It ends with the process,
/// and the hidden file is deleted when the lock is released.
final class HARFileLock: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Creates a lock; `nil` if another recorder has it.
    ///
    /// Where there can't be a file, or the file system knows no locks, everybody gets one.
    ///
    /// - Parameter file: The HAR file.
    init?(_ file: URL) {
        let folder = file.deletingLastPathComponent().resolvingSymlinksInPath().path
        path = folder + "/." + file.lastPathComponent + ".lock"
        guard let descriptor = Self.locked(path) else { return nil }
        self.descriptor = descriptor
    }

    /// Returns the descriptor of a file that is locked, -1 where there can't be one, and `nil` if another has the lock.
    private static func locked(_ path: String) -> Int32? {
        while true {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { return -1 }
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                if errno == EINTR { continue }
                guard errno == EWOULDBLOCK else { return descriptor }
                close(descriptor)
                return nil
            }
            // The former owner may have deleted the file meanwhile.
            var (own, current) = (stat(), stat())
            guard fstat(descriptor, &own) == 0, lstat(path, &current) == 0, own.st_ino == current.st_ino else {
                close(descriptor)
                continue
            }
            return descriptor
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        unlink(path)
        close(descriptor)
    }
}
