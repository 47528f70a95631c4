import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotMockStore
import TeapotTestResources

extension ContractCase {
    /// Returns a router for the case, with its routes registered by the functions that a test would use.
    func makeRouter() throws -> Router {
        let router = Router(base, fixtures: Fixtures.directory)
        router.cors = cors
        for route in routes { try route.register(in: router) }
        return router
    }

    /// The base URL for transports without a socket.
    var inProcessURL: URL {
        if let origin, let url = URL(string: origin) { return url }
        if let mark = base.range(of: "://") {
            let end = base[mark.upperBound...].firstIndex(of: "/") ?? base.endIndex
            if let url = URL(string: String(base[..<end])) { return url }
        }
        return MockTeapot.defaultBaseURL
    }
}

extension CaseRoute {
    /// Registers the route.
    fileprivate func register(in router: Router) throws {
        if let resource {
            router.resource(Book.self, in: Store(), at: resource)
            return
        }
        let answers = try answers.map { try $0.makeResponse() }
        guard let path else {
            if let answer = answers.first { return register(answer, in: router) }
            return handler == .asyncComponents ? respondWaiting(in: router) : respondAtOnce(in: router)
        }
        let verb = verb(of: router)
        if let handler, rules.isEmpty {
            handler.register(verb, path, times: times, delay: delay)
        } else if let handler {
            register(verb, path, handler)
        } else if rules.isEmpty {
            register(verb, path, answers)
        } else {
            register(verb, path, answers[0])
        }
    }

    private func verb(of router: Router) -> Router.Verb {
        switch method {
        case nil: router.any
        case .get: router.get
        case .head: router.head
        case .post: router.post
        case .put: router.put
        case .patch: router.patch
        case .delete: router.delete
        case let method?: router.method(method)
        }
    }

    // A list can't be passed to a variadic parameter, so each count has its own line.

    private func register(_ verb: Router.Verb, _ path: String, _ answers: [Response]) {
        switch answers.count {
        case 1: verb(path, times: times, delay: delay, with: answers[0])
        case 2: verb(path, times: times, delay: delay, with: answers[0], answers[1])
        case 3: verb(path, times: times, delay: delay, with: answers[0], answers[1], answers[2])
        default: verb(path, times: times, delay: delay, with: answers[0], answers[1], answers[2], answers[3])
        }
    }

    private func register(_ verb: Router.Verb, _ path: String, _ answer: Response) {
        switch rules.count {
        case 1: verb(path, when: rules[0], times: times, delay: delay, with: answer)
        case 2: verb(path, when: rules[0], rules[1], times: times, delay: delay, with: answer)
        default: verb(path, when: rules[0], rules[1], rules[2], times: times, delay: delay, with: answer)
        }
    }

    private func register(_ verb: Router.Verb, _ path: String, _ handler: CaseHandler) {
        // More than one rule wouldn't test more of a handler.
        if handler == .asyncComponents {
            verb(path, when: rules[0], times: times, delay: delay) { request in await waiting(request.components) }
        } else {
            verb(path, when: rules[0], times: times, delay: delay) { request in request.components }
        }
    }

    private func respondAtOnce(in router: Router) {
        let handler: @Sendable (Request) throws -> Response = { .json(JSON.dictionary($0.components)) }
        switch rules.count {
        case 0: router.register(handler, times: times, delay: delay)
        default: router.register(handler, when: rules[0], times: times, delay: delay)
        }
    }

    private func respondWaiting(in router: Router) {
        let handler: @Sendable (Request) async throws -> Response = { request in
            .json(JSON.dictionary(await waiting(request.components)))
        }
        switch rules.count {
        case 0: router.register(handler, times: times, delay: delay)
        default: router.register(handler, when: rules[0], times: times, delay: delay)
        }
    }

    private func register(_ answer: Response, in router: Router) {
        switch rules.count {
        case 0: router.register(answer, times: times, delay: delay)
        case 1: router.register(answer, when: rules[0], times: times, delay: delay)
        case 2: router.register(answer, when: rules[0], rules[1], times: times, delay: delay)
        default:
            router.register(answer, when: rules[0], rules[1], rules[2], times: times, delay: delay)
        }
    }
}

/// An entity of the resources of cases.
private struct Book: Storable, Codable {
    var id: String
    var title: String
    var pages: Int
    var author: String?

    init(id: String, store: Store) {
        self.id = id
        (title, pages) = ("Untitled", 0)
    }
}

/// Returns a value asynchronously.
private func waiting<Value: Sendable>(_ value: Value) async -> Value {
    await Task.yield()
    return value
}

extension CaseAnswer {
    fileprivate func makeResponse() throws -> Response {
        acceptsRanges ? try makeWholeResponse().acceptingRanges() : try makeWholeResponse()
    }

    private func makeWholeResponse() throws -> Response {
        let status = Teapot.StatusCode(rawValue: status)
        switch body {
        case .text(let text): return Response(status: status, headers: headers, body: Data(text.utf8))
        case .json(let value): return .json(JSON(value) ?? [:], status: status, headers: headers)
        case .bytes(let bytes): return .data(bytes, status: status, headers: headers)
        case .file(let name): return .file(name, status: status, headers: headers)
        case .stream(let pieces):
            return .stream(pieces.map { Data($0.utf8) }, status: status, headers: headers)
        case .nothing, .form, .containing: return .status(status, headers: headers)
        }
    }
}

extension CaseRequest {
    /// Returns the body in the form that a client accepts.
    func parameters() throws -> Teapot.Payload {
        switch body {
        case .nothing, .stream, .containing: .none
        case .text(let text): .data(Data(text.utf8))
        case .json(let value): .data(try JSON.data(from: value), contentType: "application/json")
        case .bytes(let bytes): .data(bytes)
        case .file(let name): .data(try CaseBody.contents(of: name))
        case .form(let items): .form(.init(items))
        }
    }
}
