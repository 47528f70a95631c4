import Teapot

/// The stages of a router.
struct Stages: Sendable {
    /// All stages, with lower ranks first.
    var all: [any Stage] = [] {
        didSet {
            (beforeRoutes, beforeHandlers) = (stages(at: .beforeRoutes), stages(at: .beforeHandlers))
            insteadOfRoutes = stages(at: .insteadOfRoutes)
            isPlain = beforeRoutes.isEmpty && beforeHandlers.isEmpty
        }
    }
    private(set) var beforeRoutes: [any Stage] = []
    private(set) var beforeHandlers: [any Stage] = []
    private(set) var insteadOfRoutes: [any Stage] = []
    /// Whether no stage affects a route's answer.
    ///
    /// It's stored because each request reads it.
    private(set) var isPlain = true

    private func stages(at place: StagePlace) -> [any Stage] { all.filter { type(of: $0).places.contains(place) } }

    /// Returns the stage of a type, or `nil` if there is none.
    func stage<S: Stage>(of type: S.Type) -> S? { all.lazy.compactMap { $0 as? S }.first }

    /// Replaces the stage of a type, or adds it after the others of its rank.
    ///
    /// - Parameter stage: The new stage, or `nil` to remove the old one.
    mutating func set<S: Stage>(_ stage: S?) {
        var stages = all
        let place = stages.firstIndex { $0 is S } ?? stages.firstIndex { type(of: $0).rank > S.rank }
        stages.removeAll { $0 is S }
        if let stage { stages.insert(stage, at: place ?? stages.endIndex) }
        all = stages
    }
}

extension Router {
    /// All stages, with lower ranks first.
    package var stages: [any Stage] { withState { $0.stages.all } }

    /// Returns the stage of a type, or `nil` if there is none.
    package func stage<S: Stage>(of type: S.Type) -> S? { withState { $0.stages.stage(of: type) } }

    /// Replaces the stage of a type, or adds it after the others of its rank.
    ///
    /// - Parameter stage: The new stage, or `nil` to remove the old one.
    package func setStage<S: Stage>(_ stage: S?) {
        // Release it outside the lock, because releasing the last reference ends sessions and streams.
        _ = withState { state in
            defer { state.stages.set(stage) }
            return state.stages
        }
    }

    /// Returns whether the page that sent a request may read the response.
    package func allowsPage(of request: Request) -> Bool {
        let origin = request.headers["Origin"] ?? "null"
        return stages.contains { $0.allowsPage(from: origin) }
    }

    /// Returns the stage of a type; if there is none, this adds one, unless the router is finished.
    @discardableResult
    func stage<S: Stage>(orAdd new: S) -> S {
        withState { state in
            if let stage = state.stages.stage(of: S.self) { return stage }
            if state.closing == nil { state.stages.set(new) }
            return new
        }
    }
}
