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
        /// - Parameter capacity: The maximum number of bytes of the stored responses, including their header fields and
        ///   URLs, which are estimated. When it is exceeded, the responses that were stored or confirmed longest ago
        ///   are removed. A response that exceeds it alone is not stored.
        /// - Returns: The store. Its copies share their contents.
        public static func memory(capacity: Int = 16 * 1024 * 1024) -> Self {
            let memory = Locked(Memory())
            return Self { key in
                memory.withLock { $0.responses[key] }
            } save: { key, response in
                memory.withLock { $0.save(response, under: key, capacity) }
            }
        }

        /// The contents of a store in memory.
        private struct Memory {
            private(set) var responses: [String: StoredResponse] = [:]
            private var size = 0
            /// The keys, in the order in which their responses were saved.
            private var keys = Line<String>()

            mutating func save(_ response: StoredResponse?, under key: String, _ capacity: Int) {
                remove(key)
                guard let response, response.size <= capacity else { return }
                responses[key] = response
                size += response.size
                keys.append(key)
                while size > capacity, let oldest = keys.popFirst() { remove(oldest) }
            }

            private mutating func remove(_ key: String) {
                keys.remove(key)
                size -= responses.removeValue(forKey: key)?.size ?? 0
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

        /// The number of bytes that the response takes in memory, estimated.
        var size: Int {
            let fields = headerFields.map { ($0.name, $0.value) } + selection.map { ($0.key, $0.value) }
            // The URL is in the key, too. Each text and each object takes more than its bytes.
            let texts = fields.reduce(2 * url.absoluteString.utf8.count) { $0 + $1.0.utf8.count + $1.1.utf8.count }
            return data.count + texts + 100 * fields.count + 500
        }
    }
}
