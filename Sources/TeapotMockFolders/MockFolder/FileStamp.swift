import Teapot
import TeapotMock

/// The properties of a file or directory that show whether it has changed.
struct FileStamp: Sendable, Equatable {
    private let device: UInt64
    private let node: UInt64
    private let size: Int64
    /// The modification time, in nanoseconds since 1970.
    private let modified: Int64
    /// A Boolean value that indicates whether the file is so new that another change could have the same modification
    /// time.
    let isFresh: Bool

    /// The maximum lag of a file system's clock, in nanoseconds.
    private static let grain: Int64 = 100_000_000

    /// Creates the stamp of a file; `nil` if there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        node = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int64(status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        isFresh = Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec) &- modified < Self.grain
    }

    static func == (left: Self, right: Self) -> Bool {
        left.device == right.device && left.node == right.node && left.size == right.size
            && left.modified == right.modified
    }
}
