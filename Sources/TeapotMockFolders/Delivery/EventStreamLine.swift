import Foundation
import Teapot
import TeapotMock

/// A line of a `text/event-stream` in a file (HTML Standard §9.2.6).
enum EventStreamLine: Equatable {
    /// An empty line, which ends an event.
    case empty
    /// A comment such as `: wait 500 ms`, which means a pause, in seconds.
    case pause(Double)
    /// A field or another comment.
    case other
    /// A line that can't be what its author meant, with the column, counted from 1, and the reason.
    case invalid(column: Int, String)

    /// Creates a line by parsing it.
    ///
    /// - Parameter bytes: The bytes of the line, without the line break.
    init(_ bytes: some Collection<UInt8>) {
        switch bytes.first {
        case nil: self = .empty
        // A pause is a short comment. A long comment is something else.
        case UInt8(ascii: ":"): self = Self.comment(String(decoding: bytes.prefix(200), as: UTF8.self))
        default: self = Self.field(bytes)
        }
    }

    private static func comment(_ text: String) -> Self {
        let comment = text.dropFirst()
        let words = comment.drop { $0 == " " || $0 == "\t" }
        let time = words.dropFirst("wait".count)
        guard words.hasPrefix("wait"), time.first.map({ $0 == " " || $0 == "\t" || $0.isNumber }) ?? true else {
            return .other
        }
        if let seconds = WrittenTime.seconds(time) { return .pause(seconds) }
        let column = text.unicodeScalars.distance(from: text.startIndex, to: time.startIndex) + 1
        return .invalid(column: column, "expected \(WrittenTime.expectation) after “wait”, as in “: wait 500 ms”")
    }

    private static let fields = ["data", "event", "id", "retry"]

    private static func field(_ bytes: some Collection<UInt8>) -> Self {
        let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: ":") }.prefix(200), as: UTF8.self)
        let line = String(decoding: bytes.prefix(200), as: UTF8.self)
        if name == "retry" {
            let isNumber = line.wholeMatch(of: /retry: ?[0-9]+/) != nil
            return isNumber ? .other : .invalid(column: 1, "expected a number of milliseconds, as in “retry: 3000”")
        }
        if fields.contains(name) { return .other }
        let isJSON = name.hasPrefix("{") || name.hasPrefix("[")
        if !isJSON, let meant = name.closest(among: fields) {
            let shown = name.shortened(to: 40)
            return .invalid(column: 1, "“\(shown)” is not a field of an event; did you mean “\(meant): …”?")
        }
        // Clients ignore unknown fields.
        if !isJSON, bytes.contains(UInt8(ascii: ":")) { return .other }
        let shown = line.shortened(to: 40)
        let reason = "expected a field of an event, as in “data: \(shown)”; without it the line is ignored"
        return .invalid(column: 1, reason)
    }
}

/// The ranges of a text's lines, which end with LF, CR or both.
struct LinePlaces: Sequence, IteratorProtocol {
    private let bytes: Data
    private var at: Int

    /// Creates the ranges of the lines that start at a position.
    init(_ bytes: Data, from place: Int) {
        self.bytes = bytes
        at = place
    }

    /// Returns the range of the next line, both without and with its line break, or `nil` at the end.
    mutating func next() -> (content: Range<Int>, whole: Range<Int>)? {
        guard at < bytes.endIndex else { return nil }
        let start = at
        let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
        at = end
        if at < bytes.endIndex { at += bytes[at] == 0x0D && at + 1 < bytes.endIndex && bytes[at + 1] == 0x0A ? 2 : 1 }
        // A byte order mark isn't part of the first line.
        let isMarked = start == bytes.startIndex && bytes.starts(with: [0xEF, 0xBB, 0xBF])
        return (start + (isMarked ? 3 : 0)..<end, start..<at)
    }
}

/// A type that checks files of server-sent events.
enum EventStreamFile {
    /// Returns the first problem in a file of events, or `nil` if there's none.
    static func problem(_ body: Data, at path: String) -> MockFolder.Problem? {
        for (number, line) in LinePlaces(body, from: body.startIndex).enumerated() {
            let bytes = body[line.content]
            if String(validUTF8: bytes) == nil {
                return MockFolder.Problem(path, line: number + 1, "expected text in UTF-8")
            }
            if case .invalid(let column, let reason) = EventStreamLine(bytes) {
                return MockFolder.Problem(path, line: number + 1, column: column, reason)
            }
        }
        return nil
    }
}
