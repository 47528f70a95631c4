extension Teapot {
    /// Keeps responses, so that the server need not send again what has not changed (RFC 9111 §4.3).
    ///
    /// The response to a `GET` that has an `ETag` or a `Last-Modified` is kept under its URL. The next request for that URL
    /// asks whether it has changed, and a 304 delivers the kept response. See <doc:ConditionalRequests>.
    public struct ResponseStore: Sendable {
        let load: @Sendable (String) async -> StoredResponse?
        let save: @Sendable (String, StoredResponse?) async -> Void

        /// Creates a store from closures.
        ///
        /// - Parameters:
        ///   - load: Returns what was saved under a key, or `nil`. A key is the text of a URL.
        ///   - save: Saves a response under a key, in place of the one that is there; `nil` removes that one.
        public init(
            load: @escaping @Sendable (String) async -> StoredResponse?,
            save: @escaping @Sendable (String, StoredResponse?) async -> Void
        ) {
            self.load = load
            self.save = save
        }

        /// Creates a store in memory.
        ///
        /// - Parameter capacity: The most bytes of bodies that it keeps; when it is full, it forgets all.
        /// - Returns: The store; its copies share what they keep.
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

    /// How a request uses ``Options/responseStore``.
    public enum CachePolicy: Sendable {
        /// Asks whether the stored response is still the current one, and delivers it if it is.
        case useStored
        /// Asks for the whole response, and stores it.
        case reloadIgnoringStored
        /// Delivers the stored response without asking, or `noResponse` if there is none.
        case onlyStored
    }

    /// A response that a ``ResponseStore`` keeps.
    public struct StoredResponse: Codable, Sendable {
        /// The URL that answered.
        public let url: URL
        /// The header fields, updated by each 304.
        public internal(set) var headerFields: HeaderFields
        /// The body's bytes.
        public let data: Data
        /// The request's header fields that it may be used for, by their names in small letters; secrets are hashed.
        let selection: [String: String]
    }
}
