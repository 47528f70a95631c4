extension Teapot {
    /// Makes events of the bytes of a `text/event-stream` (HTML Standard §9.2.6).
    ///
    /// A state machine without I/O: bytes go in, cut anywhere, and events come out.
    ///
    /// ```swift
    /// var parser = Teapot.ServerSentEventParser()
    /// let events = parser.parse(bytes)
    /// ```
    public struct ServerSentEventParser: Sendable {
        /// The id to send as `Last-Event-ID` when connecting again; empty for none.
        public private(set) var lastEventID: String
        /// The time to wait before connecting again, in seconds; `nil` unless the server has said.
        public private(set) var reconnectionTime: TimeInterval?
        private var splitter = LineSplitter()
        private var id: String
        private var name = ""
        private var data: [String] = []
        private var isAtStart = true

        /// Creates a parser.
        ///
        /// - Parameter lastEventID: The id that events have until the server gives another; empty for none.
        public init(lastEventID: String = "") {
            self.lastEventID = lastEventID
            id = lastEventID
        }

        /// Begins a new connection: drops the line and the event that the last one left unfinished, and keeps
        /// ``lastEventID`` and ``reconnectionTime``.
        public mutating func reconnect() {
            let time = reconnectionTime
            self = Self(lastEventID: lastEventID)
            reconnectionTime = time
        }

        /// Takes in the next bytes.
        ///
        /// - Parameter bytes: The bytes, which may begin and end anywhere.
        /// - Returns: The events that end within them.
        public mutating func parse(_ bytes: Data) -> [ServerSentEvent] {
            splitter.feed(bytes).compactMap { feed($0) }
        }

        /// Takes in one line; an empty one ends an event, which is none without data.
        mutating func feed(_ line: String) -> ServerSentEvent? {
            var line = line[...]
            if isAtStart, line.unicodeScalars.first == "\u{FEFF}" { line = Substring(line.unicodeScalars.dropFirst()) }
            isAtStart = false
            guard !line.isEmpty else { return dispatch() }
            let colon = line.utf8.firstIndex(of: UInt8(ascii: ":"))
            let field = line[..<(colon ?? line.endIndex)]
            var value = colon.map { line[line.utf8.index(after: $0)...] } ?? ""
            if value.unicodeScalars.first == " " { value = Substring(value.unicodeScalars.dropFirst()) }
            switch field {
            case "event": name = String(value)
            case "data": data.append(String(value))
            // The standard ignores one with a NUL; one with another control character could not be sent back either.
            case "id" where value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }): id = String(value)
            case "retry" where !value.isEmpty && value.utf8.allSatisfy { (0x30...0x39).contains($0) }:
                reconnectionTime = Double(value).map { $0 / 1_000 }
            default: break  // a comment, or a field that the standard says to ignore
            }
            return nil
        }

        private mutating func dispatch() -> ServerSentEvent? {
            defer {
                name = ""
                data = []
            }
            lastEventID = id
            guard !data.isEmpty else { return nil }
            return ServerSentEvent(name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"), id: id)
        }
    }
}
