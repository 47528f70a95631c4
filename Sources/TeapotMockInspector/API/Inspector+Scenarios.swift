import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

extension Inspector {
    /// Returns the available scenarios, and the problems with their files.
    func scenarios() -> Response {
        let board = router.switchboard
        return .json([
            "scenarios": (board?.scenarios ?? []).map { Self.members(of: $0) as any Sendable },
            "problems": Self.members(of: board?.scenarioFolder?.problems ?? []),
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

    private static func members(of scenario: Scenario) -> [String: any Sendable] {
        var members: [String: any Sendable] = ["name": scenario.name]
        members["when"] = scenario.request?.text
        members["steps"] = scenario.steps.map { step -> any Sendable in
            var members: [String: any Sendable] = ["folder": step.folder, "responseFileName": step.responseFileName]
            members["expects"] = step.request?.text
            return members
        }
        return members
    }

    static func members(of active: Switchboard.ActiveScenario) -> [String: any Sendable] {
        var members: [String: any Sendable] = [
            "name": active.scenario.name, "step": active.step, "stepCount": active.scenario.steps.count,
        ]
        members["next"] = active.nextMock?.path
        return members
    }
}
