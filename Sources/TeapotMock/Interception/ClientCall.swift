import Foundation
import Teapot

/// The client call that a session's task belongs to.
struct ClientCall {
    let timeline: Teapot.Timeline
    /// The time that the client waits for anything to arrive before it gives up, in seconds.
    let timeout: TimeInterval

    /// Creates the call that a task's description names, or returns `nil` if no client created the task.
    init?(_ description: String) {
        guard let space = description.lastIndex(of: " "), let interval = Double(description[space...].dropFirst()),
            let timeline = CallTime.timeline(named: String(description[..<space]))
        else { return nil }
        (self.timeline, timeout) = (timeline, interval)
    }
}
