public import Foundation
public import Teapot

extension Teapot.ResponseCache {
    /// A response that the cache keeps.
    public struct Entry: Codable, Sendable {
        /// The URL of the response.
        public let url: URL
        /// The headers, updated by each 304.
        public internal(set) var headers: Teapot.HeaderFields
        /// The bytes of the body.
        public let body: Data
        /// The request headers for which the response may be used, by lowercased name, with secrets hashed.
        let selection: [String: String]

        /// The estimated number of bytes that the response takes in memory.
        var size: Int {
            let fields = headers.map { ($0.name, $0.value) } + selection.map { ($0.key, $0.value) }
            // The URL is also in the key. Each text and each object takes up more than its bytes.
            let texts = fields.reduce(2 * url.absoluteString.utf8.count) { $0 + $1.0.utf8.count + $1.1.utf8.count }
            return body.count + texts + 100 * fields.count + 500
        }
    }
}
