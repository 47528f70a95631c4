import TeapotMock

extension EventLoop.Connection {
    /// The time that is made up for after a read of fewer bytes than there might have been, in nanoseconds.
    ///
    /// The system's buffer is empty now and then, because it asks a client for more only when it has much room.
    private static let slack: UInt64 = 50_000_000

    /// Reports that bytes were read over a slow network.
    func didRead(_ count: Int, of limit: Int) {
        up.change { $0.use(count) }
        // What a slow client leaves of the rate is not made up for.
        if count < limit { up.change { $0.rest(Self.slack) } }
    }
}

/// The loop's part in a slow network: it waits with what it writes and reads, and its clients with what they send.
extension EventLoop {
    /// Returns the number of bytes that may be read now; 0 if reading goes on later.
    ///
    /// The heads of requests take no time.
    func readLimit(of connection: Connection) -> Int {
        if connection.socket == nil {
            guard connection.state.patience == .body, let bitsPerSecondUp else { return .max }
            // Which packets are lost is decided when the endpoint is known.
            if !connection.up.isPresent {
                connection.up.value = NetworkPace(NetworkTransfer(bitsPerSecond: bitsPerSecondUp))
            }
        }
        let time = now
        let allowed = connection.up.change { (limit: $0.allowance(of: 1 << 20, at: time), next: $0.next) }
        guard let (limit, next) = allowed else { return .max }
        if limit == 0 {
            connection.isReadingLater = true
            watch(connection, for: connection.interest.subtracting(.input))
            // The client is not too slow in the meantime.
            let (latest, isOverflow) = next.addingReportingOverflow(limits.bodyNanoseconds)
            if connection.deadline != 0 { connection.deadline = isOverflow ? .max : latest }
            wake(connection, at: next)
        }
        return limit
    }

    /// Goes on with writing when the network has room, until when the client is not too slow.
    func writeLater(_ connection: Connection) {
        watch(connection, for: [])
        (connection.patience, connection.deadline) = (.none, 0)
        if let next = connection.down.value?.next { wake(connection, at: next) }
    }

    /// Writes and reads what the network takes now.
    func goOn(_ connection: Connection) {
        // A timer whose seconds were rounded may fire a nanosecond early, and nothing else would set a new one.
        if let time = connection.paceTimer, time <= now + 1000 { connection.paceTimer = nil }
        connection.isReadingLater = false
        proceed(with: connection)
    }

    private func wake(_ connection: Connection, at time: UInt64) {
        if let timer = connection.paceTimer, timer <= time { return }
        connection.paceTimer = time
        addTimer(.pace(connection.id), for: connection, in: Double(time - min(time, now)) / 1e9)
    }
}
