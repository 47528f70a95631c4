extension Teapot {
    /// An event of a `text/event-stream` (HTML Standard §9.2).
    public struct ServerSentEvent: Sendable, Equatable {
        /// The event's name; `message` unless the server gave one.
        public var name: String
        /// The event's data, its lines joined with LF.
        public var data: String
        /// The last id that the server has given, with this event or before it; empty for none.
        public var id: String

        /// Creates an event.
        ///
        /// - Parameters:
        ///   - name: The event's name.
        ///   - data: The event's data.
        ///   - id: The last id that the server has given.
        public init(name: String = "message", data: String, id: String = "") {
            self.name = name
            self.data = data
            self.id = id
        }

        /// Decodes the event's data as JSON.
        ///
        /// - Parameters:
        ///   - type: The type to decode.
        ///   - decoder: The decoder.
        /// - Returns: The value.
        /// - Throws: ``TeapotError`` of type `invalidResponseBody`, with the `DecodingError` underneath.
        public func decode<Value: Decodable>(
            _ type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder()
        ) throws(TeapotError) -> Value {
            do { return try decoder.decode(type, from: Data(data.utf8)) } catch {
                let reason = (error as? DecodingError)?.explanation ?? "\(error)"
                throw .make(.invalidResponseBody, "the event “\(name)”: \(reason)", underlying: error)
            }
        }
    }
}
