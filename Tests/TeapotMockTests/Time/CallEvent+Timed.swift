import Teapot

extension Teapot.CallEvent {
    /// The kind of the event, and the time since the call began.
    var timed: String {
        let name =
            switch kind {
            case .started: "started"
            case .redirected: "redirected"
            case .retrying: "retrying"
            case .ended: "ended"
            }
        return "\(name) \(duration)"
    }
}
