import Teapot

extension Response {
    /// A failure of the connection, in place of a response or in the middle of one.
    public struct Fault: Sendable {
        enum Kind {
            case instead(any Error)
            case after(Int, any Error)
        }

        let kind: Kind

        /// A failure of any kind.
        ///
        /// - Parameter error: What the client is told. A ``/Teapot/TeapotError`` becomes the call's own.
        public init(_ error: any Error) {
            kind = .instead(error)
        }

        private init(kind: Kind) {
            self.kind = kind
        }

        /// What the client is told.
        public var error: any Error {
            switch kind {
            case .instead(let error), .after(_, let error): error
            }
        }

        /// Nobody listens: `URLError.cannotConnectToHost`.
        public static let refused = Fault(URLError(.cannotConnectToHost))
        /// Nothing comes for as long as the client waits: `URLError.timedOut`, at once.
        public static let timedOut = Fault(URLError(.timedOut))
        /// The connection is reset before anything has come: `URLError.networkConnectionLost`.
        public static let reset = Fault(URLError(.networkConnectionLost))
        /// What comes is no HTTP response.
        public static let garbage = Fault(URLError(Self.garbageCode))

        /// The connection ends in the middle of the body.
        ///
        /// - Parameter count: How many bytes of the body come before it does.
        /// - Returns: The fault.
        public static func cutShort(after count: Int) -> Fault {
            Fault(kind: .after(max(0, count), URLError(cutShortCode)))
        }

        // What Foundation makes of the same thing on a socket.
        #if canImport(Darwin)
            private static let garbageCode = URLError.Code.cannotParseResponse
            private static let cutShortCode = URLError.Code.networkConnectionLost
        #else
            private static let garbageCode = URLError.Code.unsupportedURL
            private static let cutShortCode = URLError.Code.unknown
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
        String(reflecting: left.kind) == String(reflecting: right.kind)
    }
}
