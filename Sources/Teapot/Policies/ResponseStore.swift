public import Foundation

extension Teapot {
    /// A store of responses, which lets the server omit a body that has not changed (RFC 9111 §4.3).
    ///
    /// The response to a `GET` that has an `ETag` or a `Last-Modified` is stored under its URL. The next request for
    /// that URL asks whether the response has changed, and a 304 delivers the stored response. See
    /// <doc:ConditionalRequests>.
    public struct ResponseStore: Sendable {
        let load: @Sendable (String) async -> StoredResponse?
        let save: @Sendable (String, StoredResponse?) async -> Void

        /// Creates a store from closures.
        ///
        /// - Parameters:
        ///   - load: A closure that returns the response saved under a key, or `nil`. A key is the text of a URL.
        ///   - save: A closure that saves a response under a key and replaces an existing one, or removes it if the
        ///     response is `nil`.
        public init(
            load: @escaping @Sendable (String) async -> StoredResponse?,
            save: @escaping @Sendable (String, StoredResponse?) async -> Void
        ) {
            (self.load, self.save) = (load, save)
        }

        /// Creates a store in memory.
        ///
        /// - Parameter capacity: The maximum number of bytes of bodies. When it is exceeded, all responses are removed.
        /// - Returns: The store. Its copies share their contents.
        public static func memory(capacity: Int = 16 * 1024 * 1024) -> Self {
            let kept = Locked<[String: StoredResponse]>([:])
            return Self { key in
                kept.withLock { $0[key] }
            } save: { key, response in
                kept.withLock { kept in
                    kept[key] = response
                    if kept.values.reduce(0, { $0 + $1.data.count }) > capacity { kept = [:] }
                }
            }
        }
    }

    /// A rule for how a request uses ``Options/responseStore``.
    public enum CachePolicy: Sendable {
        /// Asks the server whether the stored response is still current, and delivers it if it is.
        case useStored
        /// Requests the whole response, and stores it.
        case reloadIgnoringStored
        /// Delivers the stored response without asking the server, or fails with `noResponse` if there is none.
        case onlyStored
    }

    /// A response in a ``ResponseStore``.
    public struct StoredResponse: Codable, Sendable {
        /// The URL of the response.
        public let url: URL
        /// The header fields, updated by each 304.
        public internal(set) var headerFields: HeaderFields
        /// The bytes of the body.
        public let data: Data
        /// The request's header fields that the response may be used for, by lowercase name, with secrets hashed.
        let selection: [String: String]
    }
}
