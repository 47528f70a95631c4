public import Teapot

extension Teapot.ResponseCache {
    /// Creates a store in memory.
    ///
    /// - Parameter capacity: The maximum size of the stored responses in bytes, including an estimate for their headers
    ///   and URLs. When the store exceeds it, it removes the responses that were least recently stored or confirmed. It
    ///   doesn't store a response that is larger than this on its own.
    /// - Returns: The store. Copies of it share their contents.
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
    private(set) var responses: [String: Teapot.ResponseCache.Entry] = [:]
    private var size = 0
    /// The keys, in the order in which their responses were saved.
    private var keys = Line<String>()

    mutating func save(_ response: Teapot.ResponseCache.Entry?, under key: String, _ capacity: Int) {
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
