public import Teapot
package import TeapotMock
import TeapotMockLive

/// An object that selects the response to a request: a scenario's step, a mock, a person's choice or the live server.
///
/// It responds to requests that no route of its router matches.
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
/// While it's on, the first of these that applies is used:
/// 1. the setting for the request's path and method;
/// 2. the current step of an active scenario;
/// 3. the value of ``undecided``. By default, the request is held until a response is chosen.
///
/// While it's off, all requests go to the live server: the ``environment``'s, the router's `passthrough`, or the
/// request's original destination (unknown on a server).
///
/// You can use it from any thread. Each decision is atomic: two concurrent requests never get the same step.
public final class Switchboard: Sendable {
    struct State: Sendable {
        var board = SwitchboardState()
        /// The added scenarios.
        var scenarios: [Scenario] = []
        var watchers = Watchers<Void>()
        /// The passthroughs to the original destinations of requests, keyed by origin.
        var origins: [String: Passthrough] = [:]
    }

    /// The mocks to offer for requests, or `nil` for none.
    public let folder: MockFolder?
    /// The folder of scenarios, or `nil` for none.
    public let scenarioFolder: ScenarioFolder?
    let state = Locked(State())

    /// Creates a switchboard that is on and holds all requests.
    ///
    /// - Parameters:
    ///   - folder: The mocks to offer for requests.
    ///   - scenarios: The folder of scenarios.
    public init(_ folder: MockFolder? = nil, scenarios: ScenarioFolder? = nil) {
        (self.folder, scenarioFolder) = (folder, scenarios)
        if let folder { scenarios?.name(folder) }
    }

    deinit { for watcher in state.withLock({ $0.watchers.all }) { watcher.finish() } }

    /// Whether mocks respond; otherwise, the live server does.
    public var isOn: Bool {
        get { state.withLock { $0.board.isOn } }
        set { change { $0.board.isOn = newValue } }
    }

    /// The handling of requests that no scenario or setting applies to, initially ``Undecided/hold``.
    public var undecided: Undecided {
        get { state.withLock { $0.board.undecided } }
        set { change { $0.board.undecided = newValue } }
    }

    /// The available live servers; by default, the first is selected.
    public var environments: [Environment] {
        get { state.withLock { $0.board.environments } }
        set { change { $0.board.environments = newValue } }
    }

    /// The selected live server, or `nil` if there's none.
    public var environment: Environment? {
        let board = state.withLock(\.board)
        return board.environments.first { $0.name == board.environment } ?? board.environments.first
    }

    /// Selects a live server.
    ///
    /// - Parameter name: The name of the environment.
    /// - Throws: A ``Refusal`` if there's no environment with that name.
    public func selectEnvironment(_ name: String) throws(Refusal) {
        let names = environments.map(\.name)
        guard names.contains(name) else { throw Refusal.unknown("environment", name, among: names) }
        change { $0.board.environment = name }
    }

    /// Returns the fixed handling of requests for a path, or `nil` if nothing is set.
    ///
    /// - Parameters:
    ///   - requestPath: The request path of a directory, such as `/v1/products`, or the whole path of requests.
    ///   - method: The method of the requests, or `nil` for all methods without a setting of their own.
    /// - Returns: The setting.
    public func setting(for requestPath: String, method: Teapot.Method? = nil) -> Setting? {
        let all = settings[FolderMap.key(requestPath)]
        return all?[method == .head ? .get : method] ?? all?[nil]
    }

    /// All settings, keyed by their lowercased paths and by their methods, with the key `nil` for all other methods.
    public var settings: [String: [Teapot.Method?: Setting]] { state.withLock { $0.board.settings } }

    /// Sets the fixed handling of requests for a path.
    ///
    /// - Parameters:
    ///   - setting: The setting, or `nil` to remove it.
    ///   - requestPath: The request path of a directory, such as `/v1/products`, or the whole path of requests. Case
    ///     and slashes at either end don't matter.
    ///   - method: The method of the requests, or `nil` for all methods without a setting of their own. The setting for
    ///     `GET` is also for `HEAD`.
    public func set(_ setting: Setting?, for requestPath: String, method: Teapot.Method? = nil) {
        change { $0.board.set(setting, for: requestPath, method) }
    }

    /// Replaces a setting wherever it's used, or removes it.
    package func replace(_ setting: Setting, with new: Setting?) {
        change { $0.board.replace(setting, with: new) }
    }

    /// Returns the setting that applies to a request, or `nil` if none does.
    package func setting(for request: Request) -> Setting? {
        let board = state.withLock(\.board)
        // Without settings, nothing has to be looked up.
        let index = board.settings.isEmpty ? MockIndex() : folder?.index ?? MockIndex()
        return board.setting(for: request, index.requestPath(for: request), index.chosenMock)?.setting
    }

    /// A stream with an element for each change, without details.
    ///
    /// It reports changes to ``isOn``, settings, scenarios and their steps, environments, and held requests. Changes
    /// that the consumer hasn't received yet are merged into one element.
    public var changes: AsyncStream<Void> {
        Watchers.stream { [weak self] change in self?.state.withLock { change(&$0.watchers) } }.stream
    }

    /// Changes the state, and notifies the watchers.
    @discardableResult
    func change<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, watchers) = state.withLock { (body(&$0), $0.watchers.all) }
        for watcher in watchers { watcher.yield() }
        return result
    }
}

extension Switchboard.Refusal {
    static func unknown(_ kind: String, _ name: String, among names: [String]) -> Self {
        let all = names.map { "“\($0)”" }.joined(separator: ", ")
        let others = names.isEmpty ? "There are no \(kind)s." : "Available: \(all)."
        let hint = name.closest(among: names).map { "Did you mean “\($0)”?" } ?? others
        return Self(description: "There is no \(kind) called “\(name)”. \(hint)")
    }
}
