public import Teapot
public import TeapotMock
public import TeapotMockServer

extension Server {
    /// Creates a server with an inspector, which is not listening yet.
    ///
    /// The inspector is a page at ``inspectorURL`` that shows the requests, and allows people on this machine to choose
    /// the responses; see <doc:TheInspector>. It handles the requests for its paths instead of the router.
    ///
    /// - Parameters:
    ///   - router: The router that responds to requests.
    ///   - limits: The limits on size and time.
    ///   - eventLoops: The number of threads, each of which serves its own connections; one is usually enough.
    public convenience init(inspecting router: Router, limits: Limits = Limits(), eventLoops: Int = 1) {
        self.init(router: router, limits: limits, eventLoops: eventLoops, mount: Inspector(router))
    }

    /// The URL of the inspector's page, such as `http://127.0.0.1:49152/__teapot/`.
    ///
    /// It is `nil` if the server is not running, or was created without an inspector.
    public var inspectorURL: URL? {
        inspector == nil ? nil : port.flatMap { URL(string: "http://127.0.0.1:\($0)\(Inspector.place)/") }
    }

    /// Keeps responses for the inspector from now on, even before it is used.
    package func keepResponses() { inspector?.responses.begin() }

    private var inspector: Inspector? { mount as? Inspector }
}
