import Foundation
import Teapot
import TeapotMock

/// Patches for private properties of swift-corelibs-foundation, Linux's Foundation, for intercepted sessions.
///
/// Without these patches, in a plain `URLSession` that a router answers on Linux:
/// - a download task fails with an error that names this type, even though a data task doesn't;
/// - cancelling the task that awaits `data(for:)` can block forever if the response arrives at the same moment, as with
///   a live server (swift-corelibs-foundation #5412);
/// - a task's `currentRequest` stays the original request after a redirect.
///
/// A `Teapot` client doesn't need them: it creates data tasks, and cancels them on their delegate's queue.
///
/// The properties are found by name, and written only if their types are the expected ones, so with an incompatible
/// version of Foundation, everything works as if there were no patches. On Apple platforms, nothing changes.
public enum CorelibsPatches {
    /// Installs the patches for the rest of the process.
    ///
    /// Call it before the first request, for example in the initializer of a test suite. Further calls do nothing.
    public static func install() {
        #if canImport(FoundationNetworking)
            FoundationPatches.installed.withLock { $0 = patches }
        #endif
    }

    #if canImport(FoundationNetworking)
        private static let patches = FoundationPatches(
            resumeOffWorkQueue: { _ = resumesInline?.set(false, of: $0) },
            setDownload: { file, intercepting in
                properties?.set(file, for: "temporaryFileURL", of: intercepting) ?? false
            },
            setCurrent: { request, task in
                // Foundation reads and writes the property on this queue.
                guard let queue = queue?.value(of: task) as? DispatchQueue else { return }
                queue.sync { _ = currentRequest?.set(URLRequest?.some(request), of: task) }
            }
        )

        private static let resumesInline = StoredProperty("_callCompletionHandlerInline", of: URLSessionTask.self)
        private static let queue = StoredProperty("syncQ", of: URLSessionTask.self)
        private static let currentRequest = StoredProperty("_currentRequest", of: URLSessionTask.self)
        private static let properties = StoredProperty("properties", of: URLProtocol.self)
    #endif
}
