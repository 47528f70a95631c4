import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockOpenAPI

/// Compares mocks with the operations of an OpenAPI document.
struct OpenAPIChecker {
    let document: OpenAPIDocument
    private(set) var findings = DriftResults()
    var checker: SchemaChecker
    /// The operations that have a mock, as `POST /products`.
    private var covered: Set<String> = []

    init(_ document: OpenAPIDocument, assertsFormats: Bool) {
        self.document = document
        checker = SchemaChecker(document.schemas, assertsFormats: assertsFormats)
    }

    /// The findings, with the parts of the document that couldn't be checked.
    var result: DriftResults {
        var result = findings
        for note in checker.notes { result.skip(note.schema, note.reason) }
        result.missing = document.operations.map(\.title).filter { !covered.contains($0) }
        return result
    }

    /// Compares one mock.
    mutating func check(_ subject: DriftSubject) {
        guard let requestPath = subject.requestPath else {
            return findings.skip(subject.file, "it answers every path, so no operation describes it")
        }
        let operations = document.operations(for: requestPath)
        guard let path = operations.first?.path else {
            findings.strays.insert(subject.file)
            return findings.skip(subject.file, "the document has no path like \(requestPath)\(guess(for: requestPath))")
        }
        let possible = operations.filter { subject.method == nil || $0.method == subject.method }
        guard !possible.isEmpty else {
            let methods = Set(operations.map(\.method)).sorted().asChoice
            findings.drifts.append(
                Drift(
                    .method, in: subject.file, expected: "\(methods) for \(path)",
                    found: subject.method ?? "", source: "#/paths/\(JSONPointer.escaped(path))"))
            findings.checked.insert(subject.file)
            findings.strays.insert(subject.file)
            return
        }
        let comparisons = possible.map { comparison(of: subject, to: $0) }
        // Choose the operation that covers most of the response and, among equals, has the fewest differences.
        guard
            let closest = comparisons.min(by: {
                ($0.fit.rawValue, $0.drifts.count) < ($1.fit.rawValue, $1.drifts.count)
            })
        else { return }
        let usual = possible.filter { $0.method == subject.usualMethod }
        covered.formUnion((usual.isEmpty ? [closest.operation] : usual).map(\.title))
        for (place, reason) in closest.skipped { findings.skip(place, reason) }
        findings.drifts += closest.drifts
        if closest.fit == .noSuchStatus { findings.drifts.append(strangeStatus(of: subject, possible)) }
        if closest.fit != .undescribed { findings.checked.insert(subject.file) }
    }

    /// Returns a difference for a status that none of the operations responds with.
    private func strangeStatus(of subject: DriftSubject, _ operations: [OpenAPIDocument.Operation]) -> Drift {
        let expected = operations.map { operation in
            let statuses = operation.statuses.sorted()
            return "\(statuses.isEmpty ? "none" : statuses.asChoice) of \(operation.method) \(operation.path)"
        }
        return Drift(
            .status, in: subject.file, expected: "the status " + expected.joined(separator: " or "),
            found: "\(subject.status)", source: operations[0].place.pointer)
    }

    private func guess(for requestPath: String) -> String {
        let paths = Set(document.operations.map(\.path)).sorted()
        return requestPath.closest(among: paths).map { "; did you mean “\($0)”?" } ?? ""
    }

    /// The result of comparing a mock with an operation.
    struct Comparison {
        /// How well the operation describes the response; lower is better.
        enum Fit: Int {
            case described, undescribed, noSuchStatus
        }

        let operation: OpenAPIDocument.Operation
        var fit: Fit
        var drifts: [Drift] = []
        var skipped: [(place: String, reason: String)] = []
    }

    private mutating func comparison(of subject: DriftSubject, to operation: OpenAPIDocument.Operation) -> Comparison {
        guard let status = Self.closest(of: operation.statuses, to: subject.status),
            let written = operation.place["responses"]?[status]
        else { return Comparison(operation: operation, fit: .noSuchStatus) }
        switch document.schemas.resolving(written) {
        case .unreachable(let reason):
            return Comparison(operation: operation, fit: .undescribed, skipped: [(written.pointer, reason)])
        case .found(let response):
            var comparison = Comparison(operation: operation, fit: .described)
            compareHeaders(of: subject, to: response, &comparison)
            compareBody(of: subject, to: response, isHead: operation.method == "HEAD", &comparison)
            return comparison
        }
    }

    /// Returns the documented status for a mock's status: the same status, its range, or the default.
    private static func closest(of statuses: some Collection<String>, to status: Int) -> String? {
        let wanted = ["\(status)", "\(status / 100)XX", "DEFAULT"]
        return wanted.lazy.compactMap { name in statuses.first { $0.uppercased() == name } }.first
    }

    private mutating func compareBody(
        of subject: DriftSubject, to response: Schema, isHead: Bool, _ comparison: inout Comparison
    ) {
        guard !isHead else { return }
        guard let content = response["content"], let types = content.tree.members, !types.isEmpty else {
            guard !subject.body.isEmpty else { return }
            comparison.fit = .undescribed
            comparison.skipped.append((subject.file, "the document does not describe the body of this response"))
            return
        }
        let expected = types.keys.sorted().asChoice
        guard !subject.body.isEmpty else {
            comparison.drifts.append(
                subject.drift(
                    at: JSONPointer(), expected: "a body of \(expected)", found: "none", source: content.pointer))
            return
        }
        let type = subject.mediaType
        var range = MediaRange.closest(of: types.keys, to: type)
        if range == nil {
            // A JSON body probably has the only documented JSON media type.
            let others = types.keys.filter { MediaType.isJSON(MediaRange.essence(of: $0)) }
            range = others.count == 1 ? others[0] : nil
            // The extension “json” says only that it's JSON.
            if !subject.hasImpliedType || !subject.isJSON || others.isEmpty {
                comparison.drifts.append(
                    Drift(.mediaType, in: subject.file, expected: expected, found: type, source: content.pointer))
            } else if range == nil {
                comparison.skipped.append(
                    (subject.file, "it may be \(others.sorted().asChoice); state its Content-Type in a header file"))
            }
        }
        guard let range, let media = content[range] else { return }
        guard subject.isJSON else { return }
        guard let schema = media["schema"] else {
            comparison.skipped.append((subject.file, "the document has no schema for the body of this response"))
            return
        }
        compareJSON(of: subject, to: schema, &comparison)
    }

    private mutating func compareJSON(
        of subject: DriftSubject, to schema: Schema, _ comparison: inout Comparison
    ) {
        do throws(JSON.ParsingError) {
            let value = try JSONTree(parsing: subject.body)
            let drifts = checker.check(value, against: schema).differences.map { difference in
                subject.drift(
                    at: difference.pointer, expected: difference.expected, found: difference.found,
                    source: difference.schema)
            }
            comparison.drifts += subject.located(drifts)
        } catch {
            comparison.drifts.append(subject.drift(error, source: schema.pointer))
        }
    }
}

extension OpenAPIDocument.Operation {
    /// The method and the path.
    fileprivate var title: String { "\(method) \(path)" }

    /// The documented statuses, including ranges and the default.
    fileprivate var statuses: [String] {
        (place.tree["responses"]?.members ?? [:]).keys.filter { !$0.hasPrefix("x-") }
    }
}
