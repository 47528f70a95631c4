import Foundation

/// The limit on the process's descriptors, which bounds a server's connections.
enum DescriptorLimit {
    /// The highest limit to request.
    private static let most: rlim_t = 65_536
    /// The highest limit that macOS allows if there's no hard limit: its `OPEN_MAX`.
    private static let mostOfMac: rlim_t = 10_240

    /// Raises the soft limit as far as the hard limit allows.
    ///
    /// A shell's soft limit is often 256 or 1,024, although the program can have more.
    static func raise() {
        var limit = rlimit()
        guard getrlimit(resource(RLIMIT_NOFILE), &limit) == 0 else { return }
        for wanted in [most, mostOfMac].map({ min($0, limit.rlim_max) }) where wanted > limit.rlim_cur {
            var raised = limit
            raised.rlim_cur = wanted
            if setrlimit(resource(RLIMIT_NOFILE), &raised) == 0 { return }
        }
    }
}

/// Converts a resource for `getrlimit(2)` from an enumeration, as in Glibc.
private func resource(_ name: some RawRepresentable<UInt32>) -> Int32 { Int32(name.rawValue) }

/// Converts a resource for `getrlimit(2)` from a number, as in other C libraries.
private func resource(_ name: Int32) -> Int32 { name }
