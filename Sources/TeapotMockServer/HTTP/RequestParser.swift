import Teapot
import TeapotMock

/// A request with what the connection needs to know to answer it.
struct IncomingRequest: Equatable {
    var request: Request
    var minorVersion: Int

    /// Whether the connection may be used again (RFC 9112 §9.3): 1.1 says when not, 1.0 says when.
    var keepsAlive: Bool {
        let options = request.headers.connectionOptions
        return !options.contains("close") && (minorVersion > 0 || options.contains("keep-alive"))
    }
}

extension Teapot.HeaderFields {
    /// The options of the `Connection` field in lower case (RFC 9110 §7.6.1).
    var connectionOptions: [String] {
        values(for: "Connection").flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    }
}

/// Reads HTTP/1.x requests from bytes as they come (RFC 9112), with no I/O of its own.
///
/// Bytes may be cut anywhere: the steps are the same whether they come whole or one by one, but for
/// ``Step/continueExpected``, which is left out when body bytes are there already.
struct RequestParser {
    /// What the bytes so far come to.
    enum Step: Equatable {
        /// Nothing until there are more bytes.
        case needsMore
        /// The client holds its body back until it is told to go on (RFC 9110 §10.1.1); said once a request.
        case continueExpected
        /// A request is whole; more may be waiting behind it.
        case request(IncomingRequest)
        /// The bytes are no request. Nothing behind them can be trusted, so that this step repeats for ever.
        case rejected(Rejection)
    }

    enum State {
        case requestLine
        case fields(RequestLine)
        case content(remaining: Int)
        case chunkSize
        case chunkData(remaining: Int)
        case chunkEnd
        case trailers
        case failed(Rejection)
    }

    let limits: Server.Limits
    var buffer = InputBuffer()
    var state = State.requestLine
    /// The bytes that the lines of this head, or of these trailers, have taken.
    var lineBytes = 0
    /// The bytes that chunk extensions of this body have taken.
    var extensionBytes = 0
    private var headers = Teapot.HeaderFields()
    private var current: IncomingRequest?
    private var owesContinue = false
    var body = Data()

    init(limits: Server.Limits = Server.Limits()) {
        self.limits = limits
    }

    /// Takes bytes from the wire; ``next()`` says what they come to.
    mutating func append(_ bytes: some Collection<UInt8>) {
        if case .failed = state { return }
        buffer.append(bytes)
    }

    /// The next step; call it until it says ``Step/needsMore`` or rejects.
    mutating func next() -> Step {
        do throws(Rejection) {
            return try advance()
        } catch {
            state = .failed(error)
            buffer.removeAll()
            body = Data()
            return .rejected(error)
        }
    }

    /// Why the stream must not end here (RFC 9112 §8); `nil` between two requests, where it may.
    var prematureEnd: Rejection? {
        switch state {
        case .requestLine where buffer.isEmpty: nil
        case .requestLine, .fields: Rejection("The connection ended within the head of a request.")
        case .content(let remaining): Rejection("The connection ended \(remaining) bytes before the body did.")
        case .chunkSize, .chunkData, .chunkEnd, .trailers: Rejection("The connection ended before the last chunk.")
        case .failed(let rejection): rejection
        }
    }

    private mutating func advance() throws(Rejection) -> Step {
        while true {
            switch state {
            case .requestLine:
                try checkFirstByte()
                guard let line = try takeHeadLine() else { return .needsMore }
                // RFC 9112 §2.2: ignore empty lines before a request line.
                if !line.isEmpty { state = .fields(try RequestLine(line)) }
            case .fields(let requestLine):
                guard let line = try takeHeadLine() else { return .needsMore }
                if line.isEmpty {
                    try endHead(requestLine)
                } else {
                    let field = try FieldLine.parse(line, isFirst: headers.isEmpty)
                    headers.append(name: field.name, value: field.value)
                }
            case .content(let remaining):
                let bytes = buffer.take(upTo: remaining)
                body.append(contentsOf: bytes)
                state = .content(remaining: remaining - bytes.count)
                if bytes.count == remaining { return finish() }
                return waitForBody()
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

    private func checkFirstByte() throws(Rejection) {
        guard let first = buffer.first, !first.isTokenCharacter, first != 0x0D, first != 0x0A else { return }
        throw Rejection(
            first == 0x16
                ? "These bytes look like TLS; this server speaks plain HTTP, so use http:// in the URL."
                : "A request begins with a method, not with \(Rejection.quoted(CollectionOfOne(first)))."
        )
    }

    /// A line of the head without its CRLF, or `nil` when it has not come whole yet.
    private mutating func takeHeadLine() throws(Rejection) -> ArraySlice<UInt8>? {
        let limit = limits.headBytes
        var isRequestLine = false
        if case .requestLine = state { isRequestLine = true }
        let line = try takeLine(
            within: limit - lineBytes,
            orElse: Self.headTooLong(limit, isRequestLine: isRequestLine)
        )
        lineBytes += line.map { $0.count + 2 } ?? 0
        return line
    }

    private static func headTooLong(_ limit: Int, isRequestLine: Bool) -> Rejection {
        isRequestLine
            ? Rejection(414, "The request line has more than \(limit) bytes.")  // RFC 9112 §3.
            : Rejection(431, "The request's head has more than \(limit) bytes.")  // RFC 6585 §5.
    }

    /// A line without its CRLF, or `nil` when it has not come whole yet.
    mutating func takeLine(
        within limit: Int,
        orElse tooLong: @autoclosure () -> Rejection
    ) throws(Rejection) -> ArraySlice<UInt8>? {
        switch buffer.takeLine(limit: limit) {
        case .complete(let line): return line
        case .incomplete: return nil
        case .tooLong: throw tooLong()
        case .bareLineFeed(let line):
            // RFC 9112 §2.2 allows taking a lone LF for a line's end; not doing so finds the client's bug.
            throw Rejection("The line \(Rejection.quoted(line)) ends in LF alone; HTTP wants CR LF.")
        }
    }

    private mutating func endHead(_ line: RequestLine) throws(Rejection) {
        let hosts = headers.values(for: "Host")
        // RFC 9112 §3.2: exactly one valid Host in HTTP/1.1.
        guard hosts.count == 1 || (hosts.isEmpty && line.minorVersion == 0) else {
            throw Rejection(
                hosts.isEmpty ? "The request has no Host field." : "The request has more than one Host field."
            )
        }
        if let host = hosts.first, !HostField.isValid(host) {
            throw Rejection("Host \(Rejection.quoted(host.utf8)) is not a host with an optional port.")
        }
        if let authority = line.authority { headers["Host"] = authority }  // RFC 9112 §3.2.2.
        let framing = try BodyFraming(headers: headers, minorVersion: line.minorVersion)
        let expectations = headers.values(for: "Expect")
        for expectation in expectations where line.minorVersion > 0 {
            // RFC 9110 §10.1.1: 417 for what is not 100-continue; HTTP/1.0 is not asked.
            guard expectation.lowercased() == "100-continue" else {
                throw Rejection(
                    417,
                    "Expect \(Rejection.quoted(expectation.utf8)) cannot be met; only 100-continue can."
                )
            }
        }
        switch framing {
        case .length(let length):
            guard length <= limits.bodyBytes else { throw bodyTooLarge }
            state = .content(remaining: length)
            owesContinue = length > 0
        case .chunked:
            state = .chunkSize
            owesContinue = true
        }
        owesContinue = owesContinue && line.minorVersion > 0 && !expectations.isEmpty
        lineBytes = 0
        current = IncomingRequest(
            request: Request(method: line.method, path: line.path, query: line.query, headers: headers),
            minorVersion: line.minorVersion
        )
    }

    var bodyTooLarge: Rejection {
        Rejection(.contentTooLarge, "The request's body has more than \(limits.bodyBytes) bytes.")
    }

    private mutating func waitForBody() -> Step {
        defer { owesContinue = false }
        // RFC 9110 §10.1.1: no 100 is owed once the body has begun to come.
        return owesContinue && body.isEmpty && buffer.isEmpty ? .continueExpected : .needsMore
    }

    private mutating func finish() -> Step {
        guard var finished = current else { return .needsMore }
        finished.request.body = body
        current = nil
        headers = Teapot.HeaderFields()
        body = Data()
        state = .requestLine
        lineBytes = 0
        extensionBytes = 0
        owesContinue = false
        return .request(finished)
    }
}
