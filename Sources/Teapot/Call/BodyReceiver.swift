import Foundation

/// The state of receiving a response's body.
///
/// It's a value type without a lock, because the exchange that owns it has one.
struct BodyReceiver {
    private enum Destination {
        case memory
        case file(Teapot.PartialDownload.Part, Teapot.PartialDownload)
        case stream(@Sendable (Data) -> Void)
    }

    private var destination = Destination.memory
    /// Whether a reader has begun to read the body, so the request can't be sent again.
    var isStreamed: Bool { if case .stream = destination { true } else { false } }
    private(set) var data = Data()
    /// The number of bytes received in earlier attempts.
    private(set) var offset = 0
    /// The length so far, in bytes, including earlier attempts.
    private(set) var length = 0

    /// Begins a body.
    ///
    /// Only the body of a response with an accepted status goes to a file or a stream. The body of an error is kept in
    /// memory for the error. A 304 has no body, and leaves a file unchanged (RFC 9110 §15.4.5).
    mutating func begin(_ response: Teapot.Response, into sink: BodySink, accepting set: Set<Int>) throws(TeapotError) {
        // A transport may report a second head.
        try end(isWhole: false)
        guard set.contains(response.statusCode), response.statusCode != 304 else { return }
        switch sink {
        case .memory: break
        case .file(let url, let download):
            let part = try download.open(response, for: url)
            destination = .file(part, download)
            offset = part.offset
            length = offset
        case .stream(let head, let data):
            destination = .stream(data)
            head(response)
        }
    }

    mutating func receive(_ piece: Data) throws(TeapotError) {
        switch destination {
        case .memory: if data.isEmpty, piece.startIndex == 0 { data = piece } else { data.append(piece) }
        case .file(let part, _): try part.file.write(piece)
        case .stream(let deliver): deliver(piece)
        }
        length += piece.count
    }

    /// Moves a file to its destination if it is complete.
    mutating func end(isWhole: Bool) throws(TeapotError) {
        guard case .file(let part, let download) = destination else { return }
        destination = .memory
        try download.close(part, length: length, isWhole: isWhole)
    }
}
