public import Foundation
public import Teapot

extension Teapot {
    /// A parser for the events in a `text/event-stream` (HTML Standard §9.2.6).
    ///
    /// It's a state machine without I/O, and accepts the bytes in pieces of any length.
    ///
    /// ```swift
    /// var parser = Teapot.ServerSentEventParser()
    /// let events = parser.parse(bytes)
    /// ```
    public struct ServerSentEventParser: Sendable {
        /// The ID to send as `Last-Event-ID` when reconnecting, or an empty string for none.
        public private(set) var lastEventID: String
        /// The time to wait before reconnecting, in seconds, or `nil` if the server hasn't sent one.
        public private(set) var reconnectionTime: TimeInterval?
        private var splitter = LineSplitter()
        private var id: String
        private var name = ""
        private var data: [String] = []
        /// The number of bytes of the data in ``data``.
        private var length = 0
        private var isAtStart = true

        /// Creates a parser.
        ///
        /// - Parameter lastEventID: The ID of the events until the server sends another, or an empty string for none.
        public init(lastEventID: String = "") {
            self.lastEventID = lastEventID
            id = lastEventID
        }

        /// Begins a new connection, and discards an unfinished line and event of the previous one.
        ///
        /// ``lastEventID`` and ``reconnectionTime`` are kept.
        package mutating func reconnect() {
            let time = reconnectionTime
            self = Self(lastEventID: lastEventID)
            reconnectionTime = time
        }

        /// Parses the next bytes.
        ///
        /// - Parameter bytes: The bytes, which may begin and end anywhere.
        /// - Returns: The events that end in these bytes.
        public mutating func parse(_ bytes: Data) -> [ServerSentEvent] {
            splitter.feed(bytes).compactMap { feed($0) }
        }

        /// The number of bytes kept for an event that hasn't ended.
        var unfinishedLength: Int { length + splitter.unfinishedLength }

        /// Parses one line.
        ///
        /// An empty line ends an event, which is discarded if it has no data.
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
            case "data":
                data.append(String(value))
                length += value.utf8.count
            // The standard ignores an ID with a NUL. An ID with another control character couldn't be sent in a header.
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
                (data, length) = ([], 0)
            }
            lastEventID = id
            guard !data.isEmpty else { return nil }
            return ServerSentEvent(event: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"), id: id)
        }
    }
}
