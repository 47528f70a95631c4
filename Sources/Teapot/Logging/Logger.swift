extension Teapot {
    /// A client's logger, with a level and a destination.
    ///
    /// It is off by default, and messages that aren't logged are never built. The sink is a closure, so you can connect
    /// any logging system with one line:
    ///
    /// ```swift
    /// teapot.logger.sink = { level, message in osLogger.log("\(message)") }                          // os.Logger
    /// teapot.logger.sink = { level, message in  // swift-log
    ///     log.log(level: level == .error ? .error : .debug, "\(message)")
    /// }
    /// ```
    public final class Logger: Sendable {
        /// A log level, which includes all lower levels.
        public enum Level: Comparable, Sendable, CaseIterable {
            /// Nothing is logged.
            case none
            /// Failed calls are logged.
            case error
            /// Responses are also logged.
            case incomingData
            /// Requests are also logged.
            case incomingAndOutgoingData

            /// Everything sent and received, the same as ``incomingAndOutgoingData``.
            public static let debug = Self.incomingAndOutgoingData
        }

        private struct State {
            var level = Level.none
            var bodyLimit = 1_024
            var sink: @Sendable (Level, String) -> Void = { _, message in print(message) }
        }

        private let state: Locked<State>

        /// Creates a logger.
        ///
        /// - Parameter level: The log level.
        public init(level: Level = .none) { state = Locked(State(level: level)) }

        /// The log level.
        public var level: Level {
            get { state.withLock { $0.level } }
            set { state.withLock { $0.level = newValue } }
        }

        /// The maximum number of body bytes to log.
        public var bodyLimit: Int {
            get { state.withLock { $0.bodyLimit } }
            set { state.withLock { $0.bodyLimit = max(0, newValue) } }
        }

        /// The closure that receives the messages, by default `print`.
        public var sink: @Sendable (Level, String) -> Void {
            get { state.withLock { $0.sink } }
            set { state.withLock { $0.sink = newValue } }
        }

        /// Logs a message if its level is enabled.
        ///
        /// - Parameters:
        ///   - level: The level of the message. A message with the level `none` is never logged.
        ///   - message: The message, evaluated only if it is logged.
        package func log(_ level: Level, _ message: () -> String) {
            let sink = state.withLock { level != .none && level <= $0.level ? $0.sink : nil }
            sink?(level, message())
        }
    }
}
