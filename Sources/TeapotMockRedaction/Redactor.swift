import Foundation
import Teapot
package import TeapotMock

/// An object that redacts exchanges, several at once if needed, and remembers secrets.
package final class Redactor: Sendable {
    private struct Memory {
        var known = KnownSecrets()
        var changes: [Redaction.Change: Int] = [:]
        var usedPlaces: Set<String> = []
    }

    private let redaction: Redaction
    private let names: SecretNames
    /// This is locked only for reading and adding, so a large exchange doesn't keep a small one waiting.
    private let memory = Locked(Memory())

    package init(_ redaction: Redaction) { (self.redaction, names) = (redaction, redaction.secretNames) }

    /// The secrets that have been found so far.
    package var known: KnownSecrets { memory.withLock { $0.known } }
    /// The removals from exchanges that may be written, with their counts.
    package var changes: [Redaction.Change: Int] { memory.withLock { $0.changes } }

    /// Returns an exchange without its secrets, and remembers them.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - response: The response, whose body must be bytes.
    ///   - withRequestFields: Whether the request's headers are written.
    ///   - withRequestBody: Whether the request's whole body is written.
    ///   - note: A closure that receives the removals.
    /// - Returns: The exchange that may be written.
    /// - Throws: An error if a body can't be searched for secrets.
    package func cleared(
        _ request: Request, _ response: Response, withRequestFields: Bool = true, withRequestBody: Bool = true,
        noting note: ([Redaction.Change]) -> Void = { _ in }
    ) throws(UnsearchableBody) -> (Request, Response) {
        let (question, answer) = searched(request, response)
        let result = (question.redacted(request), answer.redacted(response))
        let flaws = [("request body", withRequestBody ? question.flaw : nil), ("response body", answer.flaw)]
            .compactMap { place, flaw in flaw.map { (place: place, reason: $0) } }
        func pattern(_ place: String) -> String? {
            Redaction.pattern(of: redaction.allowed, for: place, of: question.subject)
        }
        memory.withLock { $0.usedPlaces.formUnion(flaws.compactMap { pattern($0.place) }) }
        let refused = flaws.filter { pattern($0.place) == nil }
        guard refused.isEmpty else { throw UnsearchableBody(request: result.0, flaws: refused) }
        let changes = (question.changes + answer.changes).filter { change in
            withRequestFields || !change.place.hasPrefix("request header")
        }
        memory.withLock { memory in changes.forEach { memory.changes[$0, default: 0] += 1 } }
        note(changes)
        return result
    }

    /// Returns messages without their secrets, and remembers them.
    package func redacted(_ request: Request, _ response: Response) -> (Request, Response) {
        let (question, answer) = searched(request, response)
        return (question.redacted(request), answer.redacted(response))
    }

    private func searched(_ request: Request, _ response: Response) -> (MessageSearch, MessageSearch) {
        let names = NameKinds(names)
        var question = MessageSearch("request", names, redaction)
        question.search(request)
        var answer = MessageSearch("response", names, redaction, of: question.subject)
        answer.search(response)
        var found = KnownSecrets()
        for finding in question.findings { found.learn(finding.value, isCredential: finding.name != nil) }
        for finding in answer.findings { found.learn(finding.value) }
        let known = memory.withLock { memory in
            memory.known.formUnion(found)
            return memory.known
        }
        question.search(for: known)
        answer.search(for: known)
        memory.withLock { $0.usedPlaces.formUnion(question.usedPlaces.union(answer.usedPlaces)) }
        return (question, answer)
    }

    /// The names and places of the redaction that had no effect, as sentences.
    package var remarks: [String] {
        let (changes, usedPlaces) = memory.withLock { ($0.changes, $0.usedPlaces) }
        let added = redaction.names.subtracting(SecretNames.listed).filter { name in
            let own = SecretNames([name])
            return !changes.keys.contains { $0.name.map { own.kind(of: $0) != nil } == true }
        }
        let usual = SecretNames(redaction.names)
        let names = added.union(redaction.exceptions.filter { usual.kind(of: $0) == nil })
        let unused = names.union(redaction.kept.union(redaction.allowed).subtracting(usedPlaces))
        return unused.sorted().map { "“\($0)” had no effect: no recorded secret has this name or place." }
    }
}

/// The searched parts of a message, and their places in it.
struct MessageSearch {
    private let message: String
    private let names: NameKinds
    private let redaction: Redaction
    private var parts: [SearchedPart] = []
    private var path = 0..<0
    private var query = 0..<0
    private var fields = 0..<0
    /// The method and the path of the request, without secrets.
    private(set) var subject: String
    /// The reason the body can't be searched.
    private(set) var flaw: String?
    /// The places of the redaction that matched.
    private(set) var usedPlaces: Set<String> = []

    var findings: [SecretSearch.Finding] { parts.flatMap(\.findings) }
    var changes: [Redaction.Change] {
        parts.flatMap { part in
            part.replacements.map { Redaction.Change(request: subject, place: $0.place, name: $0.name) }
        }
    }

    init(_ message: String, _ names: NameKinds, _ redaction: Redaction, of subject: String = "") {
        (self.message, self.names, self.redaction, self.subject) = (message, names, redaction, subject)
    }

    mutating func search(_ request: Request) {
        subject = request.method
        path = add([("request path", Array(request.path.utf8))]) { search, _, text, place in
            search.search(path: text, place)
        }
        subject = "\(request.method) \(text(path.lowerBound))"
        query = add(
            request.query.map { ("request query \($0.name)", Array(($0.value ?? "").utf8)) }
        ) { search, index, text, place in
            let name = request.query[index].name
            search.search(
                text.all, named: name, search.names.kind(ofItem: name, text.bytes), in: text, place, isField: true)
        }
        search(request.headers, request.body)
    }

    mutating func search(_ response: Response) { search(response.headers, response.body) }

    private mutating func search(_ fields: Teapot.HeaderFields, _ body: Data) {
        let all = Array(fields)
        self.fields = add(
            all.map { ("\(message) header \($0.name)", Array($0.value.utf8)) }
        ) { search, index, text, place in search.search(field: all[index].name, text, place) }
        _ = add([("\(message) body", [UInt8](body))]) { search, _, text, place in
            search.search(body: text, fields["Content-Type"], place)
        }
    }

    private mutating func add(
        _ new: [(place: String, bytes: [UInt8])],
        _ search: (inout SecretSearch, Int, SearchedText, String) -> Void
    ) -> Range<Int> {
        let start = parts.count
        for (index, part) in new.enumerated() {
            var result = SearchedPart(place: part.place, bytes: part.bytes)
            if !part.bytes.isEmpty, !keeps(part.place) {
                var secrets = SecretSearch(names: names, isRequest: message == "request")
                search(&secrets, index, SearchedText(part.bytes[...]), part.place)
                flaw = secrets.flaw
                for finding in secrets.findings {
                    let isKept = keeps(finding.place)
                    isKept ? result.kept.append(finding.range) : result.findings.append(finding)
                }
            }
            parts.append(result)
        }
        return start..<parts.count
    }

    private mutating func keeps(_ place: String) -> Bool {
        guard let pattern = Redaction.pattern(of: redaction.kept, for: place, of: subject) else { return false }
        usedPlaces.insert(pattern)
        return true
    }

    /// Adds occurrences of known secrets.
    mutating func search(for known: KnownSecrets) {
        guard known.count > 0 else { return }
        for index in parts.indices where !keeps(parts[index].place) { parts[index].search(for: known) }
    }

    func redacted(_ request: Request) -> Request {
        var result = request
        let fields = redacted(request.headers)
        let query = zip(request.query, self.query).map { item, index in
            parts[index].findings.isEmpty ? item : URLQueryItem(name: item.name, value: text(index))
        }
        // If there's nothing to redact, the head is kept as sent.
        if (path.lowerBound..<self.fields.upperBound).contains(where: { !parts[$0].findings.isEmpty }) {
            result.replaceHead { ($0.headers, $0.query, $0.path) = (fields, query, text(path.lowerBound)) }
        }
        if parts.last?.findings.isEmpty == false { result.body = Data(parts[parts.count - 1].redacted) }
        return result
    }

    func redacted(_ response: Response) -> Response {
        var result = response
        result.headers = redacted(response.headers)
        guard let body = parts.last, !body.findings.isEmpty else { return result }
        result.body = Data(body.redacted)
        result.pieces = Redaction.moved(response.pieces, body.replacements, of: response.body.count)
        return result
    }

    private func redacted(_ fields: Teapot.HeaderFields) -> Teapot.HeaderFields {
        Teapot.HeaderFields(
            zip(fields, self.fields).map { field, index in
                var field = field
                if !parts[index].findings.isEmpty { field.value = text(index) }
                return field
            })
    }

    private func text(_ index: Int) -> String { String(decoding: parts[index].redacted, as: UTF8.self) }
}
