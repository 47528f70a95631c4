public import Foundation
public import Teapot

extension Teapot {
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
