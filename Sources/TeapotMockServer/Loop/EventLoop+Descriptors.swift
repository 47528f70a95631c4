/// A loop that accepts no more connections when the process is about to run out of descriptors.
///
/// A client whose connection is not accepted waits; a mock whose file can't be opened would be an error.
extension EventLoop {
    /// The time between two looks for free descriptors, in seconds.
    private static let pause = 0.05

    /// Returns whether a new connection has one of the last descriptors of the process.
    ///
    /// The system gives out the lowest descriptor that is free.
    func isInReserve(_ descriptor: Int32) -> Bool {
        guard descriptor >= descriptorCeiling else { return false }
        // The limit may have been raised since.
        descriptorCeiling = Descriptors.ceiling
        return descriptor >= descriptorCeiling
    }

    /// Returns whether there is a descriptor for another connection.
    ///
    /// Once there was none, this is looked up: that a connection was given a low descriptor does not tell how many are
    /// left. Without connections of its own the loop uses the reserve.
    func mayAccept() -> Bool {
        guard connectionCount >= carefulCount, connectionCount > 0 else { return true }
        return Descriptors.lowestFree(like: mailbox.descriptor).map(isInReserve) == false
    }

    /// Accepts no connections until descriptors are free.
    func waitForDescriptors() {
        carefulCount = connectionCount / 2
        makeRoom(false)
        guard !waitsForDescriptors else { return }
        waitsForDescriptors = true
        addTimer(.acceptAgain, in: Self.pause)
    }

    /// Accepts connections again if there are descriptors.
    ///
    /// If there are none, and a connection waits, the connection that is missed the least is closed.
    func lookForDescriptors() {
        waitsForDescriptors = false
        guard isFull, connectionCount < limits.connections else { return }
        if mayAccept() { return makeRoom(true) }
        waitForDescriptors()
        if listeners.contains(where: Socket.isReadable), let spare = spareConnection { shut(spare) }
    }

    /// The connection whose client has ended its half and gets no answer yet, or else the one that has been idle for
    /// the longest time; `nil` for none.
    private var spareConnection: Connection? {
        var longestIdle: Connection?
        let latest = now + limits.idleNanoseconds - UInt64(Self.pause * 1e9)
        for case let connection? in connections {
            if !connection.wantsInput, connection.pending.isEmpty, connection.socket == nil {
                if Socket.hasEnded(connection.id.descriptor) { return connection }
            } else if connection.isIdle, connection.deadline <= min(latest, longestIdle?.deadline ?? .max),
                !Socket.isReadable(connection.id.descriptor)
            {
                longestIdle = connection
            }
        }
        return longestIdle
    }
}
