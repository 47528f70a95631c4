extension Teapot {
    /// Where a client logs to, and how much.
    ///
    /// It is off by default, and then messages are not even put together. The sink is a closure, so that any logging
    /// system fits in a line:
    ///
    /// ```swift
    /// teapot.logger.sink = { level, message in osLogger.log("\(message)") }                          // os.Logger
    /// teapot.logger.sink = { level, message in log.log(level: level == .error ? .error : .debug, "\(message)") }  // swift-log
    /// ```
    public final class Logger: Sendable {
        /// How much is logged; each level includes those before it.
        public enum Level: Int, Comparable, Sendable, CaseIterable {
            /// Nothing.
            case none
            /// Calls that failed.
            case error
            /// Responses too.
            case incomingData
            /// Requests too.
            case incomingAndOutgoingData

            /// Whether a level logs less than another.
            public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
        }

        private struct State {
            var level = Level.none
            var bodyLimit = 1_024
            var sink: @Sendable (Level, String) -> Void = { _, message in print(message) }
        }

        private let state: Locked<State>

        /// Creates a logger.
        ///
        /// - Parameter level: How much is logged.
        public init(level: Level = .none) { state = Locked(State(level: level)) }

        /// How much is logged.
        public var level: Level {
            get { state.withLock { $0.level } }
            set { state.withLock { $0.level = newValue } }
        }

        /// How many bytes of a body are logged before it is cut.
        public var bodyLimit: Int {
            get { state.withLock { $0.bodyLimit } }
            set { state.withLock { $0.bodyLimit = max(0, newValue) } }
        }

        /// What a message is handed to; `print` unless replaced.
        public var sink: @Sendable (Level, String) -> Void {
            get { state.withLock { $0.sink } }
            set { state.withLock { $0.sink = newValue } }
        }

        /// Logs a message at a level, if that level is on.
        ///
        /// - Parameters:
        ///   - level: The level the message belongs to; `none` never logs.
        ///   - message: The message, which is put together only if it is logged.
        public func log(_ level: Level, _ message: () -> String) {
            let sink = state.withLock { level != .none && level <= $0.level ? $0.sink : nil }
            sink?(level, message())
        }
    }
}
