import Foundation
import Teapot

/// The client's call that a session's task is part of.
struct ClientCall {
    let timeline: Teapot.Timeline
    /// The time after which the client gives up if nothing arrives, in seconds.
    let timeout: TimeInterval

    /// Creates the call that a task's description names, or returns `nil` if no client created the task.
    init?(_ description: String) {
        guard let space = description.lastIndex(of: " "), let interval = Double(description[space...].dropFirst()),
            let timeline = CallTime.timeline(named: String(description[..<space]))
        else { return nil }
        (self.timeline, timeout) = (timeline, interval)
    }
}
