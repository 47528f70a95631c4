extension EventLoop {
    /// Adds a timer for a connection.
    func addTimer(_ timer: Timer, for connection: Connection, in seconds: Double) {
        connection.timerCount += 1
        addTimer(timer, in: seconds)
    }

    /// Calls a closure with the connection of a due timer, unless the connection is closed.
    func fire(for id: ConnectionID, _ body: (Connection) -> Void) {
        guard let connection = connection(id) else { return orphanedTimerCount -= 1 }
        connection.timerCount -= 1
        body(connection)
    }

    /// Removes the timers of closed connections, once they're more than half of all timers.
    func dropTimers(of connection: Connection) {
        orphanedTimerCount += connection.timerCount
        connection.timerCount = 0
        guard orphanedTimerCount > 64, orphanedTimerCount > timers.count / 2 else { return }
        timers.removeAll { timer in
            switch timer {
            case .answer(let id), .lingeringEnds(let id), .pace(let id): self.connection(id) == nil
            case .acceptAgain, .lookForSlowOnes, .cutOff: false
            }
        }
        orphanedTimerCount = 0
    }
}
