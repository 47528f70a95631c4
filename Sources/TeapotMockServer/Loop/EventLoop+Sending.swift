import TeapotMock

extension EventLoop.Connection {
    /// A response that hasn't been completely written yet.
    struct Unsent {
        let entry: Int
        let ending: Journal.Ending
        /// The number of unwritten bytes up to the end of the response.
        var rest: Int
    }

    /// Counts written bytes.
    func didWrite(_ count: Int) {
        for index in unsent.indices { unsent[index].rest -= count }
        down.change { $0.use(count) }
    }
}

extension EventLoop {
    /// The size of the last part of a response, in bytes, which the system takes in one write.
    private static let lastBytes = 128 * 1024

    /// Records the ends of the responses whose last bytes are about to be written.
    ///
    /// The end is recorded just before the last bytes are written, not after, so when a client has the whole response,
    /// the journal already shows that it has ended. The beginning of a long response is written before that, so a
    /// response isn't recorded as sent if its client doesn't read it. Over a slow network, the last bytes are those
    /// that the network takes at once.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - count: The number of bytes to be written.
    /// - Returns: The number of bytes that may be written now.
    func endWhatFits(of connection: Connection, _ count: Int) -> Int {
        let allowance = connection.down.change { $0.allowance(of: count, at: now) } ?? .max
        while let first = connection.unsent.first {
            guard first.rest <= Self.lastBytes else { return min(allowance, first.rest - Self.lastBytes) }
            guard first.rest <= allowance else { return allowance }
            if connection.unsent.count > 1 { connection.unsent.removeFirst() } else { connection.unsent.removeLast() }
            endEntry(first.entry, first.ending)
        }
        return allowance
    }
}
