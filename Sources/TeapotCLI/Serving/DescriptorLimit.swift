import Foundation

/// The limit on the descriptors of the process, which bounds the connections of a server.
enum DescriptorLimit {
    /// The limit that is asked for at most.
    private static let most: rlim_t = 65_536
    /// The limit that macOS grants at most where there is none, its `OPEN_MAX`.
    private static let mostOfMac: rlim_t = 10_240

    /// Raises the soft limit as far as the hard limit allows.
    ///
    /// A shell's soft limit is often 256 or 1,024, although the program may have more.
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

/// A resource as `getrlimit(2)` takes it, from an enumeration, which Glibc has.
private func resource(_ name: some RawRepresentable<UInt32>) -> Int32 { Int32(name.rawValue) }

/// A resource as `getrlimit(2)` takes it, from a number, which other C libraries have.
private func resource(_ name: Int32) -> Int32 { name }
