/// Where a response's body goes as it comes in.
enum BodySink: Sendable {
    /// Into memory, to be delivered whole.
    case memory
    /// Into a file, which takes the place of what is there once it is whole, behind what came in an earlier try.
    case file(URL, Teapot.PartialDownload)
    /// Piece by piece to a reader, who gets the response's head first.
    case stream(head: @Sendable (Teapot.Response) -> Void, data: @Sendable (Data) -> Void)
}

/// Takes in one response's body.
///
/// A value without a lock: its exchange has one.
struct BodyReceiver {
    private enum Destination {
        case memory
        case file(PartialFile, Teapot.PartialDownload)
        case stream(@Sendable (Data) -> Void)
    }

    private var destination = Destination.memory
    private(set) var data = Data()
    /// How much came in earlier tries.
    private(set) var offset = 0
    /// The length so far, with what came in earlier tries.
    private(set) var length = 0

    /// Begins a body.
    ///
    /// Only what the request accepts goes to a file or a stream; the body of an error is kept for its error. A 304 has no
    /// body, and leaves a file as it is (RFC 9110 §15.4.5).
    mutating func begin(_ response: Teapot.Response, into sink: BodySink, accepting accepted: Set<Int>)
        throws(TeapotError)
    {
        guard accepted.contains(response.statusCode), response.statusCode != 304 else { return }
        switch sink {
        case .memory: break
        case .file(let url, let download):
            let (file, offset) = try download.open(response, for: url)
            destination = .file(file, download)
            self.offset = offset
            length = offset
        case .stream(let head, let data):
            destination = .stream(data)
            head(response)
        }
    }

    mutating func receive(_ piece: Data) throws(TeapotError) {
        length += piece.count
        switch destination {
        case .memory: data.append(piece)
        case .file(let file, _): try file.write(piece)
        case .stream(let deliver): deliver(piece)
        }
    }

    /// Puts a file in its place if it is whole.
    mutating func end(isWhole: Bool) throws(TeapotError) {
        guard case .file(let file, let download) = destination else { return }
        destination = .memory
        try download.close(file, length: length, isWhole: isWhole)
    }
}

extension BodySink {
    var isFile: Bool { download != nil }

    /// What has come of a download to a file.
    var download: Teapot.PartialDownload? { if case .file(_, let download) = self { download } else { nil } }

    /// Whether a reader has begun to read a response, so that it can't be had again.
    func hasDelivered(_ response: Teapot.Response?, accepting accepted: Set<Int>) -> Bool {
        if case .stream = self, let response { accepted.contains(response.statusCode) } else { false }
    }
}
