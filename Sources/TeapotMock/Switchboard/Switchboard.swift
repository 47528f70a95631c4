import Teapot

/// Who answers now: the step of a scenario, a mock that was chosen, somebody who is asked, or the live server.
///
/// It answers what no route of its router does.
///
/// ```swift
/// let switchboard = Switchboard(MockFolder(mocks), scenarios: ScenarioFolder(scenarios))
/// switchboard.environments = [.init("Staging", baseURL: staging), .init("Dev", baseURL: dev)]
/// router.switchboard = switchboard
///
/// try switchboard.activate("transferMoney")
/// switchboard.set(.live, for: "/session")
/// ```
///
/// While it is on, a request is answered by the first of these that there is:
/// 1. the setting for its path, if that is ``Setting/live`` or ``Setting/hold``;
/// 2. the current step of an active scenario;
/// 3. the mock that is set for its path;
/// 4. what ``undecided`` says, which is to hold it until somebody chooses.
///
/// While it is off, all requests go to the live server: that of the ``environment``, else the router's
/// ``Router/passthrough``, else where the request was going in the first place, which a server does not know.
///
/// It may be asked and changed from many threads at once. Each decision is made at one moment: of two requests at the same
/// time each gets a step of its own.
public final class Switchboard: Sendable {
    struct State: Sendable {
        var board = SwitchboardState()
        /// Scenarios that were made here.
        var scenarios: [Scenario] = []
        var watchers = Watchers()
        /// What hands on to where requests were going, by origin.
        var origins: [String: Passthrough] = [:]
    }

    /// The mocks that requests are offered; `nil` for none.
    public let folder: MockFolder?
    /// Where scenarios are; `nil` for nowhere.
    public let scenarioFolder: ScenarioFolder?
    let state = Guarded(State())

    /// Creates a switchboard that is on, and holds all requests.
    ///
    /// - Parameters:
    ///   - folder: The mocks that requests are offered.
    ///   - scenarios: Where scenarios are.
    public init(_ folder: MockFolder? = nil, scenarios: ScenarioFolder? = nil) {
        self.folder = folder
        scenarioFolder = scenarios
    }

    deinit {
        for watcher in state.withLock({ $0.watchers.all }) { watcher.finish() }
    }

    /// Whether mocks answer; if not, the live server does.
    public var isOn: Bool {
        get { state.withLock { $0.board.isOn } }
        set { change { $0.board.isOn = newValue } }
    }

    /// What becomes of a request that no scenario and no setting decides about; ``Undecided/hold`` at first.
    public var undecided: Undecided {
        get { state.withLock { $0.board.undecided } }
        set { change { $0.board.undecided = newValue } }
    }

    /// The live servers to choose from; the first is chosen as long as no other is.
    public var environments: [Environment] {
        get { state.withLock { $0.board.environments } }
        set { change { $0.board.environments = newValue } }
    }

    /// The live server that is chosen; `nil` if there is none.
    public var environment: Environment? {
        state.withLock { state in
            let environments = state.board.environments
            return environments.first { $0.name == state.board.environment } ?? environments.first
        }
    }

    /// Chooses a live server.
    ///
    /// - Parameter name: Its name.
    /// - Throws: That there is none of that name.
    public func selectEnvironment(_ name: String) throws(Refusal) {
        let names = environments.map(\.name)
        guard names.contains(name) else { throw Refusal.unknown("environment", name, among: names) }
        change { $0.board.environment = name }
    }

    /// What is always done about the requests for a path; `nil` if nothing is set.
    ///
    /// - Parameter requestPath: The request path of a directory, such as `/v1/products`, or the whole path of requests.
    /// - Returns: The setting.
    public func setting(for requestPath: String) -> Setting? {
        state.withLock { $0.board.setting(for: requestPath) }
    }

    /// All settings, by their paths in small letters.
    public var settings: [String: Setting] { state.withLock { $0.board.settings } }

    /// Sets what is always done about the requests for a path.
    ///
    /// - Parameters:
    ///   - setting: What is done; `nil` for what is done elsewhere.
    ///   - requestPath: The request path of a directory, such as `/v1/products`, or the whole path of requests; case, and
    ///     slashes at either end, make no difference.
    public func set(_ setting: Setting?, for requestPath: String) {
        change { $0.board.set(setting, for: requestPath) }
    }

    /// Tells of each change, without saying what has changed: on or off, settings, scenarios and their steps, environments,
    /// and requests that are held or no longer.
    ///
    /// Changes that nobody has heard of yet are told as one.
    public var changes: AsyncStream<Void> {
        Watchers.stream { [weak self] change in self?.state.withLock { change(&$0.watchers) } }
    }

    /// Changes something, and tells of it.
    @discardableResult
    func change<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, watchers) = state.withLock { state in
            let result = body(&state)
            return (result, state.watchers.all)
        }
        for watcher in watchers { watcher.yield() }
        return result
    }
}

extension Switchboard.Refusal {
    static func unknown(_ kind: String, _ name: String, among names: [String]) -> Self {
        let hint =
            name.closest(among: names).map { "Did you mean “\($0)”?" }
            ?? (names.isEmpty ? "There is none." : "There are " + names.map { "“\($0)”" }.joined(separator: ", ") + ".")
        return Self(description: "There is no \(kind) called “\(name)”. \(hint)")
    }
}
