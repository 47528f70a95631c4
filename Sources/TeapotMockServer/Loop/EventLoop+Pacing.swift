import TeapotMock

extension EventLoop.Connection {
    /// The time that a connection may catch up after reading fewer bytes than allowed, in nanoseconds.
    ///
    /// The system's buffer is sometimes empty, because it asks a client for more only when it has a lot of room.
    private static let slack: UInt64 = 50_000_000

    /// Reports that bytes were read over a slow network.
    func didRead(_ count: Int, of limit: Int) {
        up.change { $0.use(count) }
        // Time that a slow client doesn't use can't be caught up later.
        if count < limit { up.change { $0.rest(Self.slack) } }
    }
}

/// Delays the loop's writes and reads, as over a slow network.
extension EventLoop {
    /// Returns the number of bytes that may be read now, or 0 if reading continues later.
    ///
    /// The heads of requests take no time.
    func readLimit(of connection: Connection) -> Int {
        if connection.socket == nil {
            guard connection.state.timeout == .body, let bitsPerSecondUp else { return .max }
            // Packet loss is determined once the endpoint is known.
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
            // The client doesn't count as slow in the meantime.
            let (latest, isOverflow) = next.addingReportingOverflow(limits.bodyNanoseconds)
            if connection.deadline != 0 { connection.deadline = isOverflow ? .max : latest }
            wake(connection, at: next)
        }
        return limit
    }

    /// Continues writing once the network has room; until then, the client doesn't count as slow.
    func writeLater(_ connection: Connection) {
        watch(connection, for: [])
        (connection.timeout, connection.deadline) = (.none, 0)
        if let next = connection.down.value?.next { wake(connection, at: next) }
    }

    /// Continues writing and reading as much as the network now allows.
    func goOn(_ connection: Connection) {
        // A timer whose seconds were rounded may fire a nanosecond early, and nothing else would set a new timer.
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
