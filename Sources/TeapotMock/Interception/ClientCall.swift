import Foundation
import Teapot

/// The call of a client of which a task of its session is part.
struct ClientCall {
    let timeline: Teapot.Timeline
    /// The time after which the client gives up if nothing arrives, in seconds.
    let timeoutInterval: TimeInterval

    /// Returns the call that the description of a task names, or `nil` if no client made the task.
    init?(_ description: String) {
        guard let space = description.lastIndex(of: " "), let interval = Double(description[space...].dropFirst()),
            let timeline = CallTime.timeline(named: String(description[..<space]))
        else { return nil }
        (self.timeline, timeoutInterval) = (timeline, interval)
    }
}
