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
    }
}

/// Makes events of lines (HTML Standard §9.2.6).
///
/// A state machine without I/O.
struct ServerSentEventParser {
    /// What to send as `Last-Event-ID` when connecting anew.
    private(set) var lastID: String
    /// How long to wait before connecting anew, in seconds, if the server has said.
    private(set) var reconnectionTime: TimeInterval?
    private var id = ""
    private var name = ""
    private var data: [String] = []
    private var isAtStart = true

    init(lastID: String = "") { self.lastID = lastID }

    /// Begins with a new connection: what the last one left unfinished is dropped.
    mutating func reconnect() { (id, name, data, isAtStart) = (lastID, "", [], true) }

    /// Takes in one line; an empty one ends an event, which is none without data.
    mutating func feed(_ line: String) -> Teapot.ServerSentEvent? {
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

    private mutating func dispatch() -> Teapot.ServerSentEvent? {
        defer { (name, data) = ("", []) }
        lastID = id
        guard !data.isEmpty else { return nil }
        return Teapot.ServerSentEvent(name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"), id: id)
    }
}
