import Foundation
import Teapot
import TeapotMock

/// The pieces of a file's bytes to send, divided lazily.
struct BodyPieces: Sendable {
    /// The way a body is divided.
    enum Division: Sendable, Equatable {
        /// Pieces of this number of bytes.
        case bytes(Int)
        /// A piece for each line.
        case lines
        /// A piece for each event of a `text/event-stream`, or for each part of an event that contains a pause.
        case events
    }

    /// A piece, with the time before it, in seconds.
    struct Piece: Equatable {
        var pause: Double
        var bytes: Data
    }

    private let body: Data
    private let division: Division
    private let interval: Double
    private var at: Int
    private var isFirst = true
    /// Whether an event has begun that no empty line has ended yet.
    private var isWithinEvent = false

    /// Creates the pieces of a body.
    ///
    /// - Parameters:
    ///   - body: The bytes of the file.
    ///   - division: How to divide them.
    ///   - interval: The time before each piece except the first, in seconds, in addition to the pauses in a
    ///     `text/event-stream`.
    init(_ body: Data, by division: Division, every interval: Double) {
        self.body = body
        self.division = division
        self.interval = interval
        at = body.startIndex
    }

    /// Returns the next piece, or `nil` at the end.
    ///
    /// A pause at the end of a `text/event-stream` yields a piece without bytes.
    mutating func next() -> Piece? {
        let found: Piece?
        switch division {
        case .bytes(let count): found = piece(to: at + min(count, body.endIndex - at))
        case .lines:
            var places = LinePlaces(body, from: at)
            found = piece(to: places.next()?.whole.upperBound ?? at)
        case .events: found = nextEvent()
        }
        guard var piece = found else { return nil }
        if !isFirst, !piece.bytes.isEmpty { piece.pause += interval }
        isFirst = false
        return piece
    }

    private mutating func piece(to end: Int) -> Piece? {
        guard at < end else { return nil }
        defer { at = end }
        return Piece(pause: 0, bytes: body[at..<end])
    }

    private mutating func nextEvent() -> Piece? {
        var (pause, start) = (0.0, at)
        var places = LinePlaces(body, from: at)
        while let line = places.next() {
            switch EventStreamLine(body[line.content]) {
            case .pause(let seconds):
                if start < at { return Piece(pause: pause, bytes: body[start..<at]) }
                pause += seconds
                start = line.whole.upperBound
            case .empty where isWithinEvent:
                isWithinEvent = false
                at = line.whole.upperBound
                return Piece(pause: pause, bytes: body[start..<at])
            case .empty: break
            case .other, .invalid: isWithinEvent = true
            }
            at = line.whole.upperBound
        }
        var rest = body[start..<at]
        if isWithinEvent {
            // Clients drop an event that doesn't end with an empty line.
            rest += Data((body.last == 0x0A || body.last == 0x0D ? "\n" : "\n\n").utf8)
            isWithinEvent = false
        }
        return rest.isEmpty && pause == 0 ? nil : Piece(pause: pause, bytes: rest)
    }
}

extension Response.Stream {
    /// Creates a stream of pieces with their pauses.
    ///
    /// Each piece is determined once the client has read the previous one.
    ///
    /// - Parameters:
    ///   - pieces: The pieces.
    ///   - speed: The playback speed, in seconds of pauses per second. A value that isn't positive counts as 1.
    init(_ pieces: BodyPieces, speed: Double) {
        let factor = speed > 0 ? speed : 1
        self.init(pulling: {
            let rest = Locked(pieces)
            return {
                while let piece = rest.withLock({ $0.next() }) {
                    if piece.pause > 0 { try await CallTime.sleep(forSeconds: piece.pause / factor) }
                    if !piece.bytes.isEmpty { return piece.bytes }
                }
                return nil
            }
        })
    }
}
