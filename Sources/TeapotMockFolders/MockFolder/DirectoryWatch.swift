#if os(Linux)
    import Foundation
    import Teapot

    /// A watch over directories, which reports those that have changed, by Linux's inotify.
    ///
    /// The kernel queues an event before the change returns, so a change is reported to whoever asks after it. Reading
    /// the queue is one system call, however many directories there are.
    final class DirectoryWatch: @unchecked Sendable {
        /// The result of asking for changes.
        enum Changes: Equatable {
            case directories(Set<String>)
            /// Events were lost; anything may have changed.
            case unknown
        }

        private let descriptor: Int32
        /// The paths of directories by the numbers of their watches.
        ///
        /// The folder's lock guards them.
        private var paths: [Int32: String] = [:]
        /// The number of directories that are watched at most.
        private let limit: Int
        /// The room for events, which have at most 16 bytes and a name; so small that it is on the stack.
        private static let bufferSize = 1024
        private static let events =
            UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_MODIFY)
            | UInt32(IN_CLOSE_WRITE) | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
        /// The events for the content of a file, which only matter for an index file and a map.
        private static let contentEvents = UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_ATTRIB)
        private static let readNames = [Array(ConditionFile.fileName.utf8), Array(FolderMap.fileName.utf8)]
        /// The file systems whose every change is seen.
        ///
        /// A network's or a virtual machine's does not report what the other side changes.
        private static let localSystems: Set<Substring> = [
            "ext2", "ext3", "ext4", "xfs", "btrfs", "tmpfs", "overlay", "zfs", "f2fs",
        ]

        /// Creates a watch; `nil` if the file system does not report changes, or there are too many watches.
        ///
        /// - Parameters:
        ///   - folder: The path of the folder that will be watched.
        ///   - limit: The number of directories that are watched at most.
        init?(of folder: String, limit: Int = .max) {
            self.limit = limit
            guard Self.isLocal(folder) else { return nil }
            descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
            if descriptor < 0 { return nil }
        }

        deinit { close(descriptor) }

        /// Returns whether a folder is on a file system whose every change is seen.
        private static func isLocal(_ folder: String) -> Bool {
            var status = stat()
            guard stat(folder, &status) == 0, let mounts = FileManager.default.contents(atPath: "/proc/self/mountinfo")
            else { return false }
            let device = UInt64(status.st_dev)
            let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
            let minor = device & 0xFF | (device >> 12) & ~0xFF
            // A line is such as `36 35 98:0 / /mnt rw - ext4 /dev/sda rw`.
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
        ///   - path: The path with which it is reported.
        /// - Returns: Whether it is watched.
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
    /// A watch over directories, which this platform does not have: each directory is checked at each request.
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
