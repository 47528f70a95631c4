public import Foundation
import Teapot
import TeapotMock

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// LetSee's shared object: a switchboard, and a router that uses it.
///
/// A request waits as long as its session's timeout for a choice in ``switchboard``.
@available(*, deprecated, message: "Create a 'Switchboard', and a 'Router' that uses it.")
public final class LetSee: Sendable {
    /// The settings of LetSee.
    public struct Configuration: Sendable {
        /// The beginning of the URLs that have mocks.
        public var baseURL: URL
        /// Whether mocks respond; otherwise the live server does.
        public var isMockEnabled: Bool

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - baseURL: The beginning of the URLs that have mocks.
        ///   - isMockEnabled: Whether mocks respond; otherwise the live server does.
        ///   - shouldCutBaseURLFromURLsTitle: Whether LetSee's window shows paths instead of URLs. It's ignored.
        public init(baseURL: URL, isMockEnabled: Bool, shouldCutBaseURLFromURLsTitle: Bool = false) {
            (self.baseURL, self.isMockEnabled) = (baseURL, isMockEnabled)
        }
    }

    /// The shared object.
    public static let shared = LetSee()
    private let state = Locked(
        (Configuration(baseURL: URL(fileURLWithPath: "/"), isMockEnabled: false), Switchboard(), Router()))

    /// The settings.
    public var configuration: Configuration { state.withLock { $0.0 } }
    /// The switchboard, which has the choices of LetSee's window.
    public var switchboard: Switchboard { state.withLock { $0.1 } }

    /// Changes the settings.
    ///
    /// - Parameter configuration: The settings.
    public func config(_ configuration: Configuration) { change(configuration, switchboard) }

    /// Reads a folder of mocks, which replaces the previous one.
    ///
    /// - Parameter path: The path of the folder.
    public func addMocks(from path: String) {
        let mocks = MockFolder(URL(fileURLWithPath: path))
        change(configuration, Switchboard(mocks, scenarios: switchboard.scenarioFolder))
    }

    /// Reads a folder of scenarios, which replaces the previous one.
    ///
    /// - Parameter path: The path of the folder.
    public func addScenarios(from path: String) {
        let scenarios = ScenarioFolder(URL(fileURLWithPath: path))
        change(configuration, Switchboard(switchboard.folder, scenarios: scenarios))
    }

    private func change(_ configuration: Configuration, _ switchboard: Switchboard) {
        let router = Router(configuration.baseURL.absoluteString)
        router.switchboard = switchboard
        switchboard.isOn = configuration.isMockEnabled
        state.withLock { $0 = (configuration, switchboard, router) }
    }

    /// Creates a task for a request.
    ///
    /// - Parameters:
    ///   - session: The session whose configuration is used.
    ///   - request: The request.
    ///   - completionHandler: A closure to call with the response, or with the error.
    /// - Returns: The task, which begins when it's resumed.
    public func runDataTask(
        using session: URLSession = .shared, with request: URLRequest,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        let session = URLSession(configuration: session.configuration.answered(by: state.withLock { $0.2 }))
        defer { session.finishTasksAndInvalidate() }
        return session.dataTask(with: request, completionHandler: completionHandler)
    }
}
