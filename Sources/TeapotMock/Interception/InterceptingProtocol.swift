import Foundation
import Teapot

/// A protocol class that replaces the network with a router.
///
/// This class is the part that the session calls.
///
/// Foundation calls it on the task's queue, so nothing here may wait.
class InterceptingProtocol: URLProtocol, TimelineSource {
    private var load: InterceptedLoad?
    private var loadClient: LoadClient?

    override class func canInit(with request: URLRequest) -> Bool { Interception.takes(request, to: self) }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override class func requestIsCacheEquivalent(_ first: URLRequest, to second: URLRequest) -> Bool { false }

    class var timeline: @Sendable (Teapot.Request) -> Teapot.Timeline {
        let type: InterceptingProtocol.Type = self
        return { Interception.timeline(of: $0, to: type) }
    }

    override func startLoading() {
        // The task was resumed, possibly twice in a row.
        if let load, let loadClient {
            load.hold(false)
            return loadClient.hold(false)
        }
        avoidDeadlock()
        let client = LoadClient(self)
        loadClient = client
        guard let url = request.url else { return client.finish(URLError(.badURL)) }
        do throws(TeapotError) {
            let head = { [request] in Teapot.Request(request, at: url, nil, body: request.httpBody ?? Data()) }
            let answering = try Interception.answering(
                Request(head(), body: request.httpBody ?? Data()), to: type(of: self))
            guard let answering else {
                // The router was unregistered after `canInit` accepted the request.
                throw .make(.unansweredRequest, "The router was unregistered after the request began.")
            }
            let settings = client.settings ?? answering.settings ?? SessionSettings(.default)
            let load = InterceptedLoad(
                of: head(), timeout: settings.timeout(of: request),
                in: task?.taskDescription.flatMap { ClientCall($0) }, answering: answering,
                settings: settings, client: client)
            self.load = load
            client.readBody(of: request) { [request] body in load.start(request, body: body) }
        } catch {
            client.finish(error)
        }
    }

    override func stopLoading() {
        if isSuspended {
            load?.hold(true)
            loadClient?.hold(true)
        } else {
            avoidDeadlock()
            load?.stop()
            loadClient?.stop()
        }
    }
}

/// The protocol class for the routers that are registered for the whole process.
final class RegisteredInterceptor: InterceptingProtocol {}
