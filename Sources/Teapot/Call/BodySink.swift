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

extension BodySink {
    var isMemory: Bool { if case .memory = self { true } else { false } }
    var isFile: Bool { download != nil }

    /// The partial download of a sink that writes to a file.
    var download: Teapot.PartialDownload? { if case .file(_, let download) = self { download } else { nil } }

    /// Delivers a complete response whose body was kept in memory because it looked like a redirect.
    func deliver(_ response: inout Teapot.Response, accepting accepted: Set<Int>) throws(TeapotError) {
        var receiver = BodyReceiver()
        try receiver.begin(response, into: self, accepting: accepted)
        // Delete the partial file on failure. After a whole file has ended, this does nothing.
        defer { try? receiver.end(isWhole: false) }
        if !response.body.isEmpty { try receiver.receive(response.body) }
        response.body = receiver.data
        try receiver.end(isWhole: true)
    }
}
