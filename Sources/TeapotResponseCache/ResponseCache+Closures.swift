import Foundation
public import Teapot

extension Teapot.ResponseCache {
    /// Creates a store that lets the server omit a body that hasn't changed (RFC 9111 §4.3).
    ///
    /// The response to a `GET` is stored under its URL if it has an `ETag` or a `Last-Modified`. The next request for
    /// that URL asks whether the response has changed, and for a 304, the stored response is delivered. See
    /// <doc:ConditionalRequests>.
    ///
    /// - Parameters:
    ///   - load: A closure that returns the response saved under a key, or `nil`. A key is a URL's text.
    ///   - save: A closure that saves a response under a key, replacing any existing one, or removes it if the response
    ///     is `nil`.
    public init(
        load: @escaping @Sendable (String) async -> Teapot.ResponseCache.Entry?,
        save: @escaping @Sendable (String, Teapot.ResponseCache.Entry?) async -> Void
    ) {
        self.init { request, options in
            let policy = request.cachePolicy
            let prefersStored = [.returnCacheDataElseLoad, .returnCacheDataDontLoad].contains(policy)
            let reloads = [.reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData].contains(policy)
            let mayBeStored = request.mayBeStored(options)
            var stored: Teapot.ResponseCache.Entry?
            if !reloads, mayBeStored || prefersStored {
                stored = await load(request.storeKey).flatMap { $0.fits(request, options) ? $0 : nil }
            }
            if prefersStored, let stored { return .deliver(stored.response) }
            let exchange = StoredExchange(request: request, options: options, mayBeStored: mayBeStored, save: save)
            return exchange.step(with: stored)
        }
    }
}

/// A request to the server, and what to store after its response.
private struct StoredExchange: Sendable {
    var request: Teapot.Request
    var options: Teapot.Options
    var mayBeStored: Bool
    var save: @Sendable (String, Teapot.ResponseCache.Entry?) async -> Void

    func step(with stored: Teapot.ResponseCache.Entry?) -> Teapot.ResponseCache.Step {
        .send(stored.map { request.conditional(on: $0) } ?? request) { await received($0, stored) }
    }

    private func received(_ response: Teapot.Response, _ stored: Teapot.ResponseCache.Entry?) async
        -> Teapot.ResponseCache.Step
    {
        if let stored, response.statusCode == 304 {
            // After a 304 for another version, request the whole response.
            guard let updated = stored.updated(by: response) else { return step(with: nil) }
            await save(request.storeKey, updated)
            return .deliver(updated.response)
        }
        var kept: Teapot.ResponseCache.Entry?
        if mayBeStored, response.statusCode == 200 {
            // A body that can't be read, for example because it's truncated, would make every later call fail.
            let isCut = request.readsJSON && (try? response.readingJSON().get()) == nil
            kept = isCut ? nil : Teapot.ResponseCache.Entry(response, to: request, options)
        } else if request.method.isSafe || !(200..<400).contains(response.statusCode) {
            return .deliver(response)
        }
        // If the response isn't kept, remove the stored one: it was replaced, or another method changed it (RFC 9111
        // §4.4).
        await save(request.storeKey, kept)
        return .deliver(response)
    }
}
