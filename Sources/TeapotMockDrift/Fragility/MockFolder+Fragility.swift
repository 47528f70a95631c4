public import Foundation
import TeapotMock
public import TeapotMockFolders
import TeapotMockDocuments
import TeapotMockOpenAPI

extension MockFolder {
    /// Finds what the shipped app loses when the server changes one thing in the mocked responses.
    ///
    /// Each value of each mock is changed in every way that a server might change it: a member is missing or null, a
    /// string has an unknown value, a number arrives as a string, a list has one bad element. The result is decoded as
    /// in the app. The report lists the changes that lose more than the value itself, worst first:
    ///
    /// ```swift
    /// let report = folder.fragility(of: [Product].self, for: "/products")
    /// #expect(report.isEmpty, "\(report)")
    /// ```
    ///
    /// The changes of a mock are the same each time. In very long lists, only some elements are changed, and the report
    /// says so.
    ///
    /// - Parameters:
    ///   - type: The type that the app decodes such a response as.
    ///   - path: The directory of the mocks, such as `/products`, or their request path; with a method in front, only
    ///     mocks for that method are included. `nil` for all mocks.
    ///   - selection: The kinds of mocks to include; by default, those for successful requests.
    ///   - document: An OpenAPI document. Only changes that it allows count; without a document, all changes do.
    ///   - decoder: The decoder that the app uses.
    /// - Returns: The report. It also says what couldn't be examined; if there are no mocks, it isn't empty.
    public func fragility<Value: Decodable>(
        of type: Value.Type, for path: String? = nil, including selection: Selection = .successes,
        allowedBy document: OpenAPIDocument? = nil, decoder: JSONDecoder = JSONDecoder()
    ) -> Fragility {
        let mocks = path.map { self.mocks(at: MockEndpoint($0)) } ?? mocks
        var findings = DriftResults()
        var report = Fragility()
        for subject in subjects(of: mocks, selection, &findings) {
            guard subject.isJSON, !subject.body.isEmpty else {
                report.remarks.append("\(subject.file), because it is \(subject.isJSON ? "empty" : subject.mediaType)")
                continue
            }
            let isAllowed = document.map { subject.isAllowed(by: $0) } ?? { _ in true }
            report.add(Fragility(of: type, in: subject.body, file: subject.file, decoder, allowing: isAllowed))
        }
        report.sort()
        report.problems += findings.drifts.map { "\($0)" }
        for (reason, files) in findings.unchecked { report.remarks += files.map { "\($0), because \(reason)" } }
        report.remarks.sort()
        if !mocks.contains(where: selection.includes) {
            report.problems.append("anything, because \(absence(of: selection, at: path))")
        }
        return report
    }

    /// Describes where mocks are missing, and what exists instead.
    private func absence(of selection: Selection, at path: String?) -> String {
        let folder = "the folder “\(directory.path.onOneLine)”"
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: directory.path, isDirectory: &isDirectory)
        guard exists, isDirectory.boolValue else { return "\(folder) does not exist" }
        guard let path else { return "\(folder) has no \(selection.name)" }
        let text = "\(folder) has no \(selection.name) for “\(path.onOneLine)”"
        let endpoint = MockEndpoint(path)
        if !mocks(at: endpoint).isEmpty { return "\(text), only others" }
        if endpoint.method != nil, !mocks(at: MockEndpoint(anyMethod: endpoint)).isEmpty {
            return "\(text), only for other methods"
        }
        let selected = mocks.filter(selection.includes)
        let wanted = "/" + endpoint.segments.joined(separator: "/")
        if let closest = wanted.closest(among: Set(selected.flatMap { [$0.folder, $0.requestPath] }).sorted()) {
            return "\(text); did you mean “\(closest)”?"
        }
        let folders = Set(selected.map(\.folder)).sorted()
        if folders.isEmpty { return "\(text), nor for any other path" }
        let named = folders.prefix(5).map { "“\($0.onOneLine)”" }.joined(separator: ", ")
        return "\(text), but for \(named)\(folders.count > 5 ? " and \(folders.count - 5) more" : "")"
    }
}

extension DriftSubject {
    /// Returns a function that checks whether a document allows the mock with another body.
    ///
    /// Anything that the document doesn't mention is allowed, and existing errors in the mock don't count.
    fileprivate func isAllowed(by document: OpenAPIDocument) -> (Data) -> Bool {
        let usual = driftCount(from: document)
        return { body in
            var changed = self
            changed.body = body
            return changed.driftCount(from: document) <= usual
        }
    }

    private func driftCount(from document: OpenAPIDocument) -> Int {
        onDeepStack {
            var checker = OpenAPIChecker(document, assertsFormats: true)
            checker.check(self)
            return checker.result.drifts.count
        }
    }
}
