import Foundation
package import Teapot

extension Response {
    /// A connection failure, either instead of a response or in the middle of one.
    public struct Fault: Sendable {
        /// The failure as a client in this process receives it.
        enum Kind: Sendable {
            case instead(any Error)
            case after(Int, any Error)
        }

        /// The failure as a server produces it on its connection.
        package enum Wire: Sendable, Equatable {
            /// The server sends nothing and keeps the connection open.
            case silence
            /// The server closes the connection before the first byte of the response.
            case nothing
            /// The server resets the connection before the first byte of the response.
            case reset
            /// The server resets the connection after this number of body bytes.
            case resetBody(after: Int)
            /// The server closes the connection after this number of body bytes.
            case endBody(after: Int)
            /// The server sends a chunk without a size after this number of bytes of a chunked body.
            case malformedChunk(after: Int)
            /// The response's head declares this number of body bytes.
            case contentLength(Int)
            /// The server sends bytes that aren't HTTP.
            case garbage
            /// The server sends the response, which explains the error that only a client in this process receives.
            case explanation

            /// Whether the server sends the response, or a part of it.
            var hasResponse: Bool { ![.silence, .nothing, .reset, .garbage].contains(self) }

            /// The number of body bytes before the failure, or `nil` for a failure that isn't within the body.
            package var bodyLimit: Int? {
                switch self {
                case .endBody(let count), .resetBody(let count), .malformedChunk(let count): count
                case .silence, .nothing, .reset, .contentLength, .garbage, .explanation: nil
                }
            }
        }

        /// The storage is a single reference, because most responses have no fault but are copied anyway.
        private let parts: Box<(kind: Kind, wire: Wire?)>

        var kind: Kind { parts.value.kind }
        /// The failure that a server produces, or `nil` if only the client's system can cause it.
        package var wire: Wire? { parts.value.wire }

        /// Whether a client receives the response, or part of it, before the failure.
        package var hasResponse: Bool { if case .after = kind { true } else { false } }

        /// Creates a fault from any error.
        ///
        /// A server can only reset a connection or send nothing. For any other error, it answers with status 500 and an
        /// explanation.
        ///
        /// - Parameter error: The error that the client receives. A ``/Teapot/TeapotError`` becomes the error of the
        ///   call.
        public init(_ error: any Error) {
            let wire: Wire? =
                switch (error as? URLError)?.code {
                case .timedOut?: .silence
                case .cannotConnectToHost?, .networkConnectionLost?: .reset
                default: nil
                }
            parts = Box((.instead(error), wire))
        }

        private init(_ kind: Kind, _ wire: Wire) { parts = Box((kind, wire)) }

        /// Creates a fault that only clients in this process receive.
        ///
        /// A server sends the complete response instead.
        package static func onlyInProcess(_ error: any Error) -> Fault { Fault(.instead(error), .endBody(after: .max)) }

        /// Creates a fault for a response that explains the error.
        static func explained(_ error: TeapotError) -> Fault { Fault(.instead(error), .explanation) }

        /// The error that the client receives.
        public var error: any Error {
            switch kind {
            case .instead(let error), .after(_, let error): error
            }
        }

        /// A fault for a host that refuses connections: `URLError.cannotConnectToHost`.
        ///
        /// A server can't refuse a connection for a single route, so it resets the connection instead. See the server's
        /// `refusesConnections`.
        public static let refused = Fault(URLError(.cannotConnectToHost))
        /// A fault for a request that times out: `URLError.timedOut`.
        ///
        /// In this process, the client receives it immediately. A server sends nothing, so the client's timeout fires.
        public static let timedOut = Fault(URLError(.timedOut))
        /// A fault for a connection that is reset before the response: `URLError.networkConnectionLost`.
        public static let reset = Fault(URLError(.networkConnectionLost))
        /// A fault that reports the request as cancelled.
        ///
        /// A server resets the connection.
        package static let cancelled = Fault(.instead(URLError(.cancelled)), .reset)
        /// A fault for a request without a network: `URLError.notConnectedToInternet`.
        ///
        /// A server resets the connection.
        static let noNetwork = Fault(.instead(URLError(.notConnectedToInternet)), .reset)
        /// A fault for a connection that is closed normally before the response.
        public static let empty = Fault(.instead(URLError(emptyCode)), .nothing)
        /// A fault for a response that isn't HTTP.
        public static let garbage = Fault(.instead(URLError(garbageCode)), .garbage)

        /// Creates a fault for a connection that is closed in the middle of the body.
        ///
        /// See ``reset(after:)`` for the point at which a stream breaks off.
        ///
        /// - Parameter count: The number of body bytes before the end.
        /// - Returns: The fault.
        public static func cutShort(after count: Int) -> Fault {
            Fault(.after(max(0, count), URLError(cutShortCode)), .endBody(after: max(0, count)))
        }

        /// Creates a fault for a connection that is reset in the middle of the body.
        ///
        /// The fault has no effect if the body isn't longer than `count`. A stream breaks off as soon as the bytes
        /// have been sent. Without a `Content-Length`, a stream breaks off even after its last byte, because only the
        /// end of the response tells the client that the body is complete.
        ///
        /// - Parameter count: The number of body bytes before the reset. The client may receive fewer bytes than that.
        /// - Returns: The fault.
        public static func reset(after count: Int) -> Fault {
            Fault(.after(max(0, count), URLError(.networkConnectionLost)), .resetBody(after: max(0, count)))
        }

        /// Creates a fault for a chunked body with a chunk that has no size (RFC 9112 §7.1).
        ///
        /// - Parameter count: The number of body bytes before that chunk.
        /// - Returns: The fault.
        public static func malformedChunk(after count: Int) -> Fault {
            Fault(.after(max(0, count), URLError(malformedCode)), .malformedChunk(after: max(0, count)))
        }

        /// Creates a fault for a response whose `Content-Length` isn't the length of its body (RFC 9112 §8).
        ///
        /// The connection closes after the body.
        ///
        /// - Parameter length: The declared number of bytes. If it's less than the length of the body, the client reads
        ///   a truncated body without an error.
        /// - Returns: The fault.
        public static func contentLength(_ length: Int) -> Fault {
            let length = min(max(0, length), 1 << 53)
            return Fault(.after(length, URLError(cutShortCode)), .contentLength(length))
        }

        /// Returns whether a client notices the fault if the body has the given length, in bytes.
        ///
        /// A client that receives the whole body may not notice the fault.
        package func breaksOff(bodyOf length: Int) -> Bool {
            switch wire {
            case .endBody(let count), .resetBody(let count): count < length
            case .contentLength(let count): count > length
            case .explanation: false
            case .malformedChunk, .silence, .nothing, .reset, .garbage, nil: true
            }
        }

        // Foundation reports these error codes for the same failures on a socket.
        #if canImport(Darwin)
            private static let emptyCode = URLError.Code.networkConnectionLost
            private static let garbageCode = URLError.Code.cannotParseResponse
            private static let cutShortCode = URLError.Code.networkConnectionLost
            private static let malformedCode = URLError.Code.cannotParseResponse
        #else
            private static let emptyCode = URLError.Code.badServerResponse
            private static let garbageCode = URLError.Code.unsupportedURL
            private static let cutShortCode = URLError.Code.unknown
            private static let malformedCode = URLError.Code.unknown
        #endif
    }
}

extension Response {
    /// Whether the response explains why a request wasn't answered.
    ///
    /// A client in this process receives the reason as an error.
    package var isExplanation: Bool { fault?.wire == .explanation }

    /// Creates the response to a request that isn't answered because of an error.
    package static func explaining(_ error: TeapotError) -> Response {
        let status: Teapot.StatusCode =
            switch error.type {
            case .unansweredRequest: 404
            case .incorrectHeaders: 400
            default: 500
            }
        return .json(JSON.dictionary(["error": error.description]), status: status).failing(.explained(error))
    }

    /// Returns the response with a fault, as in `.json(["id": 1]).failing(.cutShort(after: 5))`.
    ///
    /// - Parameter fault: The failure of the connection, either instead of the response or in the middle of it.
    /// - Returns: The response with the fault.
    public func failing(_ fault: Fault) -> Response {
        var response = self
        response.fault = fault
        return response
    }
}

extension Response.Fault: Equatable {
    /// Returns whether two faults report the same error at the same position.
    public static func == (left: Self, right: Self) -> Bool {
        left.wire == right.wire && String(reflecting: left.kind) == String(reflecting: right.kind)
    }
}
