public import Teapot

/// What a mock answers with: what goes out.
public struct Response: Sendable, Equatable {
    /// What the body is.
    public enum Content: Sendable, Equatable {
        /// Bytes; none for no body.
        case data(Data)
        /// A fixture, by its name, such as `users` or `logo.png`.
        case file(String)
        /// Pieces that come one after the other.
        case stream(Stream)
        /// None: the connection becomes a WebSocket.
        case webSocket(WebSocket.Service)
    }

    /// The status code, such as 200.
    public var status: Teapot.StatusCode
    /// The header fields; those that describe the body are added where they are not given.
    ///
    /// A `Content-Encoding` says that the body is encoded already. A client decodes it that asks over a socket; through
    /// `MockTeapot` and an intercepted session it gets the bytes as they are.
    public var headerFields: Teapot.HeaderFields
    /// The body, whatever it is made of.
    public var content: Content
    /// Header fields behind the body, which a server sends in its last chunk (RFC 9112 §7.1.2); others drop them.
    ///
    /// Foundation's client on Linux crashes when it reads any.
    public var trailers: Teapot.HeaderFields {
        get { extras?.trailers ?? [:] }
        set { extras = Extras(fault: fault, trailers: newValue) }
    }
    /// How long to wait before answering, in seconds.
    public var delay: Double
    /// How the exchange fails instead of being answered; `nil` if it does not.
    ///
    /// `MockTeapot` and intercepted sessions fail so; a server does it to its connection.
    public var fault: Fault? {
        get { extras?.fault }
        set { extras = Extras(fault: newValue, trailers: trailers) }
    }

    /// What few responses have, behind one reference.
    private final class Extras: Sendable, Equatable {
        let fault: Fault?
        let trailers: Teapot.HeaderFields

        /// Nothing when there is nothing to keep.
        init?(fault: Fault?, trailers: Teapot.HeaderFields) {
            if fault == nil, trailers.isEmpty { return nil }
            self.fault = fault
            self.trailers = trailers
        }

        static func == (left: Extras, right: Extras) -> Bool {
            left.fault == right.fault && left.trailers == right.trailers
        }
    }

    private var extras: Extras?

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headerFields: The header fields.
    ///   - body: The body's bytes.
    ///   - delay: How long to wait before answering, in seconds.
    public init(
        status: Teapot.StatusCode = .ok,
        headerFields: Teapot.HeaderFields = [:],
        body: Data = Data(),
        delay: Double = 0
    ) {
        self.status = status
        self.headerFields = headerFields
        content = .data(body)
        self.delay = delay
    }

    /// The body's bytes; empty when the body is a fixture or a stream, or there is a WebSocket.
    public var body: Data {
        get { if case .data(let data) = content { data } else { Data() } }
        set { content = .data(newValue) }
    }

    /// The name of the fixture that is the body; `nil` when it is none.
    public var file: String? { if case .file(let name) = content { name } else { nil } }
}
