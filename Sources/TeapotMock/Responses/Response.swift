public import Foundation
public import Teapot

/// A mock's response to a request.
public struct Response: Sendable, Equatable {
    /// The kind of a body.
    public enum Content: Sendable, Equatable {
        /// The bytes of the body, which are empty if there is no body.
        case data(Data)
        /// The name of a fixture, such as `users` or `logo.png`.
        case file(String)
        /// A stream of pieces that are sent one after another.
        case stream(Stream)
        /// Another protocol, which replaces the HTTP connection, such as a WebSocket from `TeapotMockWebSocket`.
        ///
        /// The response has no body.
        case upgrade(Upgrade)
    }

    /// The status code, such as 200.
    public var status: Teapot.StatusCode
    /// The headers.
    ///
    /// Headers that describe the body are added if they are missing.
    ///
    /// A `Content-Encoding` declares that the body is already encoded, so clients decode it. In this process, they
    /// decode `gzip` and `deflate`, and receive a body with another encoding, such as `br`, as is. An encoded stream is
    /// delivered all at once, when it ends.
    public var headers: Teapot.HeaderFields
    /// The content of the body.
    public var content: Content
    /// The trailer fields, which a server sends after the last chunk of the body (RFC 9112 §7.1.2).
    ///
    /// Clients in this process ignore them.
    ///
    /// Foundation's client on Linux crashes when it receives trailer fields.
    public var trailers: Teapot.HeaderFields {
        get { storage?.extras.trailers ?? [:] }
        set { extend { $0.trailers = newValue } }
    }
    /// The time to wait before responding, in seconds.
    public var delay: Double
    /// The failure of the exchange, or `nil` if there is none.
    ///
    /// `MockTeapot` and intercepted sessions fail with its error. A server produces the failure on its connection.
    public var fault: Fault? {
        get { storage?.extras.fault }
        set { extend { $0.fault = newValue } }
    }
    /// The recorded pieces of the body and their times, or an empty array for a body in one piece.
    ///
    /// A ``Response`` from a recording has pieces, and a recorder keeps them. They don't change how the response is
    /// sent; see ``inPieces(speed:)``.
    public var pieces: [Piece] {
        get { storage?.extras.pieces ?? [] }
        set { extend { $0.pieces = newValue } }
    }
    /// The values that distinguish versions of the body, or `nil` if the response ignores a request's preconditions and
    /// range.
    package var validators: Validators? {
        get { storage?.extras.validators }
        set { extend { $0.validators = newValue } }
    }

    /// A clause about the handler, for the client's error, or `nil` for none.
    var note: String? {
        get { storage?.extras.note ?? mistake }
        set { extend { $0.note = newValue } }
    }

    /// What's probably wrong with a body: it's a JSON string with JSON text or a file's name in it, or a status.
    private var mistake: String? {
        if body.count == 3, status == .ok, let code = Int(String(decoding: body, as: UTF8.self)), 400..<600 ~= code {
            return "whose number is sent as JSON; for a status, write .status(\(code))"
        }
        guard body.first == UInt8(ascii: "\""),
            body.suffix(6) == Data(".json\"".utf8) || "{[".utf8.contains(body.dropFirst().first ?? 0)
        else { return nil }
        return """
            whose String is sent in quotes; for JSON text, write .data(Data(text.utf8), contentType: \
            "application/json"), for a file .file("name.json")
            """
    }

    /// The properties that only few responses use.
    private struct Extras: Sendable, Equatable {
        var fault: Fault?
        var trailers: Teapot.HeaderFields = [:]
        var validators: Validators?
        var pieces: [Piece] = []
        var note: String?

        var isEmpty: Bool { self == Extras() }
    }

    /// The storage of those properties, as a single reference.
    private final class ExtraStorage: Sendable, Equatable {
        let extras: Extras

        init(_ extras: Extras) { self.extras = extras }

        static func == (left: ExtraStorage, right: ExtraStorage) -> Bool { left.extras == right.extras }
    }

    private var storage: ExtraStorage?

    /// Whether the response has a fault, trailers, pieces or validators.
    package var hasExtras: Bool { storage != nil }

    /// Changes one of the properties that only few responses use.
    private mutating func extend(_ change: (inout Extras) -> Void) {
        var changed = storage?.extras ?? Extras()
        change(&changed)
        storage = changed.isEmpty ? nil : ExtraStorage(changed)
    }

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The headers.
    ///   - body: The bytes of the body.
    ///   - delay: The time to wait before responding, in seconds.
    public init(
        status: Teapot.StatusCode = .ok, headers: Teapot.HeaderFields = [:], body: Data = Data(), delay: Double = 0
    ) {
        self.status = status
        self.headers = headers
        content = .data(body)
        self.delay = delay
    }

    /// The bytes of the body.
    ///
    /// They're empty if the body is a fixture or a stream, or if the response is a WebSocket.
    public var body: Data {
        get { if case .data(let data) = content { data } else { Data() } }
        set { content = .data(newValue) }
    }

    /// Whether the body is a stream.
    var isStream: Bool { if case .stream = content { true } else { false } }

    /// The name of the fixture that provides the body, or `nil` if the body isn't a fixture.
    public var file: String? { if case .file(let name) = content { name } else { nil } }
}
