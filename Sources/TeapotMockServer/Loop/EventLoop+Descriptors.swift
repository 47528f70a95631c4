/// Stops accepting connections when the process is about to run out of descriptors.
///
/// A client whose connection isn't accepted only has to wait. A mock whose file can't be opened would be an error.
extension EventLoop {
    /// The interval between checks for free descriptors, in seconds.
    private static let pause = 0.05

    /// Returns whether a new connection uses one of the process's last descriptors.
    ///
    /// The system assigns the lowest free descriptor.
    func isInReserve(_ descriptor: Int32) -> Bool {
        guard descriptor >= descriptorCeiling else { return false }
        // The limit may have been raised in the meantime.
        descriptorCeiling = Descriptors.ceiling
        return descriptor >= descriptorCeiling
    }

    /// Returns whether there's a descriptor for another connection.
    ///
    /// After a shortage, it checks: a low descriptor for one connection doesn't mean that more are free. A loop without
    /// connections uses the reserve.
    func mayAccept() -> Bool {
        guard connectionCount >= carefulCount, connectionCount > 0 else { return true }
        return Descriptors.lowestFree(like: mailbox.descriptor).map(isInReserve) == false
    }

    /// Stops accepting connections until descriptors are free.
    func waitForDescriptors() {
        carefulCount = connectionCount / 2
        makeRoom(false)
        guard !waitsForDescriptors else { return }
        waitsForDescriptors = true
        addTimer(.acceptAgain, in: Self.pause)
    }

    /// Accepts connections again if descriptors are free.
    ///
    /// If none are free and a client is waiting, this closes the connection that will be missed least.
    func lookForDescriptors() {
        waitsForDescriptors = false
        guard isFull, connectionCount < limits.connections else { return }
        if mayAccept() { return makeRoom(true) }
        waitForDescriptors()
        if listeners.contains(where: Socket.isReadable), let spare = spareConnection { shut(spare) }
    }

    /// The connection whose client has ended its half and isn't being sent a response yet or, if there's none, the one
    /// that has been idle longest; `nil` if there's neither.
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
