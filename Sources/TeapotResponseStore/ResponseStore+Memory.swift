public import Teapot

extension Teapot.ResponseStore {
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
}

/// The contents of a store in memory.
private struct Memory {
    private(set) var responses: [String: Teapot.StoredResponse] = [:]
    private var size = 0
    /// The keys, in the order in which their responses were saved.
    private var keys = Line<String>()

    mutating func save(_ response: Teapot.StoredResponse?, under key: String, _ capacity: Int) {
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
