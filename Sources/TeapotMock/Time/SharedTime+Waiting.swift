import Foundation
import Teapot

extension SharedTime {
    /// The real time after which a held wait counts as forgotten, in seconds.
    static let longestWait: Double = 30

    /// Starts holding sleeps, in skipped time.
    func hold() {
        let sleeps = withWaits { waits, isSkipped, _ in
            if isSkipped { waits.isHeld = true }
            return isSkipped ? Array(waits.sleeps) : []
        }
        for sleep in sleeps { _ = sleep.sleep?.finish(.forgotten, after: Self.longestWait) }
    }

    /// Ends all waits, and moves the time to the end of the latest one.
    func release() {
        let waits = withWaits { waits in
            waits.isHeld = false
            return waits.take { _ in true }
        }
        if let last = waits.last { advance(to: last.due) }
        for wait in waits { wait.finish(.due) }
    }

    /// Waits until a time.
    ///
    /// - Parameters:
    ///   - deadline: The time, in nanoseconds since the router was created.
    ///   - exchange: The exchange whose code is waiting. It waits only while sleeps are held.
    /// - Returns: The way the wait ended, or `nil` if there is nothing to wait for. A held sleep is forgotten if the
    ///   time isn't moved within ``longestWait``.
    func sleep(until deadline: UInt64, in exchange: ExchangeTime?) async -> AppWaits.End? {
        let result = OneShot<AppWaits.End>()
        let wait = AppWaits.Wait(due: deadline, exchange: CallTime.current, sleep: result) { result.finish($0) }
        guard let isHeld = add(wait, if: { $1 && $2 < deadline && ($0.isHeld || exchange == nil) }) else { return nil }
        let timer = isHeld ? result.finish(.forgotten, after: Self.longestWait) : nil
        let leave: @Sendable () -> Void = { _ = self.withWaits { waits in waits.take { $0.sleep === result } } }
        let end = await withTaskCancellationHandler {
            await result.value()
        } onCancel: {
            // A cancelled sleep no longer counts, even before its task runs.
            leave()
            result.finish(.cancelled)
        }
        timer?.cancel()
        if case .forgotten = end { leave() }
        withWaits { waits in waits.isReturning = false }
        return end
    }

    /// Lets a call return to the code under test, immediately unless that code sleeps until an earlier time.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - now: The time of the call.
    ///   - canWait: Whether the call may return after its verb.
    ///   - exchange: The exchange whose code waits for the call, or `nil` for other code.
    ///   - resume: A closure to call when the call may return, or when it is cancelled first.
    func arrive(
        _ call: CallTime, at now: UInt64, canWait: Bool, in exchange: ExchangeTime?,
        _ resume: @escaping @Sendable (AppWaits.End) -> Void
    ) {
        let wait = { AppWaits.Wait(due: now, call: call, exchange: exchange) { end in call.report { resume(end) } } }
        guard add(wait(), if: { waits, _, skipped in waits.holds(canWait && now > skipped) }) == nil else { return }
        advance(to: now)
        resume(.due)
    }

    /// Adds a wait if a condition is met.
    ///
    /// - Returns: Whether sleeps are held, or `nil` if the condition isn't met.
    private func add(
        _ wait: @autoclosure () -> AppWaits.Wait, if isNeeded: (AppWaits, _ isSkipped: Bool, _ now: UInt64) -> Bool
    ) -> Bool? {
        let added = withWaits { waits, isSkipped, now in
            isNeeded(waits, isSkipped, now) ? (waits.isHeld, waits.add(wait())) : nil
        }
        guard let (isHeld, begins) = added else { return nil }
        // This blocks its thread, so it must not use a shared one.
        if begins { DispatchQueue(label: "teapot.clock").async { self.settle() } }
        return isHeld
    }
}
