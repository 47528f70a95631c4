import Foundation

/// The destination of a response's body.
enum BodySink: Sendable {
    /// The body is kept in memory, and delivered when it is complete.
    case memory
    /// The body is written to a file, after the bytes of earlier attempts.
    ///
    /// The complete file replaces an existing file.
    case file(URL, Teapot.PartialDownload)
    /// The body is passed to a reader in pieces, after the head of the response.
    case stream(head: @Sendable (Teapot.Response) -> Void, data: @Sendable (Data) -> Void)
}

/// The state of receiving one response's body.
///
/// It is a value without a lock, since its exchange has one.
struct BodyReceiver {
    private enum Destination {
        case memory
        case file(Teapot.PartialDownload.Part, Teapot.PartialDownload)
        case stream(@Sendable (Data) -> Void)
    }

    private var destination = Destination.memory
    private(set) var data = Data()
    /// The number of bytes that were received in earlier attempts.
    private(set) var offset = 0
    /// The length so far, in bytes, including earlier attempts.
    private(set) var length = 0

    /// Begins a body.
    ///
    /// Only the body of a response with an accepted status goes to a file or a stream. The body of an error is kept in
    /// memory for the error. A 304 has no body, and leaves a file as it is (RFC 9110 §15.4.5).
    mutating func begin(_ response: Teapot.Response, into sink: BodySink, accepting accepted: Set<Int>)
        throws(TeapotError)
    {
        guard accepted.contains(response.statusCode), response.statusCode != 304 else { return }
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

extension BodySink {
    var isFile: Bool { download != nil }

    /// The partial download of a sink that writes to a file.
    var download: Teapot.PartialDownload? { if case .file(_, let download) = self { download } else { nil } }

    /// Passes a whole response on, whose body was kept in memory because it seemed to be a redirect.
    func deliver(_ response: inout Teapot.Response, accepting accepted: Set<Int>) throws(TeapotError) {
        var receiver = BodyReceiver()
        try receiver.begin(response, into: self, accepting: accepted)
        // Nothing is left of a file that can't be written; after the end of a whole one this does nothing.
        defer { try? receiver.end(isWhole: false) }
        if !response.data.isEmpty { try receiver.receive(response.data) }
        response.data = receiver.data
        try receiver.end(isWhole: true)
    }
}
