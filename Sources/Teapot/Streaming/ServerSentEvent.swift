public import Foundation

extension Teapot {
    /// An event of a `text/event-stream` (HTML Standard §9.2).
    public struct ServerSentEvent: Sendable, Equatable {
        /// The name of the event, which is `message` unless the server sends one.
        public var event: String
        /// The data of the event, with its lines joined by LF.
        public var data: String
        /// The last ID that the server sent with this or an earlier event, or an empty string if there is none.
        public var id: String

        /// Creates an event.
        ///
        /// - Parameters:
        ///   - event: The name of the event.
        ///   - data: The data of the event.
        ///   - id: The last ID that the server has sent.
        public init(event: String = "message", data: String, id: String = "") {
            (self.event, self.data, self.id) = (event, data, id)
        }

        /// Decodes the data of the event as JSON.
        ///
        /// - Parameters:
        ///   - type: The type to decode.
        ///   - decoder: The decoder.
        /// - Returns: The value.
        /// - Throws: ``TeapotError`` of type `invalidResponseBody`, with the `DecodingError` as the underlying error.
        public func decode<Value: Decodable>(
            _ type: Value.Type = Value.self, using decoder: JSONDecoder = JSONDecoder()
        ) throws(TeapotError) -> Value {
            let text = Data(data.utf8)
            do { return try JSON.decode(type, from: text, with: decoder) } catch {
                let error = decoder.placing(error, of: type, in: text)
                let reason = (error as? DecodingError)?.explanation ?? "\(error)"
                let shown = text.excerpt(upTo: 200, Secrets.isUsual)
                throw .make(
                    .invalidResponseBody, "the event “\(event)”: \(reason); its data: \(shown)", underlying: error)
            }
        }
    }
}
