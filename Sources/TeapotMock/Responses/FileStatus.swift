package import Foundation

extension stat {
    /// The time when the file's content last changed.
    package var modificationTime: timespec {
        #if canImport(Darwin)
            st_mtimespec
        #else
            st_mtim
        #endif
    }
}
