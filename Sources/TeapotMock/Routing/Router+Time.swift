import Teapot

extension Router {
    /// The way time passes for the calls of clients in this process.
    public enum Time: Sendable, Equatable {
        /// Waits take real time.
        case real
        /// Waits take no real time; they're added to the time of their call.
        ///
        /// The waits are the delays of routes and responses, the ``Router/latency``, the times of a slow
        /// ``Router/network``, the intervals of streams and events, the pauses before retries, and the pauses before an
        /// event stream reconnects. If a wait ends at or after a timeout of its call, the call times out, with the same
        /// error and the same events as in real time; the error's text also names the mock that waits. For a task of an
        /// intercepted session, the timeout is the `timeoutInterval` of its request, or the `timeoutIntervalForRequest`
        /// of its configuration. The `timeoutIntervalForResource` has no effect, just as in real time.
        ///
        /// Waits don't determine the order of concurrent calls unless the test uses ``Router/clock``. In that case,
        /// awaited calls and the clock's sleeps end in the order of their times. A stream sends its pieces without
        /// waiting for its reader, so the time when a reader stops early isn't deterministic, either.
        ///
        /// These waits aren't skipped:
        /// - requests to a server over a socket, which use the system's time, even if this router answers there
        /// - exchanges with a live server in a passthrough, and calls that go to the network because of
        ///   ``Router/Unanswered/goesToNetwork``
        /// - code that really waits: a handler, a stream, an adapter, a retrier or a reader of a body that calls
        ///   `Task.sleep` or waits for something else; a body that is read from an `InputStream`; and a request that a
        ///   person answers in the switchboard
        /// - ``Journal/waitForRequest(matching:after:count:timeout:)``, which waits for another task.
        ///
        /// A handler, a stream, an awaiting adapter, a retrier, a response cache or a credential refresh can sleep on
        /// ``Router/clock`` or make its own calls. Such waits are part of the call that waits for them, and count
        /// toward that call's timeouts. If such code makes a call with a completion handler, that's a wait, too.
        /// Waits in other tasks move the clock but aren't part of that call, because concurrent waits must not be added
        /// up. This applies to child tasks, event streams, plain session tasks, and what a completion handler starts.
        ///
        /// A real wait isn't shortened. During a real wait, a timeout of less than 60 seconds doesn't end the call
        /// until 60 seconds have passed, so the result doesn't depend on how busy the machine is.
        case skipped
    }

    /// The way time passes for calls that begin from now on; real by default.
    ///
    /// It applies to the calls of a ``MockTeapot``, the calls of a `Teapot` whose session the router answers, and the
    /// tasks of other such sessions. A call keeps the kind of time that it began with, even for its redirects and
    /// retries. Servers use real time.
    public var time: Time {
        get { sharedTime.isSkipped ? .skipped : .real }
        set {
            sharedTime.skip(newValue == .skipped, isUsed: journal.lastNumber > 0)
            let zero = sharedTime.zero
            journal.withState { $0.zero = zero }
        }
    }

    /// The seed for the random numbers of calls in skipped time, such as the jitter of retries; 0 by default.
    ///
    /// The calls of each endpoint get the same random numbers in each run.
    public var seed: UInt64 {
        get { sharedTime.seed }
        set { sharedTime.seed = newValue }
    }
}
