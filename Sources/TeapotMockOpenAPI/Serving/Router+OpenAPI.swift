public import Teapot
public import TeapotMock

extension OpenAPIDocument {
    /// The way in which a router answers from a document.
    public struct AnswerOptions: Sendable {
        /// Whether a request that the document doesn't allow is refused, and makes its test fail; `true` by default.
        public var validatesRequests = true
        /// Whether a test passes even if it sends requests that are refused, for tests that expect this; `false` by
        /// default.
        public var allowsRefusedRequests = false
        /// Whether created, changed and deleted items are remembered; `true` by default.
        public var isStateful = true
        /// The first items of lists, by their path such as `/teas` or its last segment, instead of the document's
        /// examples: `["teas": [["id": 1, "name": "Sencha"]]]`.
        public var items: JSON = [:]
        /// A number that changes all generated values.
        public var seed: UInt64 = 0

        /// Creates the default options.
        public init() {}
    }

    /// A request for a response that a document doesn't have.
    public struct UnknownResponse: Error, Sendable, Equatable, CustomStringConvertible {
        /// The response that was asked for, and the ones that exist.
        public let description: String
    }
}

extension Router {
    /// Answers requests as an OpenAPI document describes, if no route and no mock of a folder answers them.
    ///
    /// Each operation answers with its first success: with the document's example or, without one, with a value that
    /// is generated from the schema, the same for the same request. Items that are created, changed or deleted are
    /// remembered. The document of an earlier call is replaced.
    ///
    /// ```swift
    /// Router.current.answer(from: try OpenAPIDocument(contentsOf: url))
    /// ```
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - options: The way in which to answer.
    ///   - fileID: The file that contains the call, for failures of tests.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    public func answer(
        from document: OpenAPIDocument, options: OpenAPIDocument.AnswerOptions = OpenAPIDocument.AnswerOptions(),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        setStage(DocumentStage(document, options, at: SourcePlace(fileID: fileID, filePath: filePath, line: line)))
    }

    /// The paths of the lists whose items the router's document keeps in memory.
    package var rememberedLists: [String] {
        Set((stage(of: DocumentStage.self)?.resources ?? [:]).values.map(\.list)).sorted()
    }

    /// Chooses the response that an operation of the router's document gives from now on.
    ///
    /// ```swift
    /// try Router.current.prefer(404, for: .get, "/teas/{teaId}")
    /// ```
    ///
    /// - Parameters:
    ///   - status: The status, or `nil` for the first success.
    ///   - example: The name of the example, or `nil` for the first one.
    ///   - method: The method.
    ///   - path: The path as in the document.
    /// - Throws: An error that names the responses that exist, if the document doesn't have this one.
    public func prefer(
        _ status: Teapot.StatusCode?, example: String? = nil, for method: Teapot.Method, _ path: String
    ) throws(OpenAPIDocument.UnknownResponse) {
        guard let stage = stage(of: DocumentStage.self) else {
            throw OpenAPIDocument.UnknownResponse(description: "The router has no document: call answer(from:) first.")
        }
        let (document, method) = (stage.document, method.rawValue)
        guard let operation = document.operations.first(where: { $0.method == method && $0.path == path }) else {
            let known = document.operations.map { "\($0.method) \($0.path)" }
            let meant = "\(method) \(path)".closest(among: known).map { " Did you mean “\($0)”?" } ?? ""
            throw .init(description: "\(document.name) has no operation \(method) \(path).\(meant)")
        }
        let preference = Preference(status: status?.rawValue, example: example)
        if status != nil || example != nil {
            do throws(Refusal) {
                let choice = try AnswerChoice(stage.details(of: operation), status: preference.status, accept: nil)
                _ = try AnswerMaker(document: document, seed: 0).body(of: choice, preference)
            } catch { throw .init(description: error.reason) }
        }
        stage.state.withLock { $0.preferences["\(method) \(path)"] = preference }
    }
}
