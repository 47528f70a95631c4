import TeapotMock
import TeapotMockFolders

extension Inspector {
    /// Returns the available scenarios, and the problems with their files.
    func scenarios() -> Response {
        let board = router.switchboard
        return .json([
            "scenarios": (board?.scenarios ?? []).map { Self.members(of: $0, in: board?.folder) as any Sendable },
            "problems": Self.members(of: board?.scenarioFolder?.problems ?? []),
            "hasFolder": board?.scenarioFolder != nil,
        ])
    }

    /// Activates or deactivates a scenario by name, according to `isActive`.
    func turnScenario(_ call: Call) throws -> Response {
        let board = try switchboard()
        guard let isActive = try call.members()["isActive"] as? Bool else {
            throw Failure(400, "“isActive” must be true or false.")
        }
        if isActive {
            do throws(Switchboard.Refusal) { try board.activate(call.value, allowsEarlyEnd: true) } catch {
                throw Failure(404, error.description)
            }
        } else {
            board.deactivate(call.value)
        }
        return .status(204)
    }

    private static func members(of scenario: Scenario, in folder: MockFolder?) -> [String: any Sendable] {
        let steps = scenario.steps.map { step -> any Sendable in
            object([
                "folder": step.folder, "responseFileName": step.responseFileName, "expects": step.request?.text,
                "mock": folder?.mock(of: step).map { members(of: $0, isBroken: $0.problem != nil) },
            ])
        }
        return object(["name": scenario.name, "when": scenario.request?.text, "steps": steps])
    }

    static func members(of active: Switchboard.ActiveScenario) -> [String: any Sendable] {
        object([
            "name": active.scenario.name, "step": active.step, "stepCount": active.scenario.steps.count,
            "next": active.nextMock?.path,
        ])
    }
}
