extension Router {
    /// The number of segments of a path that belong to the base URL.
    package var depth: Int { base.path.count }

    /// The responders in the order in which they are asked.
    var responders: [any Responder] { withState { $0.responders } }

    /// Returns the responder of a type.
    ///
    /// - Parameter type: The type.
    /// - Returns: The responder; `nil` if there is none.
    package func responder<R: Responder>(of type: R.Type) -> R? {
        withState { $0.responders.lazy.compactMap { $0 as? R }.first }
    }

    /// Replaces the responder of a type, or adds one that is asked after the others of its rank.
    ///
    /// - Parameter responder: The new one; `nil` to remove the old one.
    package func setResponder<R: Responder>(_ responder: R?) {
        // Released outside the lock: the last reference ends sessions and streams.
        _ = withState { state in
            let former = state.responders
            let place = former.firstIndex { $0 is R } ?? former.firstIndex { type(of: $0).rank > R.rank }
            state.responders.removeAll { $0 is R }
            if let responder { state.responders.insert(responder, at: place ?? former.endIndex) }
            return former
        }
    }
}
