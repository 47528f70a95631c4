import Teapot
package import TeapotMock

extension Switchboard {
    package var violations: [Router.Violation] {
        let runs = state.withLock { $0.board.runs }
        return runs.compactMap { run in
            guard let place = run.place else { return nil }
            let step = run.scenario.steps[run.step]
            let path = "/\(FolderMap.segments(of: step.folder).joined(separator: "/"))"
            let message = """
                The scenario “\(run.scenario.name)” is still waiting for step \(run.step + 1) of \
                \(run.scenario.steps.count), “\(step.responseFileName)” of \(path). If this is intended, activate it \
                with `allowsEarlyEnd: true`, or deactivate it.
                """
            return Router.Violation(kind: .unusedSteps, message: message, place: place)
        }
    }
}
