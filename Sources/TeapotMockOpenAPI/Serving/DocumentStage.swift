import Teapot
public import TeapotMock
import TeapotMockDocuments

/// Answers the requests that no route answers as an OpenAPI document describes.
package final class DocumentStage: Stage {
    package static var places: [StagePlace] { [.insteadOfRoutes] }
    /// A folder of mocks comes first, and a live server last.
    package static var rank: Int { 1000 }

    /// What a generated response depends on.
    struct AnswerKey: Hashable {
        let place: String
        let preference: Preference
        let accept: String?
        let seed: UInt64
    }

    struct State: Sendable {
        /// The parts of the responses that were made for recent requests.
        var answers: [AnswerKey: AnswerMaker.Parts] = [:]
        var details: [String: OpenAPIDocument.Details] = [:]
        var memory = Memory()
        var checker: RequestChecker?
        /// The preferences of the test, by method and path.
        var preferences: [String: Preference] = [:]
    }

    /// The journal's text before the reason for a refusal.
    package static let refusal = ": refused: "

    let document: OpenAPIDocument
    let options: OpenAPIDocument.AnswerOptions
    let place: SourcePlace
    /// The pairs of paths whose items are kept, by the documented path of the list and of the item.
    let resources: [String: Resource]
    /// The first items of lists, by path or name.
    let givenItems: JSONTree
    let state: Locked<State>
    /// The requests that the document doesn't allow, each with the number of times; copies add to it, too.
    private let refused: Locked<[String: Int]>
    private let table: OperationTable

    init(_ document: OpenAPIDocument, _ options: OpenAPIDocument.AnswerOptions, at place: SourcePlace) {
        (self.document, self.options, self.place) = (document, options, place)
        table = OperationTable(document.operations)
        givenItems = (try? JSONTree(parsing: options.items.data())) ?? .null
        resources = options.isStateful ? Resource.all(in: document).kept : [:]
        (state, refused) = (Locked(State()), Locked([:]))
    }

    /// Creates a stage with the same items, which changes only its own; for a trial, it records no refused requests.
    init(copying other: DocumentStage, isTrial: Bool = false) {
        var options = other.options
        if isTrial { options.allowsRefusedRequests = true }
        (document, self.options, place) = (other.document, options, other.place)
        (resources, givenItems, table, refused) = (other.resources, other.givenItems, other.table, other.refused)
        state = Locked(other.state.withLock(\.self))
    }

    /// A stage with the same items, which changes only its own.
    package var copied: DocumentStage? { DocumentStage(copying: self) }

    package func couldAnswer(_ request: Request) -> Bool { find(request, depth: 0) != nil }

    package func match(_ request: Request, began: UInt64, for router: Router) -> StageMatch? {
        guard let found = find(request, depth: router.base.path.count) else { return nil }
        let label = document.name
        guard let operation = operation(for: request.method, in: found) else {
            let methods = found.operations.keys.sorted().joined(separator: ", ")
            if request.method == "OPTIONS" {
                return StageMatch(.switched(label), .status(204, headers: ["Allow": "\(methods), OPTIONS"]))
            }
            let detail = "\(label) has \(methods) for this path, but not \(request.method)."
            note(request, detail)
            let problem = Refusal(status: 405, reason: detail, headers: [("Allow", methods)])
            return StageMatch(.switched(label + Self.refusal + detail), problem.response)
        }
        let values = operation.values(from: found.values)
        // Only a small request is answered on the caller's thread, which may be that of a server's loop.
        guard request.body.count > 1 << 16 else {
            let (response, source) = answer(request, operation, values)
            return StageMatch(.switched("\(label): \(source)"), response)
        }
        return StageMatch(.switched(label)) { entry in
            { [self] in
                let (response, source) = answer(request, operation, values)
                router.journal.change(entry, to: .switched("\(label): \(source)"))
                return response
            }
        }
    }

    package func explanation(for request: Request) -> (reason: String, suggestion: String)? {
        let paths = Set(document.operations.map(\.path)).sorted()
        let segments = Request.segments(of: request.path)
        // The first segments may be those of a server.
        let meant =
            (0...min(3, segments.count)).lazy.compactMap { count in
                ("/" + segments.dropFirst(count).joined(separator: "/")).closest(among: paths)
            }.first.map { "Did you mean “\($0)”? " } ?? ""
        return ("has no path in \(document.name)", "\(meant)Add the path to the document.")
    }

    package var violations: [Router.Violation] {
        let requests = refused.withLock(\.self).sorted { $0.key < $1.key }.map { text, count in
            text + (count > 1 ? " This happened \(count) times." : "")
        }
        // A wrong request would pass if its schema isn't found.
        let broken = state.withLock { $0.checker?.checker.broken ?? [] }.sorted()
        return (requests + broken.map { "\(document.name) has a broken reference: \($0)" }).map {
            Router.Violation(kind: .undocumentedRequest, message: $0, place: place)
        }
    }

    /// Returns the operations of a request's path, below the base URL or with the server's path.
    func find(_ request: Request, depth: Int) -> OperationTable.Found? {
        let path = Request.segments(of: request.path)
        return table.find(path[...]) ?? (depth > 0 ? table.find(path.dropFirst(depth)) : nil)
    }

    func operation(for method: String, in found: OperationTable.Found) -> OpenAPIDocument.Operation? {
        found.operations[method] ?? (method == "HEAD" ? found.operations["GET"] : nil)
    }

    /// Records a request that the document doesn't allow.
    func note(_ request: Request, _ reasons: String) {
        let text = "\(request.method) \(request.shortPath) isn't allowed by \(document.name): \(reasons)"
        refused.withLock { if $0.count < 1000, !options.allowsRefusedRequests { $0[text, default: 0] += 1 } }
    }

    func details(of operation: OpenAPIDocument.Operation) -> OpenAPIDocument.Details {
        let key = operation.place.pointer
        if let known = state.withLock({ $0.details[key] }) { return known }
        let details = document.details(of: operation)
        state.withLock { $0.details[key] = details }
        return details
    }
}

extension Router.Violation.Kind {
    /// A request that the OpenAPI document of the router doesn't allow.
    public static let undocumentedRequest = Self(rawValue: "undocumentedRequest")
}
