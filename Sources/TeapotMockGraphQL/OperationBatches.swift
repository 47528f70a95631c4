import Foundation
import Teapot
import TeapotMock

/// The stage for batches: lists of GraphQL operations in one request, each answered by its own route.
final class OperationBatches: Stage {
    private struct Weak: Sendable {
        // The router retains its stages.
        weak var router: Router?
    }

    private let owner: Locked<Weak>

    private init(_ router: Router) { owner = Locked(Weak(router: router)) }

    /// Lets a router answer batches, before its other stages do.
    static func install(in router: Router) {
        router.setStage(OperationBatches(router))
    }

    static var places: [StagePlace] { [.insteadOfRoutes] }
    static var rank: Int { -1 }

    /// A batch, with the first of its operations that has no route.
    private struct Batch {
        var parts: [Request] = []
        var missing: (part: Request, explanation: String)?
    }

    /// Returns the batch in a request to a path with GraphQL routes, or `nil` if there's none.
    private func batch(in request: Request) -> Batch? {
        guard request.method == "POST", let router = owner.withLock({ $0.router }),
            router.registeredRoutes(for: request).contains(where: \.isForOperations),
            case .batch(let elements) = GraphQLReading(request), !elements.isEmpty
        else { return nil }
        var batch = Batch()
        /// The number of operations in the batch that each route answers.
        var counts: [Int: Int] = [:]
        for (index, part) in request.parts(elements).enumerated() {
            let route = part.flatMap { router.matchingRoutes(for: $0) }?.first { route in
                route.limit.map { router.answerCount(of: route.number) + counts[route.number, default: 0] < $0 } ?? true
            }
            if let part, let route, route.isForOperations {
                counts[route.number, default: 0] += 1
                batch.parts.append(part)
                continue
            }
            let name = part?.graphql.first.map { ", \($0)," } ?? ""
            let text = "Operation \(index + 1) of the \(elements.count) in the batch\(name) has no route."
            batch.missing = (part ?? request, text)
            break
        }
        return batch
    }

    func couldAnswer(_ request: Request) -> Bool {
        batch(in: request).map { $0.missing == nil } ?? false
    }

    func unansweredPart(of request: Request) -> (part: Request, explanation: String)? { batch(in: request)?.missing }

    func match(_ request: Request, began: UInt64, for router: Router) -> StageMatch? {
        guard let batch = batch(in: request), batch.missing == nil else { return nil }
        let parts = batch.parts.map { router.match(part: $0) }
        let reason = "the routes for the \(String(counting: parts.count, "operation")) of the batch"
        return StageMatch(.switched(reason)) { entry in
            { await Self.response(to: parts, for: router, entry) }
        }
    }

    /// Returns the list of responses to the operations, or the first response that can't be in a list.
    private static func response(to parts: [Router.Part], for router: Router, _ entry: Int) async -> Response {
        var bodies: [Data] = []
        var delay = 0.0
        for part in parts {
            let response = await router.response(to: part, entry)
            guard response.fault == nil, response.status.isSuccess, (try? JSON(parsing: response.body)) != nil else {
                return response
            }
            bodies.append(response.body)
            delay = max(delay, response.delay)
        }
        let list = Data("[".utf8) + bodies.joined(separator: Data(",".utf8)) + Data("]".utf8)
        return .data(list, contentType: "application/json", delay: delay)
    }
}

extension Route {
    /// Whether the route answers GraphQL operations.
    fileprivate var isForOperations: Bool { rules.contains { $0.matcher is OperationMatcher } }
}
