import Teapot
import TeapotTestSupport

@testable import TeapotMock

/// A root of WireMock's in a temporary folder, and what was made of it.
final class WireMockRoot {
    let router: Router
    let report: WireMockImport.Report
    private let folder: TemporaryFolder

    /// - Parameters:
    ///   - files: Texts by the paths of their files.
    ///   - base: The router's base URL.
    ///   - seed: What random delays are made of.
    ///   - prepare: Does what files alone can't.
    /// - Throws: That the files can't be written, or read.
    init(
        _ files: [String: String], below base: String = "", seed: UInt64? = 1, prepare: (URL) throws -> Void = { _ in }
    ) throws {
        folder = try TemporaryFolder(files)
        try prepare(folder.url)
        router = Router(base)
        report = try router.addWireMock(from: folder.url, seed: seed)
    }

    /// A root with one stub.
    ///
    /// - Parameters:
    ///   - request: What it asks of a request.
    ///   - response: What it answers with.
    ///   - base: The router's base URL.
    /// - Throws: That the files can't be written, or read.
    convenience init(request: String, response: String = #"{"status": 299}"#, below base: String = "") throws {
        try self.init(["mappings/a.json": #"{"request": \#(request), "response": \#(response)}"#], below: base)
    }

    var problems: [String] { report.problems.map(\.description) }

    /// The answer to a request.
    ///
    /// - Parameter text: Method and target, such as `GET /a?b=c`; lines with header fields; an empty line, and the body.
    /// - Returns: The answer.
    func answer(_ text: String) async -> Response { await router.respond(to: Request(text: text)) }
}

extension Request {
    /// A request as it is written in a test; see ``WireMockRoot/answer(_:)``.
    init(text: String) {
        let parts = text.components(separatedBy: "\n\n")
        let lines = parts[0].split(separator: "\n").map(String.init)
        let words = lines[0].split(separator: " ").map(String.init)
        let target = words[1].split(separator: "?", maxSplits: 1)
        let fields = lines.dropFirst().map { $0.components(separatedBy: ": ") }
        self.init(
            method: words[0], path: String(target[0]), query: target.count == 2 ? Request.items(of: target[1]) : [],
            headerFields: Teapot.HeaderFields(fields.map { .init(name: $0[0], value: $0[1]) }),
            body: Data(parts.dropFirst().joined(separator: "\n\n").utf8))
    }
}
