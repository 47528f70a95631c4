package import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockFolders
package import TeapotMockRecording

extension Recorder {
    /// Records the responses of those WireMock stubs that a folder of mocks can represent.
    ///
    /// A stub for any method becomes a mock for each of the common methods.
    ///
    /// - Parameter root: WireMock's root, which is the folder that contains the folder `mappings`.
    /// - Returns: The number of stubs, and the differences from WireMock: the stubs that can't be read or recorded.
    /// - Throws: ``WireMockImport/Problem`` if there's no folder `mappings` or it can't be read.
    package func recordWireMock(from root: URL) throws(WireMockImport.Problem) -> WireMockImport.Report {
        let folder = WireMockImport.Root(root)
        let (files, found) = try folder.mappingFiles()
        var problems = found
        let context = WireMockImport.Context(root: folder, depth: 0, options: Teapot.Options(), seed: 0)
        var (recorded, leftOut) = ([(file: String, stub: WireMockImport.Stub)](), 0)
        for file in files {
            let reading = WireMockImport.read(file, context)
            problems += reading.problems
            leftOut += reading.leftOut
            for stub in reading.stubs {
                let obstacles = stub.mock.obstacles + stub.mock.secrets(in: file.path, redaction)
                problems += obstacles.isEmpty ? stub.mock.differences : obstacles
                if obstacles.isEmpty { problems += stub.mock.redactions(in: file.path, redaction) }
                guard obstacles.isEmpty else {
                    leftOut += 1
                    continue
                }
                for (request, entry) in stub.mock.entries(redaction) { record(request, stub.mock.response, as: entry) }
                recorded.append((file.path, stub))
            }
        }
        problems += Self.priorities(of: recorded)
        return WireMockImport.Report(
            stubs: recorded.count, leftOut: leftOut,
            problems: problems.enumerated().sorted { ($0.element.file, $0.offset) < ($1.element.file, $1.offset) }
                .map(\.element))
    }

    /// Returns a problem for each stub whose priority decides between it and another stub for the same path.
    private static func priorities(
        of stubs: [(file: String, stub: WireMockImport.Stub)]
    ) -> [WireMockImport.Problem] {
        let groups = Dictionary(grouping: stubs) { $0.stub.mock.condition.exactPath ?? $0.stub.mock.condition.path }
        return stubs.compactMap { file, stub in
            let rivals = groups[stub.mock.condition.exactPath ?? stub.mock.condition.path] ?? []
            let hasRival = rivals.contains { other in
                let (one, two) = (stub.mock.condition.method, other.stub.mock.condition.method)
                return other.stub.priority != stub.priority && (one == nil || two == nil || one == two)
            }
            guard hasRival, let node = stub.mock.priority else { return nil }
            let reason = "in a folder of mocks, the mock with the most conditions answers, regardless of priority"
            return WireMockImport.Problem(
                file: file, at: node.pointer.description, reason, effect: .partLeftOut)
        }
    }
}

extension WireMockImport.MockForm {
    /// The methods of the mocks for a stub without a method; a mock for GET also answers HEAD.
    private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    /// Returns the entries of the mocks, one for each method, with an example request for each.
    ///
    /// - Parameter redaction: The redaction, which replaces values with `REDACTED`.
    /// - Returns: The requests and the entries.
    func entries(_ redaction: Redaction) -> [(Request, MockEntry)] {
        let delivery = Delivery(fault: response.fault.flatMap { $0.hasResponse ? $0 : nil }, pieces: pieces)
        let redacted = condition.redacted(by: redaction)
        return (condition.method.map { [$0] } ?? Self.methods).map { method in
            var own = redacted
            own.method = method
            return (own.exampleRequest, MockEntry(condition: own, delivery: delivery))
        }
    }

    /// Returns the differences between the mock and the stub that are due to redaction.
    ///
    /// - Parameters:
    ///   - file: The file of the stub.
    ///   - redaction: The redaction.
    /// - Returns: A difference for the request and one for the response, if anything in them is redacted.
    func redactions(in file: String, _ redaction: Redaction) -> [WireMockImport.Problem] {
        let (asked, redactedCondition) = (condition, condition.redacted(by: redaction))
        let hasSameQuery = asked.query == redactedCondition.query && asked.exactQuery == redactedCondition.exactQuery
        let request = [("query", hasSameQuery), ("body", asked.body == redactedCondition.body)]
        let redacted = redaction.redacted(response)
        let leftOut = response.headers.namesLeftOutOfMocks
        func kept(_ fields: Teapot.HeaderFields) -> [Teapot.HeaderFields.Field] {
            fields.filter { !leftOut.contains($0.name) }
        }
        let hasSameFields = kept(response.headers) == kept(redacted.headers)
        let answer = [("headers", hasSameFields), ("body", response.body == redacted.body)]
        func problem(_ parts: [(name: String, isSame: Bool)], _ node: JSONNode?, _ end: String)
            -> WireMockImport.Problem?
        {
            let names = parts.filter { !$0.isSame }.map(\.name)
            guard let node, !names.isEmpty else { return nil }
            let reason = "in a folder of mocks, secrets of its \(names.joined(separator: " and ")) are REDACTED" + end
            return WireMockImport.Problem(file: file, at: node.pointer.description, reason, effect: .partLeftOut)
        }
        return [problem(request, requestNode, ", which matches any value"), problem(answer, responseNode, "")]
            .compactMap(\.self)
    }

    /// Returns the problems with secret headers and text bodies, which aren't written.
    ///
    /// - Parameters:
    ///   - file: The file of the stub.
    ///   - redaction: The redaction.
    /// - Returns: The problems.
    func secrets(in file: String, _ redaction: Redaction) -> [WireMockImport.Problem] {
        let original = condition.exampleRequest
        let redacted = redaction.redacted(original)
        var secrets = condition.headers.sorted { $0.key < $1.key }.compactMap { name, value in
            redacted.headers[name] == value ? nil : headerNodes[name]
        }
        if case .text? = condition.body, redacted.body != original.body { secrets += [bodyNode].compactMap(\.self) }
        return secrets.map { node in
            let reason = "it can't be converted to a mock: this value is, or contains, a secret"
            return WireMockImport.Problem(file: file, at: node.pointer.description, reason, effect: .stubLeftOut)
        }
    }
}
