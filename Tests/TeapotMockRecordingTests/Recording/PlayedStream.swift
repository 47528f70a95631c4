import Foundation
import Teapot
import TeapotMockLive
import TeapotTestSupport

@testable import TeapotMock

/// A stream as a router sends it in skipped time: its pieces, each with its time after the head in milliseconds.
struct PlayedStream: Equatable {
    /// A piece and its time.
    struct Piece: Equatable {
        var time: Int
        var bytes: Data
    }

    var pieces: [Piece] = []

    /// Creates a stream of pieces.
    init(_ pieces: [Piece]) { self.pieces = pieces }

    /// Plays the response to a request.
    ///
    /// - Parameters:
    ///   - path: The path of the request.
    ///   - router: The router, whose time is skipped from now on.
    /// - Throws: The error of the exchange.
    init(_ path: String, from router: Router) async throws {
        router.time = .skipped
        guard let url = URL(string: "https://api.test" + path) else { throw URLError(.badURL) }
        let outgoing = Teapot.Request(method: .get, url: url)
        guard let time = router.sharedTime.begin(outgoing) else { throw URLError(.unknown) }
        let (found, head, end) = (Locked<[Piece]>([]), Locked<UInt64>(0), OneShot<(any Error)?>())
        let abandon = router.play(Request(outgoing, body: Data()), url: url, in: time) { event in
            switch event {
            case .response: head.withLock { $0 = time.now }
            case .data(let bytes):
                let piece = Piece(time: Int((time.now - head.withLock { $0 } + 500_000) / 1_000_000), bytes: bytes)
                found.withLock { $0.append(piece) }
            case .finished(let error): end.finish(error)
            case .began, .sent: break
            }
        }
        if let error = await end.value() { throw error }
        abandon()
        pieces = found.withLock { $0 }
    }

    /// The bytes of all pieces.
    var body: Data { pieces.reduce(Data()) { $0 + $1.bytes } }
    /// The pieces as files have them, with all times.
    var text: String { pieces.map { "\($0.time):\($0.bytes.count)" }.joined(separator: " ") }
}

extension PlayedStream {
    /// Returns a stream of random events or lines, cut at random places and sent at random times.
    ///
    /// - Parameters:
    ///   - isEvents: Whether it consists of events instead of lines of JSON.
    ///   - generator: The source of the random numbers.
    /// - Returns: The stream.
    static func random(isEvents: Bool, _ generator: inout SeededGenerator) -> PlayedStream {
        let words = ["tea", "緑茶", "thé 🫖", "x", "äöü", ""]
        var body = Data()
        for number in 0..<Int.random(in: 1...20, using: &generator) {
            let word = words.randomElement(using: &generator) ?? ""
            let end = Bool.random(using: &generator) ? "\r\n" : "\n"
            body += Data(
                (isEvents ? "id: \(number)\(end)data: \(word)\(end)\(end)" : "{\"\(number)\": \"\(word)\"}\(end)").utf8)
        }
        var (pieces, time) = ([Piece](), 0)
        while !body.isEmpty {
            let count = Int.random(in: 1...min(body.count, 30), using: &generator)
            if Int.random(in: 0..<3, using: &generator) > 0 { time += Int.random(in: 0...5_000, using: &generator) }
            pieces.append(Piece(time: time, bytes: Data(body.prefix(count))))
            body = Data(body.dropFirst(count))
        }
        return PlayedStream(pieces)
    }

    /// Passes the stream to a recorder, as a passthrough does.
    ///
    /// - Parameters:
    ///   - recorder: The recorder.
    ///   - path: The path of the request.
    ///   - type: The media type.
    func record(with recorder: some ExchangeRecorder, at path: String, type: String) {
        let take = recorder.begin(Request(method: "GET", path: path), origin: "https://api.test")
        take.receive(Response(headers: ["Content-Type": type]))
        for piece in pieces { take.add(piece.bytes, at: Double(piece.time) / 1000) }
        take.end()
    }
}
