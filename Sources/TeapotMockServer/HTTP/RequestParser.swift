import Foundation
import Teapot
package import TeapotMock

/// A request, with the properties that the connection needs for the response.
package struct IncomingRequest: Equatable {
    package var request: Request
    package var minorVersion: Int
    /// Whether the connection can be reused (RFC 9112 §9.3).
    ///
    /// By default, it's reused in HTTP/1.1 and closed in HTTP/1.0.
    package var keepsAlive: Bool
    var isHead = false
    /// Whether the request asks for another protocol (RFC 9110 §7.8).
    var asksForUpgrade = false
    /// Whether a browser requests a service worker's script.
    var isForServiceWorker = false
}

/// A parser for HTTP/1.x requests (RFC 9112), which reads bytes as they arrive and does no I/O.
///
/// The bytes can be divided anywhere: the steps are the same whether the bytes arrive together or one by one. The
/// exception is ``Step/continueExpected``, which is omitted if bytes of the body have already arrived.
package struct RequestParser {
    /// The result of parsing the bytes so far.
    package enum Step: Equatable {
        /// More bytes are needed.
        case needsMore
        /// The client waits for a 100 response before it sends the body (RFC 9110 §10.1.1); returned once per request.
        case continueExpected
        /// A request is complete; bytes of another request may follow.
        case request(IncomingRequest)
        /// The bytes aren't a valid request.
        ///
        /// Later bytes can't be trusted, so every later step is the same rejection.
        case rejected(Rejection)
    }

    enum State {
        case head
        case content(remaining: Int)
        case chunkSize
        case chunkData(remaining: Int)
        case chunkEnd
        case trailers
        case failed(Rejection)
    }

    /// The limits on the sizes of a head and of a body, in bytes, which are a subset of ``Server/Limits``.
    let limits: (headBytes: Int, bodyBytes: Int)
    var buffer = InputBuffer()
    /// The number of received bytes that haven't been read yet.
    var unreadCount: Int { buffer.count }
    var state = State.head
    /// The number of bytes of this head that have been read, from the start of the buffer.
    private var headBytes = 0
    private var head = HeadReader()
    /// The number of bytes of this body's trailers.
    var trailerBytes = 0
    /// The number of bytes of this body's chunk extensions.
    var extensionBytes = 0
    private var current: IncomingRequest?
    /// Whether the rejected request is a `HEAD`.
    private var rejectedHead = false
    private var owesContinue = false
    var body = Data()
    /// The body, if it's large and its length is known.
    private var largeBody: BodyStorage?

    package init(limits: Server.Limits = Server.Limits()) {
        self.limits = (limits.headBytes, limits.bodyBytes)
    }

    /// Appends received bytes; ``next()`` returns the result.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .failed:
            return
        case .content(let remaining) where buffer.isEmpty && remaining > 0:
            // A body doesn't pass through the buffer.
            let count = min(remaining, bytes.count)
            appendBody(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            state = .content(remaining: remaining - count)
            if count < bytes.count { buffer.append(UnsafeRawBufferPointer(rebasing: bytes[count...])) }
        default:
            buffer.append(bytes)
        }
    }

    /// Appends received bytes; ``next()`` returns the result.
    package mutating func append(_ bytes: some Collection<UInt8>) {
        Array(bytes).withUnsafeBytes { append($0) }
    }

    /// The memory for the rest of a large body.
    ///
    /// Bytes can be read directly into this memory and reported with ``didReadBody(_:)``, instead of being appended.
    var bodyRest: UnsafeMutableRawBufferPointer? {
        guard case .content(let remaining) = state, remaining > 0, buffer.isEmpty else { return nil }
        return largeBody?.rest
    }

    /// Reports that bytes were read into ``bodyRest``.
    mutating func didReadBody(_ count: Int) {
        guard case .content(let remaining) = state, let largeBody else { return }
        largeBody.didFill(count)
        state = .content(remaining: max(0, remaining - count))
    }

    /// Whether the current or rejected request is a `HEAD`, whose response has no body (RFC 9110 §9.3.2).
    var isHead: Bool {
        switch state {
        case .failed: rejectedHead
        case .head where !head.hasLine: buffer.bytes[(buffer.start + headBytes)...].isHead
        case .head: head.isHead
        case .content, .chunkSize, .chunkData, .chunkEnd, .trailers: current?.isHead ?? false
        }
    }

    private mutating func appendBody(_ bytes: UnsafeRawBufferPointer) {
        if let largeBody { largeBody.append(bytes) } else { body.append(contentsOf: bytes) }
    }

    /// Takes the bytes after the last request, which belong to another protocol.
    mutating func takeRest() -> [UInt8] {
        defer { buffer.removeAll() }
        return Array(buffer.take(upTo: .max))
    }

    /// Whether a part of a request has arrived; empty lines don't count (RFC 9112 §2.2).
    var isWithinRequest: Bool {
        if case .head = state { head.hasLine || buffer.count > headBytes } else { true }
    }

    /// Whether a request's head is complete but its body isn't.
    var isWithinBody: Bool {
        if case .head = state { false } else { true }
    }

    /// Returns the next step; call it until it returns ``Step/needsMore`` or a rejection.
    package mutating func next() -> Step {
        do throws(Rejection) {
            return try advance()
        } catch {
            rejectedHead = isHead
            state = .failed(error)
            buffer.removeAll()
            body = Data()
            largeBody = nil
            return .rejected(error)
        }
    }

    /// The reason the stream must not end here (RFC 9112 §8), or `nil` between two requests, where it may end.
    package var prematureEnd: Rejection? {
        switch state {
        case .head where !isWithinRequest: nil
        case .head: Rejection("The connection ended within the head of a request.")
        case .content(let remaining): Rejection("The connection ended \(remaining) bytes before the body did.")
        case .chunkSize, .chunkData, .chunkEnd, .trailers: Rejection("The connection ended before the last chunk.")
        case .failed(let rejection): rejection
        }
    }

    private mutating func advance() throws(Rejection) -> Step {
        while true {
            switch state {
            case .head:
                guard try advanceHead() else { return .needsMore }
            case .content(let remaining):
                guard remaining > 0 else { return finish() }
                let bytes = buffer.take(upTo: remaining)
                bytes.withUnsafeBytes { appendBody($0) }
                state = .content(remaining: remaining - bytes.count)
                if bytes.count < remaining { return waitForBody() }
            case .chunkSize, .chunkData, .chunkEnd, .trailers:
                switch try advanceChunks() {
                case .needsMore: return waitForBody()
                case .again: continue
                case .finished: return finish()
                }
            case .failed(let rejection):
                return .rejected(rejection)
            }
        }
    }

    private func checkByte(at place: Int) throws(Rejection) {
        guard place < buffer.bytes.count else { return }
        let first = buffer.bytes[place]
        guard !first.isTokenCharacter, first != 0x0D, first != 0x0A else { return }
        throw Rejection(
            first == 0x16
                ? "These bytes look like TLS; this server speaks plain HTTP, so use http:// in the URL."
                : "A request begins with a method, not with \(CollectionOfOne(first).quoted)."
        )
    }

    /// Reads the next lines of a head.
    ///
    /// - Returns: Whether the head is complete.
    private mutating func advanceHead() throws(Rejection) -> Bool {
        while true {
            let place = buffer.start + headBytes
            if place == buffer.bytes.count { return false }
            // Check the byte as soon as it arrives, alone or with a whole line, and also after empty lines.
            if !head.hasLine { try checkByte(at: place) }
            switch buffer.line(from: place, limit: limits.headBytes - headBytes) {
            case .incomplete:
                return false
            case .tooLong:
                throw Self.headTooLong(limits.headBytes, isRequestLine: !head.hasLine)
            case .bareLineFeed(let line):
                throw Self.bareLineFeed(buffer.bytes[line])
            case .complete(let line, let end):
                headBytes += end - place
                if !line.isEmpty, head.hasLine {
                    try head.readField(line, of: buffer.bytes)
                } else if !line.isEmpty {
                    try head.readRequestLine(line, end: end, of: buffer.bytes)
                } else if head.hasLine {
                    try endHead(at: line.lowerBound, end: end)
                    return true
                }
            // RFC 9112 §2.2: ignore empty lines before a request line.
            }
        }
    }

    private static func headTooLong(_ limit: Int, isRequestLine: Bool) -> Rejection {
        isRequestLine
            ? Rejection(414, "The request line has more than \(limit) bytes.")  // RFC 9112 §3.
            : Rejection(431, "The request's head has more than \(limit) bytes.")  // RFC 6585 §5.
    }

    /// Takes a line of the body's framing without its CRLF, or returns `nil` if it isn't complete yet.
    mutating func takeLine(
        within limit: Int,
        orElse tooLong: @autoclosure () -> Rejection
    ) throws(Rejection) -> ArraySlice<UInt8>? {
        switch buffer.line(from: buffer.start, limit: limit) {
        case .complete(let line, let end):
            defer { buffer.drop(before: end) }
            return buffer.bytes[line]
        case .incomplete: return nil
        case .tooLong: throw tooLong()
        case .bareLineFeed(let line): throw Self.bareLineFeed(buffer.bytes[line])
        }
    }

    /// Returns the rejection for a lone LF.
    ///
    /// RFC 9112 §2.2 lets a recipient accept it as the end of a line, but rejecting it reveals the client's bug.
    private static func bareLineFeed(_ line: ArraySlice<UInt8>) -> Rejection {
        Rejection("The line \(line.quoted) ends in LF alone; HTTP requires CR LF.")
    }

    private mutating func endHead(at fieldsEnd: Int, end: Int) throws(Rejection) {
        let minorVersion = head.minorVersion
        // RFC 9112 §3.2: HTTP/1.1 requires exactly one valid Host.
        guard head.hostCount == 1 || (head.hostCount == 0 && minorVersion == 0) else {
            throw Rejection(
                head.hostCount == 0 ? "The request has no Host header." : "The request has more than one Host header."
            )
        }
        if let host = head.badHost {
            throw Rejection("Host \(host.utf8.quoted) is not a host with an optional port.")
        }
        let expectsContinue = try readFraming(minorVersion: minorVersion)
        // RFC 9112 §9.3: HTTP/1.1 declares when a connection closes; HTTP/1.0 declares when it doesn't.
        let keepsAlive = !head.options.contains(.close) && (minorVersion > 0 || head.options.contains(.keepAlive))
        current = IncomingRequest(
            request: try head.request(from: buffer.bytes, end: fieldsEnd),
            minorVersion: minorVersion,
            keepsAlive: keepsAlive,
            isHead: head.isHead,
            asksForUpgrade: head.options.contains(.upgrade) && minorVersion > 0,
            isForServiceWorker: head.isForServiceWorker
        )
        owesContinue = expectsContinue
        headBytes = 0
        head = HeadReader()
        buffer.drop(before: end)
    }

    /// Reads the framing of the body, and starts reading the body.
    ///
    /// - Returns: Whether the client waits for a 100 response.
    private mutating func readFraming(minorVersion: Int) throws(Rejection) -> Bool {
        guard !head.framing.isEmpty else {
            try beginBody(of: head.contentLength ?? 0)
            return false
        }
        let framing = try BodyFraming(headers: head.framing, minorVersion: minorVersion)
        // RFC 9110 §10.1.1: an HTTP/1.0 client is never sent a 100 response.
        let expectsContinue = minorVersion > 0 ? try readExpectations() : false
        var hasBody = true
        switch framing {
        case .length(let length):
            try beginBody(of: length)
            hasBody = length > 0
        case .chunked:
            state = .chunkSize
        }
        return hasBody && expectsContinue
    }

    private mutating func beginBody(of length: Int) throws(Rejection) {
        guard length <= limits.bodyBytes else { throw bodyTooLarge }
        state = .content(remaining: length)
        if length > Self.smallBytes { largeBody = BodyStorage(length: length) }
    }

    /// Returns whether the client waits before it sends its body.
    ///
    /// - Throws: A rejection with status 417 for any expectation other than 100-continue (RFC 9110 §10.1.1).
    private func readExpectations() throws(Rejection) -> Bool {
        var expectsContinue = false
        for value in head.framing.values(for: "Expect") {
            let members = value.utf8.split(separator: 0x2C).map { String(Substring($0.trimmingOptionalWhitespace())) }
            for member in members where !member.isEmpty {
                guard member.isSameHeaderName(as: "100-continue") else {
                    throw Rejection(
                        417,
                        "Expect \(value.utf8.quoted) is not supported; only 100-continue is."
                    )
                }
                expectsContinue = true
            }
        }
        return expectsContinue
    }

    /// The size above which a body is read directly into memory of its own.
    private static var smallBytes: Int { 16 * 1024 }

    var bodyTooLarge: Rejection {
        Rejection(.contentTooLarge, "The request's body has more than \(limits.bodyBytes) bytes.")
    }

    private mutating func waitForBody() -> Step {
        defer { owesContinue = false }
        // RFC 9110 §10.1.1: no 100 response is needed once part of the body, even a chunk's size, has arrived.
        if case .chunkData = state { return .needsMore }
        let hasBegun = !body.isEmpty || largeBody?.isEmpty == false || !buffer.isEmpty
        return owesContinue && !hasBegun ? .continueExpected : .needsMore
    }

    private mutating func finish() -> Step {
        if let largeBody {
            current?.request.body = largeBody.take()
            self.largeBody = nil
        } else if !body.isEmpty {
            current?.request.body = body
            body = Data()
        }
        guard let finished = current.take() else { return .needsMore }
        state = .head
        trailerBytes = 0
        extensionBytes = 0
        owesContinue = false
        return .request(finished)
    }
}
