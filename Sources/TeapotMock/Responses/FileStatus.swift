package import Foundation

extension stat {
    /// The time of the last change of the file's content.
    package var modificationTime: timespec {
        #if canImport(Darwin)
            st_mtimespec
        #else
            st_mtim
        #endif
    }

    /// The time of the last change of the file's content or of its other properties, which no program can set.
    package var changeTime: timespec {
        #if canImport(Darwin)
            st_ctimespec
        #else
            st_ctim
        #endif
    }
}
