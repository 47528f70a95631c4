public import Foundation
public import Teapot

/// A response of a mock.
public struct Response: Sendable, Equatable {
    /// The kind of a body.
    public enum Content: Sendable, Equatable {
        /// The bytes of the body, which are empty for no body.
        case data(Data)
        /// The name of a fixture, such as `users` or `logo.png`.
        case file(String)
        /// A stream of pieces that are sent one after another.
        case stream(Stream)
        /// A WebSocket, which replaces the HTTP connection.
        ///
        /// The response has no body.
        case webSocket(WebSocket.Service)
    }

    /// The status code, such as 200.
    public var status: Teapot.StatusCode
    /// The header fields.
    ///
    /// Fields that describe the body are added if they are missing.
    ///
    /// A `Content-Encoding` declares that the body is already encoded. A client that connects over a socket decodes it.
    /// `MockTeapot` and intercepted sessions deliver the bytes unchanged.
    public var headerFields: Teapot.HeaderFields
    /// The content of the body.
    public var content: Content
    /// The trailer fields, which a server sends in the last chunk of the body (RFC 9112 §7.1.2).
    ///
    /// Other carriers ignore them.
    ///
    /// Foundation's client on Linux crashes when it receives trailer fields.
    public var trailers: Teapot.HeaderFields {
        get { extras?.trailers ?? [:] }
        set { extras = Extras(fault: fault, trailers: newValue, validators: validators) }
    }
    /// The time to wait before responding, in seconds.
    public var delay: Double
    /// The failure of the exchange, or `nil` if it does not fail.
    ///
    /// `MockTeapot` and intercepted sessions fail with its error. A server produces the failure on its connection.
    public var fault: Fault? {
        get { extras?.fault }
        set { extras = Extras(fault: newValue, trailers: trailers, validators: validators) }
    }
    /// The values that tell one version of the body from another, or `nil` if the response is sent regardless of the
    /// preconditions and the range of a request.
    package var validators: Validators? {
        get { extras?.validators }
        set { extras = Extras(fault: fault, trailers: trailers, validators: newValue) }
    }

    /// The properties that few responses use, stored behind one reference.
    private final class Extras: Sendable, Equatable {
        let fault: Fault?
        let trailers: Teapot.HeaderFields
        let validators: Validators?

        /// Creates the storage, or returns `nil` if it would be empty.
        init?(fault: Fault?, trailers: Teapot.HeaderFields, validators: Validators?) {
            if fault == nil, trailers.isEmpty, validators == nil { return nil }
            self.fault = fault
            self.trailers = trailers
            self.validators = validators
        }

        static func == (left: Extras, right: Extras) -> Bool {
            left.fault == right.fault && left.trailers == right.trailers && left.validators == right.validators
        }
    }

    private var extras: Extras?

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headerFields: The header fields.
    ///   - body: The bytes of the body.
    ///   - delay: The time to wait before responding, in seconds.
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

    /// The bytes of the body.
    ///
    /// They are empty if the body is a fixture or a stream, or if the response is a WebSocket.
    public var body: Data {
        get { if case .data(let data) = content { data } else { Data() } }
        set { content = .data(newValue) }
    }

    /// The name of the fixture that is the body, or `nil` if the body is not a fixture.
    public var file: String? { if case .file(let name) = content { name } else { nil } }
}
