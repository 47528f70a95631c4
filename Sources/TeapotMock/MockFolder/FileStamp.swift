import Teapot

/// What tells whether a file or directory has changed since it was looked at.
struct FileStamp: Sendable, Equatable {
    private let device: UInt64
    private let node: UInt64
    private let size: Int64
    /// When it was changed, in nanoseconds since 1970.
    private let modified: Int64
    /// Whether it is so new that a change right behind this look would leave the same time.
    let isFresh: Bool

    /// What a file system's clock may lag behind, in nanoseconds.
    private static let grain: Int64 = 100_000_000

    /// Looks at a file; `nil` if there is none.
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
