import Foundation
import Teapot
import TeapotMock

/// Changes to private properties of swift-corelibs-foundation, the Foundation of Linux, for intercepted sessions.
///
/// Without them, on Linux, in a plain `URLSession` that a router answers:
/// - a download task fails with an error that names this type; a data task does not;
/// - cancelling the task that awaits `data(for:)` can block for ever if the response arrives at the same moment, as it
///   can for a live server (swift-corelibs-foundation #5412);
/// - `currentRequest` of a task stays the original request after a redirect.
///
/// A client of `Teapot` needs none of them: it makes data tasks, and cancels them on the queue of their delegate.
///
/// The properties are found by their names and written only if their types are as expected, so that another version of
/// Foundation leads to the same error and the same hazard as no patches. On Apple's platforms nothing is changed.
public enum CorelibsPatches {
    /// Installs the changes for the rest of the process.
    ///
    /// Call it before the first request, for example in the initializer of a test suite. Further calls have no effect.
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
