import Foundation
import Teapot
import TeapotTestSupport

import TeapotMock
import TeapotMockWireMock

/// A WireMock root in a temporary folder, with the result of its import.
final class WireMockRoot {
    let router: Router
    let report: WireMockImport.Report
    private let folder: TemporaryFolder

    /// Creates a root.
    ///
    /// - Parameters:
    ///   - files: Texts by the paths of their files.
    ///   - base: The router's base URL.
    ///   - seed: The seed of random delays.
    ///   - prepare: A closure for setup other than writing files.
    /// - Throws: An error if the files can't be written or read.
    init(
        _ files: [String: String], below base: String = "", seed: UInt64? = 1, prepare: (URL) throws -> Void = { _ in }
    ) throws {
        folder = try TemporaryFolder(files)
        try prepare(folder.url)
        router = Router(base)
        report = try router.addWireMock(from: folder.url, seed: seed)
    }

    /// Creates a root with one stub.
    ///
    /// - Parameters:
    ///   - request: The stub's `request`.
    ///   - response: The stub's `response`.
    ///   - base: The router's base URL.
    /// - Throws: An error if the files can't be written or read.
    convenience init(request: String, response: String = #"{"status": 299}"#, below base: String = "") throws {
        try self.init(["mappings/a.json": #"{"request": \#(request), "response": \#(response)}"#], below: base)
    }

    var problems: [String] { report.problems.map(\.description) }

    /// Returns the response to a request.
    ///
    /// - Parameter text: The method and the target, such as `GET /a?b=c`; lines with headers; an empty line, and
    ///   the body.
    /// - Returns: The response.
    func answer(_ text: String) async -> Answer { await router.serverAnswer(to: Request(text: text)) }

    /// Returns the response to a request before it's sent, with its delay and its fault.
    ///
    /// - Parameter text: The request, as for ``answer(_:)``.
    /// - Returns: The response.
    func response(to text: String) async -> Response { await router.resolvedResponse(to: Request(text: text)) }
}

extension Request {
    /// Creates a request from the text in a test; see ``WireMockRoot/answer(_:)``.
    init(text: String) {
        let parts = text.components(separatedBy: "\n\n")
        let lines = parts[0].split(separator: "\n").map(String.init)
        let words = lines[0].split(separator: " ").map(String.init)
        let target = words[1].split(separator: "?", maxSplits: 1)
        let fields = lines.dropFirst().map { $0.components(separatedBy: ": ") }
        self.init(
            method: words[0], path: String(target[0]), query: target.count == 2 ? Request.items(of: target[1]) : [],
            headers: Teapot.HeaderFields(fields.map { .init(name: $0[0], value: $0[1]) }),
            body: Data(parts.dropFirst().joined(separator: "\n\n").utf8))
    }
}
