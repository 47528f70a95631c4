import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockLive
import TeapotMockServer

extension Inspector {
    /// Returns everything that changes while the server runs, except the journal's entries.
    func state(_ call: Call) -> Response {
        let board = router.switchboard
        let members = Self.object([
            "server": ["url": "http://127.0.0.1:\(call.peer.port)", "run": run] as [String: any Sendable],
            "hasSwitchboard": board != nil,
            "isOn": board?.isOn ?? true,
            "undecided": (board?.undecided ?? .unanswered).rawValue,
            "environments": (board?.environments ?? []).map { environment -> any Sendable in
                ["name": environment.name, "baseURL": environment.baseURL.withoutCredentials] as [String: any Sendable]
            },
            "activeScenarios": (board?.activeScenarios ?? []).map { Self.members(of: $0) as any Sendable },
            "held": (board?.held ?? []).map { Self.members(of: $0) as any Sendable },
            "journal": [
                "last": router.journal.lastNumber, "forgotten": router.journal.forgottenCount,
            ] as [String: any Sendable],
            "environment": board?.environment?.name, "live": live,
        ])
        return .json(.dictionary(members))
    }

    /// The name or URL of the live server, or `nil` if there's none.
    var live: String? { router.switchboard?.environment?.name ?? router.passthrough?.baseURL.withoutCredentials }

    /// Changes the members that are given: `isOn`, `undecided`, `environment`.
    func changeState(_ call: Call) throws -> Response {
        let board = try switchboard()
        let members = try call.members()
        let known = ["isOn", "undecided", "environment"]
        if let stranger = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw Failure(400, "“\(stranger)” can’t be changed; “isOn”, “undecided” and “environment” can.")
        }
        // Check all members before setting any.
        let (isOn, name) = (members["isOn"] as? Bool, members["undecided"] as? String)
        guard isOn != nil || members["isOn"] == nil else { throw Failure(400, "“isOn” must be true or false.") }
        let undecided = name.flatMap { Switchboard.Undecided(rawValue: $0) }
        guard undecided != nil || members["undecided"] == nil else {
            let names = Switchboard.Undecided.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
            throw Failure(400, "“undecided” must be one of \(names).")
        }
        if let environment = members["environment"] {
            guard let name = environment as? String else { throw Failure(400, "“environment” must be a name.") }
            do throws(Switchboard.Refusal) { try board.selectEnvironment(name) } catch {
                throw Failure(400, error.description)
            }
        }
        if let undecided { board.undecided = undecided }
        if let isOn { board.isOn = isOn }
        return .status(204)
    }

    /// Returns the router's switchboard.
    func switchboard() throws(Failure) -> Switchboard {
        guard let switchboard = router.switchboard else {
            throw Failure(409, "The router has no switchboard: it answers only from routes.")
        }
        return switchboard
    }
}
