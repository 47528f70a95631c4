import Teapot

/// What a switchboard knows, and how it decides: a request in, what to do about it out.
struct SwitchboardState: Sendable {
    /// A request that is held.
    struct Held: Sendable {
        let request: Request
        let date: Date
        let exchange: HeldExchange
        /// The number of the journal's entry, once there is one.
        var entry: Int?
    }

    /// What is to be done about a request.
    enum Action: Sendable {
        /// The step of a scenario answers it.
        case step(Scenario.Step, number: Int, of: Scenario)
        /// A mock answers it that was set for its path.
        case mock(String)
        /// The first mock that it is offered answers it.
        case firstMock
        /// It goes to the live server, and why.
        case live(String)
        /// It waits, under this number.
        case hold(Int, HeldExchange)
        /// Nothing.
        case nothing
    }

    var isOn = true
    var undecided = Switchboard.Undecided.hold
    var environments: [Switchboard.Environment] = []
    var environment: String?
    /// By request paths in small letters.
    private(set) var settings: [String: Switchboard.Setting] = [:]
    private(set) var runs: [ScenarioRun] = []
    private(set) var held: [Int: Held] = [:]
    private var lastHeld = 0

    /// Decides about a request; what it decides has happened then, and no other request gets the same step.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - requestPath: The request path of the directory that it is for; `nil` if there is none.
    ///   - date: When it came.
    /// - Returns: What is to be done.
    mutating func decide(_ request: Request, for requestPath: String?, at date: Date) -> Action {
        guard isOn else { return .live("mocks are switched off") }
        let (setting, place) = setting(for: request, requestPath)
        switch setting {
        case .live: return .live("always live for \(place)")
        case .hold: return hold(request, at: date)
        case .mock, nil: break
        }
        for index in runs.indices {
            guard case .answer(let step, let number) = runs[index].take(request) else { continue }
            let scenario = runs[index].scenario
            if runs[index].hasEnded { runs.remove(at: index) }
            return .step(step, number: number, of: scenario)
        }
        if case .mock(let path) = setting { return .mock(path) }
        switch undecided {
        case .hold: return hold(request, at: date)
        case .firstMock: return .firstMock
        case .live: return .live("nothing else is chosen")
        case .unanswered: return .nothing
        }
    }

    private mutating func hold(_ request: Request, at date: Date) -> Action {
        lastHeld += 1
        let exchange = HeldExchange()
        held[lastHeld] = Held(request: request, date: date, exchange: exchange)
        return .hold(lastHeld, exchange)
    }

    /// Says which entry of a journal is that of a request that is held.
    mutating func note(entry: Int, of id: Int) { held[id]?.entry = entry }

    /// Lets go of a request that is held; `nil` if it is not, or not any more.
    mutating func release(_ id: Int) -> HeldExchange? { held.removeValue(forKey: id)?.exchange }

    /// Activates a scenario, in the place of those that are for the same requests.
    mutating func activate(_ scenario: Scenario) {
        runs.removeAll { $0.scenario.request == scenario.request || $0.scenario.name == scenario.name }
        // One without steps has ended already.
        if !scenario.steps.isEmpty { runs.append(ScenarioRun(scenario)) }
        // A scenario for some requests goes before one for all.
        runs = runs.filter { $0.scenario.request != nil } + runs.filter { $0.scenario.request == nil }
    }

    mutating func deactivate(_ name: String) { runs.removeAll { $0.scenario.name == name } }

    mutating func set(_ setting: Switchboard.Setting?, for requestPath: String) {
        settings[Self.key(requestPath)] = setting
    }

    func setting(for requestPath: String) -> Switchboard.Setting? { settings[Self.key(requestPath)] }

    /// The setting for a request: that of its own path, else that of its directory's.
    private func setting(for request: Request, _ requestPath: String?) -> (Switchboard.Setting?, place: String) {
        guard !settings.isEmpty else { return (nil, "") }
        let own = Self.key(Request.decode(request.path))
        if let setting = settings[own] { return (setting, own) }
        guard let requestPath else { return (nil, "") }
        return (settings[Self.key(requestPath)], requestPath)
    }

    /// A path as settings know it.
    private static func key(_ path: String) -> String { "/" + FolderMap.segments(of: path).joined(separator: "/") }
}
