public import Foundation
import Teapot
import TeapotMock

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// LetSee's shared object: a switchboard, and a router that uses it.
///
/// A request waits for a choice in ``switchboard`` for as long as its session's timeout.
@available(*, deprecated, message: "Create a 'Switchboard', and a 'Router' that uses it.")
public final class LetSee: Sendable {
    /// The settings of LetSee.
    public struct Configuration: Sendable {
        /// The beginning of the URLs that have mocks.
        public var baseURL: URL
        /// Whether mocks respond; otherwise, the live server does.
        public var isMockEnabled: Bool

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - baseURL: The beginning of the URLs that have mocks.
        ///   - isMockEnabled: Whether mocks respond; otherwise, the live server does.
        ///   - shouldCutBaseURLFromURLsTitle: Whether LetSee's window shows paths instead of URLs. It has no effect.
        public init(baseURL: URL, isMockEnabled: Bool, shouldCutBaseURLFromURLsTitle: Bool = false) {
            (self.baseURL, self.isMockEnabled) = (baseURL, isMockEnabled)
        }
    }

    /// The shared object.
    public static let shared = LetSee()
    private let state = Locked((Configuration(baseURL: URL(fileURLWithPath: "/"), isMockEnabled: false), Switchboard()))

    /// The settings.
    public var configuration: Configuration { state.withLock { $0.0 } }
    /// The switchboard, which offers the choices of LetSee's window; adding a folder replaces it.
    public var switchboard: Switchboard { state.withLock { $0.1 } }

    /// Changes the settings.
    ///
    /// - Parameter configuration: The settings.
    public func config(_ configuration: Configuration) { change { $0.0 = configuration } }

    /// Reads a folder of mocks, which replaces the previous one.
    ///
    /// - Parameter path: The path of the folder.
    public func addMocks(from path: String) {
        change { $0.1 = Switchboard(MockFolder(URL(fileURLWithPath: path)), scenarios: $0.1.scenarioFolder) }
    }

    /// Reads a folder of scenarios, which replaces the previous one.
    ///
    /// - Parameter path: The path of the folder.
    public func addScenarios(from path: String) {
        change { $0.1 = Switchboard($0.1.folder, scenarios: ScenarioFolder(URL(fileURLWithPath: path))) }
    }

    private func change(_ change: (inout (Configuration, Switchboard)) -> Void) {
        state.withLock {
            change(&$0)
            $0.1.isOn = $0.0.isMockEnabled
        }
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
        let (configuration, switchboard) = state.withLock { $0 }
        let router = Router(configuration.baseURL.absoluteString)
        router.switchboard = switchboard
        let session = URLSession(configuration: session.configuration.answered(by: router))
        defer { session.finishTasksAndInvalidate() }
        return session.dataTask(with: request, completionHandler: completionHandler)
    }
}
