#if canImport(FoundationNetworking)
    package import Foundation
    package import Teapot

    /// Functions that write private properties of Foundation, which intercepting a plain `URLSession` on Linux requires
    /// in three cases.
    ///
    /// Only `TeapotMockCorelibs` installs them. Nothing else writes to the memory of Foundation's objects.
    package struct FoundationPatches: Sendable {
        /// Makes an `async` call resume on the delegate's queue instead of the work queue of its task.
        package let resumeOffWorkQueue: @Sendable (URLSessionTask) -> Void
        /// Sets the file of a download, and returns whether that succeeded.
        package let setDownload: @Sendable (URL, URLProtocol) -> Bool
        /// Sets the current request of a task.
        package let setCurrent: @Sendable (URLRequest, URLSessionTask) -> Void

        package init(
            resumeOffWorkQueue: @escaping @Sendable (URLSessionTask) -> Void,
            setDownload: @escaping @Sendable (URL, URLProtocol) -> Bool,
            setCurrent: @escaping @Sendable (URLRequest, URLSessionTask) -> Void
        ) {
            self.resumeOffWorkQueue = resumeOffWorkQueue
            self.setDownload = setDownload
            self.setCurrent = setCurrent
        }

        /// The patches of this process.
        package static let installed = Locked<FoundationPatches?>(nil)

        /// Gives a download task its file.
        ///
        /// - Throws: `TeapotError` if no patches are installed, or if this version of Foundation has no such property.
        ///   Finishing a download without its file would crash.
        package static func setDownload(
            _ file: URL, of intercepting: URLProtocol, by patches: FoundationPatches? = installed.withLock { $0 }
        ) throws(TeapotError) {
            guard let patches else {
                throw .make(
                    .dataTaskError,
                    """
                    An intercepted download task needs TeapotMockCorelibs on Linux. Link that product and call \
                    CorelibsPatches.install(), or use a data task.
                    """
                )
            }
            guard patches.setDownload(file, intercepting) else {
                throw .make(.dataTaskError, "This version of Foundation can't download from a router; use a data task.")
            }
        }
    }
#endif
