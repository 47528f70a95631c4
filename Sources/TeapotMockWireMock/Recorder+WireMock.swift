package import Foundation
import TeapotMock
import TeapotMockFolders
import TeapotMockRecording

import Teapot

extension Recorder {
    /// Records the responses of WireMock's stubs, if a folder of mocks can hold them: with a method, a path and one
    /// response.
    ///
    /// A stub for any method becomes a mock for each of the common methods.
    ///
    /// - Parameter root: WireMock's root: the folder that contains the folder `mappings`.
    /// - Returns: The number of stubs, and the differences from WireMock: stubs that can't be read or recorded.
    /// - Throws: ``WireMockImport/Problem`` if there is no folder `mappings`, or it can't be read.
    package func recordWireMock(from root: URL) throws(WireMockImport.Problem) -> WireMockImport.Report {
        let folder = WireMockImport.Root(root)
        let (files, found) = try folder.mappingFiles()
        var problems = found
        let context = WireMockImport.Context(root: folder, depth: 0, options: Teapot.Options(), seed: 0)
        var (recorded, leftOut) = (0, 0)
        for file in files {
            let reading = WireMockImport.read(file, context)
            problems += reading.problems
            leftOut += reading.leftOut
            for stub in reading.stubs {
                do throws(WireMockImport.Stub.Unsuitable) {
                    let (conditions, response) = try stub.exchanges()
                    for condition in conditions {
                        let (method, path) = (condition.method ?? "GET", condition.exactPath ?? "/")
                        record(Request(method: method, path: path), response, for: condition)
                    }
                    recorded += 1
                } catch {
                    leftOut += 1
                    let reason = "a folder of mocks can't hold it: \(error.reason)"
                    problems.append(WireMockImport.Problem(file: file.path, reason, effect: .stubLeftOut))
                }
            }
        }
        return WireMockImport.Report(stubs: recorded, leftOut: leftOut, problems: problems)
    }
}

extension WireMockImport.Stub {
    /// The reason why a stub can't be a mock.
    struct Unsuitable: Error {
        let reason: String
    }

    /// The methods of the mocks for a stub without a method; a mock for GET answers HEAD, too.
    private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    /// Returns the conditions of the stub, which differ in their methods, and its one response.
    func exchanges() throws(Unsuitable) -> ([RequestCondition], Response) {
        if let transition { throw Unsuitable(reason: "it belongs to the scenario “\(transition.scenario)”") }
        guard case .responses(let responses) = handler, responses.count == 1, let response = responses.first,
            case .data = response.content
        else { throw Unsuitable(reason: "its response is made for each request") }
        if response.fault != nil { throw Unsuitable(reason: "it answers with a fault") }
        if response.delay > 0 { throw Unsuitable(reason: "it has a delay") }
        var (method, path, hasNoQuery) = (nil as String?, nil as String?, false)
        for rule in rules {
            switch rule.matcher {
            case let matcher as MethodMatcher: method = matcher.method
            case let pattern as PathPattern: path = try Self.path(of: pattern)
            case let query as QueryMatcher where query.isExact && query.items.isEmpty: hasNoQuery = true
            default: throw Unsuitable(reason: "it has conditions other than a method and a path")
            }
        }
        guard let path else { throw Unsuitable(reason: "it is for any path") }
        let conditions = (method.map { [$0] } ?? Self.methods).map {
            RequestCondition(method: $0, exactPath: path, exactQuery: hasNoQuery ? [] : nil)
        }
        return (conditions, response)
    }

    private static func path(of pattern: PathPattern) throws(Unsuitable) -> String {
        var path = ""
        for segment in pattern.segments {
            guard case .exact(let text) = segment else { throw Unsuitable(reason: "its path is a pattern") }
            path += "/" + PercentEncoding.encode(text, as: .queryItem)
        }
        guard pattern.catchAll == .none else { throw Unsuitable(reason: "its path is a pattern") }
        return path.isEmpty ? "/" : path
    }
}
