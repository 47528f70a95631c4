import Foundation

/// The file descriptors of the process.
enum Descriptors {
    /// The first descriptor of the reserve for files and for connections to other servers, which is a quarter of the
    /// process's limit but at most 64 descriptors.
    static var ceiling: Int32 {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        guard limit > 0 else { return .max }  // There is no limit.
        return Int32(clamping: limit - min(limit / 4, 64))
    }

    /// Returns the lowest free descriptor, or `nil` if there's none.
    ///
    /// - Parameter descriptor: An open descriptor.
    /// - Returns: The number.
    static func lowestFree(like descriptor: Int32) -> Int32? {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        _ = Socket.close(copy)
        return copy
    }
}
