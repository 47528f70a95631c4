import Foundation
import Teapot
import TeapotMock

/// The properties of a file or directory that reveal whether it has changed.
struct FileStamp: Sendable, Equatable {
    private let device: UInt64
    private let node: UInt64
    let size: Int64
    /// The modification time, in nanoseconds since 1970.
    private let modified: Int64
    /// The time of the last change, in nanoseconds since 1970, even if the modification time was set back.
    private let changed: Int64
    /// Whether the file is so new that another change could have the same modification time.
    var isFresh: Bool { age < (modified % 1_000_000_000 == 0 ? Self.coarseGrain : Self.grain) }
    /// Whether the file changed so recently that a save may still be in progress.
    var isBeingSaved: Bool { age < Self.longestPause }
    /// The time since the last change, in nanoseconds.
    private let age: Int64

    /// The longest pause between two writes to a file that is being saved, in nanoseconds.
    private static let longestPause: Int64 = 2_000_000_000
    /// The maximum lag of a file system's clock, in nanoseconds.
    private static let grain: Int64 = 100_000_000
    /// The same lag for a file system that stores times in whole seconds, or only in even seconds.
    private static let coarseGrain: Int64 = 2_100_000_000

    /// Creates the stamp of a file, or returns `nil` if there's no such file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        node = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int64(status.st_size)
        modified = Self.nanoseconds(status.modificationTime)
        changed = Self.nanoseconds(status.changeTime)
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        age = Self.nanoseconds(now) &- modified
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// Returns whether this is a stamp of the same file or directory, even if it has changed.
    func isSameItem(as other: Self?) -> Bool { other.map { device == $0.device && node == $0.node } ?? false }

    /// Returns whether both items are on the same device.
    func isOnSameDevice(as other: Self) -> Bool { device == other.device }

    /// Returns whether the file at a path can be changed through another name, because it's a symbolic link or has hard
    /// links.
    static func hasOtherNames(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && (status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1)
    }

    static func == (left: Self, right: Self) -> Bool {
        left.device == right.device && left.node == right.node && left.size == right.size
            && left.modified == right.modified && left.changed == right.changed
    }
}

extension stat {
    /// The time of the last change to the file's content or other properties; programs can't set this time.
    fileprivate var changeTime: timespec {
        #if canImport(Darwin)
            st_ctimespec
        #else
            st_ctim
        #endif
    }
}
