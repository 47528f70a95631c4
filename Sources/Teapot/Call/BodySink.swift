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
