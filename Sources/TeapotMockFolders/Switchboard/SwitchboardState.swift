import Foundation
import Teapot
import TeapotMock

/// The state machine of a switchboard, which takes a request and returns an action.
struct SwitchboardState: Sendable {
    /// A held request.
    struct Held: Sendable {
        let request: Request
        let date: Date
        /// The decision, or `nil` if the client disconnects first.
        let decision: OneShot<Switchboard.Decision?>
        /// The number of the journal entry, once there is one.
        var entry: Int?
    }

    /// The action to take for a request.
    enum Action: Sendable {
        /// The step of a scenario responds.
        case step(Scenario.Step, number: Int, of: Scenario)
        /// The mock set for the path responds.
        case mock(String)
        /// The first offered mock responds.
        case firstMock
        /// The request goes to the live server, for this reason.
        case live(String)
        /// The request is held with this number, until there's a decision.
        case hold(Int, OneShot<Switchboard.Decision?>)
        /// The request isn't answered.
        case nothing
    }

    var isOn = true
    var undecided = Switchboard.Undecided.hold
    var environments: [Switchboard.Environment] = []
    var environment: String?
    /// The settings, keyed by lowercased request paths, and by methods.
    private(set) var settings: [String: [Teapot.Method?: Switchboard.Setting]] = [:] {
        didSet { settings = settings.filter { !$0.value.isEmpty } }
    }
    private(set) var runs: [ScenarioRun] = []
    private(set) var held: [Int: Held] = [:]
    private var lastHeld = 0

    /// Decides how to handle a request, and updates the state so that no other request gets the same step.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - requestPath: The request path of the directory for the request, or `nil` if there's none.
    ///   - date: The time when the request arrived.
    ///   - isOwnPath: A closure that returns whether a request is for the path of a step.
    ///   - answers: A closure that returns whether the mock that is set for all methods of a path answers a request.
    /// - Returns: The action to take.
    mutating func decide(
        _ request: Request, for requestPath: String?, at date: Date,
        isOwnPath: (Scenario.Step, Request) -> Bool = { _, _ in true },
        answers: (String, Request) -> Bool = { _, _ in true }
    ) -> Action {
        guard isOn else { return .live("mocks are switched off") }
        if let (setting, place) = setting(for: request, requestPath, answers) {
            switch setting {
            case .live: return .live("always live for \(place)")
            case .hold: return hold(request, at: date)
            case .unanswered: return .nothing
            case .mock(let path): return .mock(path)
            }
        }
        for index in runs.indices {
            guard let number = runs[index].take(request, isOwnPath: isOwnPath) else { continue }
            let scenario = runs[index].scenario
            if runs[index].hasEnded { runs.remove(at: index) }
            return .step(scenario.steps[number - 1], number: number, of: scenario)
        }
        switch undecided {
        case .hold: return hold(request, at: date)
        case .firstMock: return .firstMock
        case .live: return .live("no other choice applies")
        case .unanswered: return .nothing
        }
    }

    /// Whether the first mock responds to each request, regardless of earlier requests.
    var isUpToFolder: Bool { isOn && undecided == .firstMock && runs.isEmpty && settings.isEmpty }

    private mutating func hold(_ request: Request, at date: Date) -> Action {
        lastHeld += 1
        let decision = OneShot<Switchboard.Decision?>()
        held[lastHeld] = Held(request: request, date: date, decision: decision)
        return .hold(lastHeld, decision)
    }

    /// Sets the number of a held request's journal entry.
    mutating func note(entry: Int, of id: Int) { held[id]?.entry = entry }

    /// Removes a held request, and returns the decision to make, or `nil` if the request isn't held or no longer held.
    mutating func release(_ id: Int) -> OneShot<Switchboard.Decision?>? { held.removeValue(forKey: id)?.decision }

    /// Activates a scenario, and replaces those for the same requests.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - place: The place to report if steps are left when a test ends, or `nil` if that's allowed.
    mutating func activate(_ scenario: Scenario, at place: SourcePlace? = nil) {
        runs.removeAll { $0.scenario.request == scenario.request || $0.scenario.name == scenario.name }
        // A scenario without steps has already ended.
        if !scenario.steps.isEmpty { runs.append(ScenarioRun(scenario, at: place)) }
        // A scenario with a request condition takes precedence over a scenario for all requests.
        runs = runs.filter { $0.scenario.request != nil } + runs.filter { $0.scenario.request == nil }
    }

    mutating func deactivate(_ name: String) { runs.removeAll { $0.scenario.name == name } }

    mutating func set(_ setting: Switchboard.Setting?, for requestPath: String, _ method: Teapot.Method? = nil) {
        settings[FolderMap.key(requestPath), default: [:]][method == .head ? .get : method] = setting
    }

    mutating func replace(_ setting: Switchboard.Setting, with new: Switchboard.Setting?) {
        settings = settings.mapValues { $0.compactMapValues { $0 == setting ? new : $0 } }
    }

    /// Returns the setting for a request, with its path: the one for its own path or, if there's none, the one for its
    /// directory.
    func setting(
        for request: Request, _ requestPath: String?, _ answers: (String, Request) -> Bool
    ) -> (setting: Switchboard.Setting, place: String)? {
        guard !settings.isEmpty else { return nil }
        for place in [FolderMap.key(Request.decode(request.path)), requestPath].compactMap(\.self) {
            guard let all = settings[FolderMap.key(place)] else { continue }
            if let own = all[request.method == "HEAD" ? .get : Teapot.Method(request.method)] { return (own, place) }
            guard let setting = all[nil] else { continue }
            if case .mock(let path) = setting, !answers(path, request) { return nil }
            return (setting, place)
        }
        return nil
    }
}
