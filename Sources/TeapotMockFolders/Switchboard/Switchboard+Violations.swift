import Teapot
package import TeapotMock

extension Switchboard {
    package var violations: [Router.Violation] {
        state.withLock(\.board.runs).compactMap { run in
            guard let place = run.place else { return nil }
            let step = run.scenario.steps[run.step]
            let message = """
                The scenario “\(run.scenario.name)” is still waiting for step \(run.step + 1) of \
                \(run.scenario.steps.count), “\(step.responseFileName)” of \(FolderMap.key(step.folder)). If this is \
                intended, activate it with `allowsEarlyEnd: true`, or deactivate it.
                """
            return Router.Violation(kind: .unusedSteps, message: message, place: place)
        }
    }
}
