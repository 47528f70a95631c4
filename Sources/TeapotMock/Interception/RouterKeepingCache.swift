import Foundation
import Teapot

/// A cache that stores nothing, but retains a router for as long as a configuration or a session retains the cache.
final class RouterKeepingCache: URLCache, @unchecked Sendable {
    // `@unchecked` because the superclass is; the router never changes.
    private let router: Router

    init(_ router: Router) {
        self.router = router
        super.init(memoryCapacity: 0, diskCapacity: 0, diskPath: nil)
    }

    override func cachedResponse(for request: URLRequest) -> CachedURLResponse? { nil }
    override func storeCachedResponse(_ response: CachedURLResponse, for request: URLRequest) {}

    #if canImport(FoundationNetworking)
        // On Apple platforms, these call the functions above.
        required init?(coder: NSCoder) { nil }

        override func storeCachedResponse(_ response: CachedURLResponse, for task: URLSessionDataTask) {}
        override func getCachedResponse(
            for task: URLSessionDataTask, completionHandler: @escaping (CachedURLResponse?) -> Void
        ) { completionHandler(nil) }
    #endif
}
