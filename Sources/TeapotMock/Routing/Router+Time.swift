import Teapot

extension Router {
    /// The way in which time passes for the calls of clients in this process.
    public enum Time: Sendable, Equatable {
        /// A wait takes as long as it says.
        case real
        /// A wait takes no time: it is added to the time of its call.
        ///
        /// The waits are the delays of routes and responses, the ``Router/latency``, the times of a slow
        /// ``Router/network``, the intervals of streams and events, the pauses before retries, and those before an
        /// event stream is connected again. A wait that ends at or after a timeout of its call ends the call as that
        /// timeout, with the same error and the same events as in real time. For a task of an intercepted session, the
        /// timeout is the `timeoutInterval` of its request, or the `timeoutIntervalForRequest` of its configuration.
        /// The `timeoutIntervalForResource` has no effect, as in real time.
        ///
        /// The order of concurrent calls is not determined by their waits, unless the test has asked for
        /// ``Router/clock``: then calls that are awaited, and the sleeps of the clock, end in that order. A stream
        /// sends its pieces without waiting for its reader, so the time at which a reader stops early is not determined
        /// either.
        ///
        /// Not skipped are:
        /// - requests to a server over a socket, which has the time of the system, even if this router answers there
        /// - exchanges with a live server to which a request is passed through, and calls of a client whose request
        ///   goes to the network because of ``Router/Unanswered/goesToNetwork``
        /// - code that really waits: a handler or a stream that calls `Task.sleep` or waits for something else, an
        ///   adapter, a retrier or a reader of a body that does so, a body that is read from an `InputStream`, and a
        ///   request that a person answers in the switchboard
        /// - ``Journal/waitForRequest(matching:after:count:timeout:)``, which waits for another task.
        ///
        /// A sleep of ``Router/clock``, and a call of a client, in a handler, a stream, an awaiting adapter, a retrier,
        /// a response store or a refresh of credentials are part of the call that waits for them, whose timeouts count
        /// them. Waits in other tasks than the one that runs such code move the clock, but are no part of that call,
        /// because concurrent waits must not be added up: those of child tasks, of event streams, of tasks of plain
        /// sessions, and of what a completion handler starts. A call with a completion handler that such code makes
        /// itself counts as waited for.
        ///
        /// What really waits takes as long as it takes. A timeout of less than 60 seconds then ends the call after 60
        /// seconds, so that it does not depend on how busy the machine is.
        case skipped
    }

    /// The way in which time passes for the calls that begin from now on; by default real.
    ///
    /// These are the calls of a ``MockTeapot``, those of a `Teapot` whose session the router answers, and the tasks of
    /// other such sessions. A call keeps the time with which it began, also for its redirects and retries. Servers use
    /// real time.
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
    /// The calls of each endpoint have the same random numbers in each run.
    public var seed: UInt64 {
        get { sharedTime.seed }
        set { sharedTime.seed = newValue }
    }
}
