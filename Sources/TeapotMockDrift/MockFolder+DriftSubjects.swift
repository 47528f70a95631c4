import Foundation
import TeapotMock
import TeapotMockFolders
import TeapotMockOpenAPI

/// The path and the method that select some mocks: `/products`, or `POST /products`.
struct MockEndpoint {
    /// The method in uppercase, or `nil` for every method.
    let method: String?
    /// The segments of a directory or a request path, in lowercase.
    let segments: [String]

    /// Creates an endpoint by parsing it.
    ///
    /// - Parameter text: The text, such as `POST /products`.
    init(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let hasMethod = parts.count == 2 && parts[0].utf8.allSatisfy { 0x41...0x5A ~= $0 }
        method = hasMethod ? parts[0] : nil
        segments = FolderMap.segments(of: hasMethod ? parts[1] : text)
    }

    /// Creates an endpoint for every method.
    ///
    /// - Parameter endpoint: An endpoint, whose method is ignored.
    init(anyMethod endpoint: MockEndpoint) { (method, segments) = (nil, endpoint.segments) }
}

extension MockFolder {
    /// Reads mocks to check.
    ///
    /// - Parameters:
    ///   - mocks: The mocks.
    ///   - selection: The kinds of mocks to include.
    ///   - findings: The findings to add the problems of invalid mocks to.
    /// - Returns: The valid mocks.
    func subjects(of mocks: [Mock], _ selection: Selection, _ findings: inout DriftResults) -> [DriftSubject] {
        var subjects: [DriftSubject] = []
        for mock in mocks where selection.includes(mock) {
            guard mock.isBody else {
                findings.skip(mock.path, "faults and WebSocket scripts aren't checked")
                continue
            }
            do throws(Problem) { subjects.append(try mock.subject(method(of: mock))) } catch {
                findings.checked.insert(mock.path)
                findings.drifts.append(Drift(error))
            }
        }
        return subjects
    }

    /// Returns the report of findings, with a drift that says so if nothing was checked.
    ///
    /// - Parameters:
    ///   - findings: The findings.
    ///   - document: The document that the mocks were compared with, or `nil` for none.
    /// - Returns: The report.
    func report(_ findings: DriftResults, against document: OpenAPIDocument? = nil) -> DriftReport {
        var findings = findings
        if let document, document.operations.isEmpty, findings.drifts.isEmpty {
            let (folder, expected) = (directory.lastPathComponent, "operations in “\(document.name)”")
            findings.drifts.append(
                Drift(.folder, in: folder, expected: expected, found: "none", source: document.name))
        } else if findings.checked.isEmpty, findings.drifts.isEmpty {
            let found = mocks.count < 2 ? "no mock" : "none of the \(mocks.count) mocks"
            findings.drifts.append(
                Drift(
                    .folder, in: directory.lastPathComponent, expected: "mocks that can be checked", found: found,
                    source: "MockFolder"))
        }
        return DriftReport(findings)
    }

    /// Returns the mocks of a directory or a request path.
    func mocks(at endpoint: MockEndpoint) -> [Mock] {
        let possible = mocks.filter { endpoint.method == nil || $0.method == endpoint.method }
        let inFolder = possible.filter { FolderMap.segments(of: $0.folder) == endpoint.segments }
        return inFolder.isEmpty
            ? possible.filter { FolderMap.segments(of: $0.requestPath) == endpoint.segments } : inFolder
    }

    /// Returns a description of what exists at a path without mocks.
    private func found(at path: String) -> String {
        let endpoint = MockEndpoint(path)
        if endpoint.method != nil, !mocks(at: MockEndpoint(anyMethod: endpoint)).isEmpty {
            return "none for that method"
        }
        let folders = Set(mocks.flatMap { [$0.folder, $0.requestPath] }).sorted()
        return path.closest(among: folders).map { "none, but there is “\($0)”" } ?? "none"
    }

    /// Decodes mocks as a type.
    func findings(
        of mocks: [Mock], at path: String?, against type: any Decodable.Type, _ selection: Selection,
        _ decoder: JSONDecoder
    ) -> DriftResults {
        var findings = DriftResults()
        let subjects = subjects(of: mocks, selection, &findings)
        if let path, !mocks.contains(where: selection.includes) {
            findings.drifts.append(
                Drift(
                    .folder, in: path, expected: selection.name, found: mocks.isEmpty ? found(at: path) : "only others",
                    source: "\(type)"))
        }
        var checker = TypeChecker(type, decoder)
        for subject in subjects { checker.check(subject) }
        findings.add(checker.findings)
        return findings
    }
}

extension MockFolder.Selection {
    /// The selected mocks, for messages.
    var name: String {
        switch self {
        case .successes: "mocks that succeed"
        case .errors: "mocks that fail"
        case .all: "mocks"
        }
    }
}

extension MockFolder.Mock {
    /// Returns the mock in the form to check.
    fileprivate func subject(_ usualMethod: String?) throws(MockFolder.Problem) -> DriftSubject {
        // Check the file first, as for a response.
        _ = try response()
        let response = try document()
        return DriftSubject(
            file: path, requestPath: isGeneral ? nil : requestPath, method: method,
            usualMethod: usualMethod, status: response.status.rawValue, headers: response.headers, body: response.body,
            hasImpliedType: !statesMediaType, condition: condition)
    }
}

extension Drift {
    /// Creates a drift for a file that isn't a valid mock.
    fileprivate init(_ problem: MockFolder.Problem) {
        let place = problem.line.map { " at line \($0), column \(problem.column ?? 1)" } ?? ""
        self.init(
            .file, in: problem.file, line: problem.line, expected: "a mock that can be read",
            found: "a file that can't be read\(place): \(problem.reason)", source: "MockFolder")
    }
}
