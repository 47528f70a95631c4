import Foundation
import Teapot
import TeapotTestResources

/// Bytes that a client may send, and the expected outcomes.
///
/// Each case is a JSON file in a folder of `TestResources/Wire` for its subject. The expected outcomes are written from
/// the section that `rfc` names, and not from observed behavior.
///
/// ```json
/// {
///   "title": "A space between a name and its colon is refused",
///   "rfc": "9112 §5.1",
///   "bytes": [
///     "GET / HTTP/1.1\r\n",
///     "Host : a\r\n",
///     "\r\n"
///   ],
///   "expect": [
///     { "refused": 400, "reason": "The header name \"Host \" is not a token." }
///   ]
/// }
/// ```
///
/// - `title`: The description of the case, in a sentence.
/// - `rfc`: The number and section that the case is based on.
/// - `bytes`: The bytes to send; see ``WireValue/bytes()`` for bytes that are not text, or long.
/// - `limits`: `head` and `body`, the maximum size of each in bytes; by default the server's own.
/// - `expect`: The outcomes, in order. After a refusal, and after a request that closes, nothing is read.
///   - `{"request": "GET /path"}`: a complete request with its path as it was sent; with `query`, its items decoded, in
///     order, none by default; `fields` in order, by default only `Host: a`, where `[]` is written as `"none"`; `body`,
///     empty by default; `minor`, the minor version, 1 by default; `"closes": true` unless the connection remains open.
///   - `{"interim": 100}`: the client gets 100 Continue. This is expected when the bytes arrive one by one; if a part
///     of the body arrives with the head, the response is not needed.
///   - `{"refused": 400, "reason": "…"}`: a status, and the complete reason.
///   - `{"cutShort": "…"}`: the bytes end within a request; the complete reason why they must not.
/// - `knownDefect`: The reason why the case currently fails, if it does.
struct WireCase: Sendable {
    var title: String
    var rfc: String
    var bytes: [UInt8]
    var limits: WireLimits
    var expected: [WireOutcome]
    var knownDefect: String?

    init(_ text: Data, file: String) throws {
        let whole = try WireValue(text, file: file)
        let members = try whole.members("title", "rfc", "bytes", "limits", "expect", "knownDefect")
        guard let title = members["title"], let rfc = members["rfc"], let bytes = members["bytes"],
            let expect = members["expect"]
        else { throw whole.error("lacks title, rfc, bytes or expect") }
        self.title = try title.text()
        self.rfc = try rfc.text()
        self.bytes = try bytes.bytes()
        let limits = try members["limits"]?.members("head", "body")
        self.limits = WireLimits(head: try limits?["head"]?.integer(), body: try limits?["body"]?.integer())
        expected = try expect.elements().map { try WireOutcome($0) }
        knownDefect = try members["knownDefect"]?.text()
    }
}

extension WireOutcome {
    fileprivate init(_ value: WireValue) throws {
        let members = try value.members(
            "request", "query", "fields", "body", "minor", "closes", "interim", "refused", "reason", "cutShort")
        if let interim = members["interim"], members.count == 1 {
            guard try interim.integer() == 100 else { throw interim.error("is not 100") }
            self = .interim
        } else if let reason = members["cutShort"], members.count == 1 {
            self = .cutShort(try reason.text())
        } else if let status = members["refused"], let reason = members["reason"], members.count == 2 {
            self = .refused(status: try status.integer(), reason: try reason.text())
        } else if let request = members["request"] {
            guard members["reason"] == nil, members["refused"] == nil else { throw value.error("is two things") }
            let line = try request.wireText()
            guard let space = line.firstIndex(of: " ") else { throw request.error("is no method and path") }
            let hasNone = (try? members["fields"]?.text()) == "none"
            self = .request(
                WireRequest(
                    method: String(line[..<space]),
                    path: String(line[line.index(after: space)...]),
                    query: try members["query"]?.pairs(allowsLone: true) ?? [],
                    fields: hasNone ? [] : try members["fields"]?.pairs(allowsLone: false) ?? [["Host", "a"]],
                    body: try members["body"]?.bytes() ?? [],
                    minorVersion: try members["minor"]?.integer() ?? 1,
                    keepsAlive: try members["closes"]?.isTrue() != true
                )
            )
        } else {
            throw value.error("is neither a request, nor refused with a reason, nor cutShort, nor interim")
        }
    }
}

/// The case files.
enum WireCorpus {
    /// The sorted paths of the files below `TestResources/Wire`, such as `hosts/two.json`.
    static let files: [String] = {
        let found = FileManager.default.enumerator(atPath: Fixtures.wireDirectory.path)?.compactMap { $0 as? String }
        return (found ?? []).filter { $0.hasSuffix(".json") }.sorted()
    }()

    /// The cases that have been read already, because several tests need all of them.
    private static let known = Locked<[String: WireCase]>([:])

    /// Reads a case; `file` is its path below `TestResources/Wire`.
    static func read(_ file: String) throws -> WireCase {
        if let wireCase = known.withLock({ $0[file] }) { return wireCase }
        let wireCase = try WireCase(
            Data(contentsOf: Fixtures.wireDirectory.appendingPathComponent(file)), file: file)
        known.withLock { $0[file] = wireCase }
        return wireCase
    }
}
