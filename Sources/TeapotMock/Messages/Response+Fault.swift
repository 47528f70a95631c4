import Teapot

extension Response {
    /// A failure of the connection, in place of a response or in the middle of one.
    public struct Fault: Sendable {
        /// What a client is told in this process.
        enum Kind: Sendable {
            case instead(any Error)
            case after(Int, any Error)
        }

        /// What a server does to its connection.
        package enum Wire: Sendable, Equatable {
            /// It says nothing.
            case silence
            /// It ends the connection before a byte of the response.
            case nothing
            /// It resets the connection before a byte of the response.
            case reset
            /// It resets the connection behind so many bytes of the body.
            case resetBody(after: Int)
            /// It ends the connection behind so many bytes of the body.
            case endBody(after: Int)
            /// Behind so many bytes of a chunked body comes a chunk without a size.
            case malformedChunk(after: Int)
            /// The head says that the body has so many bytes.
            case contentLength(Int)
            /// It sends what is no HTTP.
            case garbage
        }

        /// Behind one reference, for most responses have no fault and are copied all the same.
        private final class Parts: Sendable {
            let kind: Kind
            let wire: Wire?

            init(_ kind: Kind, _ wire: Wire?) {
                self.kind = kind
                self.wire = wire
            }
        }

        private let parts: Parts

        var kind: Kind { parts.kind }
        /// What a server does; `nil` for what only a client's own system could do to it.
        package var wire: Wire? { parts.wire }

        /// A failure of any kind.
        ///
        /// A server can refuse, reset or say nothing; asked for any other failure it answers with the status 500 and
        /// says so.
        ///
        /// - Parameter error: What the client is told. A ``/Teapot/TeapotError`` becomes the call's own.
        public init(_ error: any Error) {
            let wire: Wire? =
                switch (error as? URLError)?.code {
                case .timedOut?: .silence
                case .cannotConnectToHost?, .networkConnectionLost?: .reset
                default: nil
                }
            parts = Parts(.instead(error), wire)
        }

        private init(_ kind: Kind, _ wire: Wire) {
            parts = Parts(kind, wire)
        }

        /// A failure that clients in this process have; a server sends the response, whose end nothing is cut behind.
        static func onlyInProcess(_ error: any Error) -> Fault { Fault(.instead(error), .endBody(after: .max)) }

        /// What the client is told.
        public var error: any Error {
            switch kind {
            case .instead(let error), .after(_, let error): error
            }
        }

        /// Nobody listens: `URLError.cannotConnectToHost`.
        ///
        /// A server listens for all or none, so that it resets the connection; see its `refusesConnections`.
        public static let refused = Fault(URLError(.cannotConnectToHost))
        /// Nothing comes for as long as the client waits: `URLError.timedOut`, at once; from a server, when the client's
        /// patience ends.
        public static let timedOut = Fault(URLError(.timedOut))
        /// The connection is reset before anything has come: `URLError.networkConnectionLost`.
        public static let reset = Fault(URLError(.networkConnectionLost))
        /// The client is told that the request was cancelled; a server resets the connection.
        static let cancelled = Fault(.instead(URLError(.cancelled)), .reset)
        /// The connection ends in order, but nothing has come.
        public static let empty = Fault(.instead(URLError(emptyCode)), .nothing)
        /// What comes is no HTTP response.
        public static let garbage = Fault(.instead(URLError(garbageCode)), .garbage)

        /// The connection ends in the middle of the body.
        ///
        /// - Parameter count: How many bytes of the body come before it does.
        /// - Returns: The fault.
        public static func cutShort(after count: Int) -> Fault {
            Fault(.after(max(0, count), URLError(cutShortCode)), .endBody(after: max(0, count)))
        }

        /// The connection is reset in the middle of the body.
        ///
        /// - Parameter count: How many bytes of the body come before it is; the reset may overtake them.
        /// - Returns: The fault.
        public static func reset(after count: Int) -> Fault {
            Fault(.after(max(0, count), URLError(.networkConnectionLost)), .resetBody(after: max(0, count)))
        }

        /// The body comes in chunks, one of which has no size (RFC 9112 §7.1).
        ///
        /// - Parameter count: How many bytes of the body come before that one.
        /// - Returns: The fault.
        public static func malformedChunk(after count: Int) -> Fault {
            Fault(.after(max(0, count), URLError(malformedCode)), .malformedChunk(after: max(0, count)))
        }

        /// The head says that the body is longer than it is, and the connection ends behind it (RFC 9112 §8).
        ///
        /// - Parameter length: How many bytes it is said to have. With fewer than the body has the client reads a body
        ///   cut off there, without an error.
        /// - Returns: The fault.
        public static func contentLength(_ length: Int) -> Fault {
            Fault(.after(max(0, length), URLError(cutShortCode)), .contentLength(max(0, length)))
        }

        /// Whether a client learns of it, when the body has so many bytes: one that has them all may not.
        package func breaksOff(bodyOf length: Int) -> Bool {
            switch wire {
            case .endBody(let count), .resetBody(let count): count < length
            case .contentLength(let count): count > length
            default: true
            }
        }

        // What Foundation makes of the same thing on a socket.
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
    /// The response as it fails, such as `.json(["id": 1]).failing(.cutShort(after: 5))`.
    ///
    /// - Parameter fault: How the connection fails: instead of the response, or in the middle of it.
    /// - Returns: The response with the fault.
    public func failing(_ fault: Fault) -> Response {
        var response = self
        response.fault = fault
        return response
    }
}

extension Response.Fault: Equatable {
    /// Whether two faults tell the client the same, at the same place.
    public static func == (left: Self, right: Self) -> Bool {
        left.wire == right.wire && String(reflecting: left.kind) == String(reflecting: right.kind)
    }
}
