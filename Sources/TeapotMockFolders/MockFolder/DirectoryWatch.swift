#if os(Linux)
    import Foundation
    import Teapot

    /// An object that watches directories and reports changes, with Linux's inotify.
    ///
    /// The kernel queues an event before the change returns, so code that asks afterward sees the change. Reading the
    /// queue takes one system call, no matter how many directories there are.
    final class DirectoryWatch: @unchecked Sendable {
        /// The result of asking for changes.
        enum Changes: Equatable {
            case directories(Set<String>)
            /// Events were lost, so anything may have changed.
            case unknown
        }

        private let descriptor: Int32
        /// The paths of directories, keyed by watch number.
        ///
        /// The folder's lock guards the paths.
        private var paths: [Int32: String] = [:]
        /// The maximum number of directories to watch.
        private let limit: Int
        /// The buffer size for events, which have at most 16 bytes and a name; it's small enough for the stack.
        private static let bufferSize = 1024
        private static let events =
            UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_MODIFY)
            | UInt32(IN_CLOSE_WRITE) | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
        /// The events for a file's content, which matter only for an index file and a map.
        private static let contentEvents = UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_ATTRIB)
        private static let readNames = [Array(ConditionFile.fileName.utf8), Array(FolderMap.fileName.utf8)]
        /// The file systems that report every change.
        ///
        /// Network and virtual machine file systems don't report changes made on the other side.
        private static let localSystems: Set<Substring> = [
            "ext2", "ext3", "ext4", "xfs", "btrfs", "tmpfs", "overlay", "zfs", "f2fs",
        ]

        /// Creates a watch, or returns `nil` if the file system doesn't report changes, or there are too many watches.
        ///
        /// - Parameters:
        ///   - folder: The path of the folder to watch.
        ///   - limit: The maximum number of directories to watch.
        init?(of folder: String, limit: Int = .max) {
            self.limit = limit
            guard Self.isLocal(folder) else { return nil }
            descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
            if descriptor < 0 { return nil }
        }

        deinit { close(descriptor) }

        /// Returns whether a folder is on a file system that reports every change.
        private static func isLocal(_ folder: String) -> Bool {
            var status = stat()
            guard stat(folder, &status) == 0, let mounts = FileManager.default.contents(atPath: "/proc/self/mountinfo")
            else { return false }
            let device = UInt64(status.st_dev)
            let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
            let minor = device & 0xFF | (device >> 12) & ~0xFF
            // A line looks like `36 35 98:0 / /mnt rw - ext4 /dev/sda rw`.
            for line in String(decoding: mounts, as: UTF8.self).split(separator: "\n") {
                let words = line.split(separator: " ")
                guard words.count > 4, words[2] == "\(major):\(minor)", let dash = words.firstIndex(of: "-"),
                    dash + 1 < words.count
                else { continue }
                return localSystems.contains(words[dash + 1])
            }
            return false
        }

        /// Watches a directory.
        ///
        /// - Parameters:
        ///   - location: The directory.
        ///   - path: The path under which to report the directory.
        /// - Returns: Whether the directory is watched.
        func add(_ location: String, as path: String) -> Bool {
            guard paths.count < limit else { return false }
            let number = inotify_add_watch(descriptor, location, Self.events | UInt32(IN_ONLYDIR))
            guard number >= 0 else { return false }
            paths[number] = path
            return true
        }

        /// Returns the paths of the directories that have changed since the last call.
        func changes() -> Changes {
            var changed: Set<String> = []
            var isUnknown = false
            withUnsafeTemporaryAllocation(byteCount: Self.bufferSize, alignment: 8) { buffer in
                while true {
                    let count = read(descriptor, buffer.baseAddress, buffer.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { return }
                    var offset = 0
                    while offset + MemoryLayout<inotify_event>.size <= count {
                        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                        offset += MemoryLayout<inotify_event>.size + Int(event.len)
                        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isUnknown = true }
                        let name = buffer[(offset - Int(event.len))..<min(offset, count)].prefix { $0 != 0 }
                        let isContent =
                            event.mask & ~Self.contentEvents == 0
                            && !Self.readNames.contains { name.elementsEqual($0) }
                        if !isContent, let path = paths[event.wd] { changed.insert(path) }
                        if event.mask & UInt32(IN_IGNORED) != 0 { paths[event.wd] = nil }
                    }
                }
            }
            return isUnknown ? .unknown : .directories(changed)
        }
    }
#else
    /// A watch that reports nothing on this platform, so each directory is checked for each request.
    final class DirectoryWatch: Sendable {
        enum Changes: Equatable {
            case directories(Set<String>)
            case unknown
        }

        init?(of folder: String, limit: Int = .max) { return nil }
        func add(_ location: String, as path: String) -> Bool { false }
        func changes() -> Changes { .unknown }
    }
#endif
