import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A new client` {
    private let baseURL = URL.make("http://h.test/api?key=k")

    @Test func `it has the documented defaults`() {
        let teapot = Teapot(baseURL: baseURL)
        #expect(teapot.baseURL == baseURL)
        #expect(teapot.defaultDeliveryQueue?.label == DispatchQueue.main.label)
        #expect(teapot.logger.level == .none)
        #expect(teapot.options.timeout == 60)
        #expect(teapot.options.redirects.maximum == 20)
        #expect(teapot.options.maximumBodyLength == .max)
        #expect(teapot.options.retriers.isEmpty)
        #expect(teapot.options.adapters.isEmpty)
        #expect(teapot.options.headers.isEmpty)
    }

    @Test func `its session keeps no cookies, cache or credentials`() {
        let configuration = URLSessionConfiguration.teapot
        #expect(configuration.httpCookieStorage == nil)
        #expect(configuration.urlCache == nil)
        #expect(configuration.urlCredentialStorage == nil)
    }

    @Test func `a configuration's additional headers are sent and checked like any others`() throws {
        let configuration = URLSessionConfiguration.teapot
        configuration.httpAdditionalHeaders = ["X-A": "configuration", "x-b": "configuration", "X-C": 7]
        var options = Teapot.Options()
        options.headers = ["X-B": "options"]
        let teapot = Teapot(baseURL: baseURL, configuration: configuration, options: options)
        let fields = try teapot.makeRequest(.get, "a", headerFields: ["x-c": "call"]).headers
        #expect(fields["X-A"] == "configuration")
        #expect(fields["X-B"] == "options")
        #expect(fields["X-C"] == "call")
        #expect(configuration.httpAdditionalHeaders?.count == 3)

        configuration.httpAdditionalHeaders = ["X-A": "a\r\nX-Evil: 1"]
        let evil = Teapot(baseURL: baseURL, configuration: configuration)
        #expect(teapotError { _ = try evil.makeRequest(.get, "a") }?.type == .invalidHeader)
    }

    @Test func `the configuration of a caller's own session is used`() throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-A": "session"]
        let session = URLSession(configuration: configuration)
        let queue = DispatchQueue(label: "delivery")
        let teapot = Teapot(baseURL: baseURL, session: session, defaultDeliveryQueue: queue)
        #expect(try teapot.makeRequest(.get, "a").headers["X-A"] == "session")
        #expect(teapot.defaultDeliveryQueue === queue)
        session.invalidateAndCancel()
    }

    @Test func `the timeouts of a configuration or a session apply, unless the options have others`() throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 7
        configuration.timeoutIntervalForResource = 9
        let session = URLSession(configuration: configuration)
        var options = Teapot.Options()
        options.timeout = 3
        options.totalTimeout = 4
        for (client, idle, total) in [
            (Teapot(baseURL: baseURL, configuration: configuration), 7, 9),
            (Teapot(baseURL: baseURL, session: session), 7, 9),
            (Teapot(baseURL: baseURL, configuration: configuration, options: options), 3, 4),
            (Teapot(baseURL: baseURL, configuration: .ephemeral), 60, .infinity),
            (Teapot(baseURL: baseURL, session: .shared, options: options), 3, 4),
        ] as [(Teapot, TimeInterval, TimeInterval)] {
            let request = try client.makeRequest(.get, "a")
            #expect(request.timeout == idle)
            #expect(request.totalTimeout == total)
            #expect(try client.makeRequest(.get, "a", timeout: 1).timeout == 1)
        }
        session.invalidateAndCancel()
    }

    @Test func `a path that can't be joined has no task`() async {
        let queue = DispatchQueue(label: "delivery")
        let teapot = Teapot(baseURL: baseURL, defaultDeliveryQueue: queue)
        let results = Recorder<NetworkResult>()
        let task: URLSessionTask? = teapot.get("..") { results($0) }
        #expect(task == nil)
        #expect(await results.recorded().first?.error?.type == .invalidRequestPath)
    }
}
