import Teapot

extension Router {
    /// The way in which time passes for the calls of clients in this process.
    public enum Time: Sendable, Equatable {
        /// A wait takes as long as it says.
        case real
        /// A wait takes no time: it is added to the time of its call.
        ///
        /// The waits are the delays of routes and responses, the ``Router/latency``, the intervals of streams and
        /// events, the pauses before retries, and those before an event stream is connected again. A wait that ends at
        /// or after a time-out of its call ends the call as that time-out, with the same error and the same events as
        /// in real time.
        ///
        /// The order of concurrent calls is not determined by their waits. Code that really waits, such as a handler
        /// that calls `Task.sleep`, takes the time that it takes. Time-outs then end the call after at least 60
        /// seconds.
        case skipped
    }

    /// The way in which time passes for the calls that a ``MockTeapot`` begins from now on; by default real.
    ///
    /// A call keeps the time with which it began. Sessions and servers use real time.
    public var time: Time {
        get { sharedTime.isSkipped ? .skipped : .real }
        set {
            sharedTime.skip(newValue == .skipped, isUsed: journal.lastNumber > 0)
            let zero = sharedTime.zero
            journal.withState { $0.zero = zero }
        }
    }

    /// The seed of the random numbers of calls in skipped time, such as the jitter of retries; by default 0.
    ///
    /// The calls of each end point have the same random numbers in each run.
    public var seed: UInt64 {
        get { sharedTime.seed }
        set { sharedTime.seed = newValue }
    }
}
