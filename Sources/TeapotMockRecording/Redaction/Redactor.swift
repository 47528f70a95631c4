import Foundation
import Teapot
package import TeapotMock

/// The redaction of exchanges one after another, which remembers what was secret.
package struct Redactor {
    let redaction: Redaction
    private let names: SecretNames
    private(set) var known = KnownSecrets()
    /// What was removed from the exchanges that may be written, and how often.
    private(set) var changes: [Redaction.Change: Int] = [:]
    /// The places of the redaction that were met.
    private(set) var usedPlaces: Set<String> = []

    package init(_ redaction: Redaction) {
        self.redaction = redaction
        names = SecretNames(redaction.names, except: redaction.exceptions)
    }

    /// Returns an exchange without its secrets, and remembers them.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - response: The response, whose body must be bytes.
    ///   - withRequestFields: A Boolean value that indicates whether the header fields of the request are written.
    ///   - withRequestBody: A Boolean value that indicates whether the body of the request is written whole.
    /// - Returns: The exchange as it may be written.
    /// - Throws: An error if a body can't be searched for secrets.
    package mutating func cleared(
        _ request: Request, _ response: Response, withRequestFields: Bool = true, withRequestBody: Bool = true
    ) throws(Recorder.RecordingError) -> (Request, Response) {
        let (question, answer) = searched(request, response)
        let result = (question.redacted(request), answer.redacted(response))
        var flaws: [(place: String, reason: String)] = []
        for (message, body, type) in [
            ("request", withRequestBody ? request.body : Data(), request.headerFields["Content-Type"]),
            ("response", response.body, response.headerFields["Content-Type"]),
        ] {
            guard let flaw = BodyFormat.flaw(of: body, type) else { continue }
            let pattern = Redaction.pattern(of: redaction.allowed, for: "\(message) body", of: question.subject)
            if let pattern { usedPlaces.insert(pattern) } else { flaws.append(("\(message) body", flaw)) }
        }
        guard flaws.isEmpty else { throw .unsearchable(flaws, in: result.0) }
        for change in question.changes + answer.changes
        where withRequestFields || !change.place.hasPrefix("request header") { changes[change, default: 0] += 1 }
        return result
    }

    /// Returns messages without their secrets, and remembers them.
    package mutating func redacted(_ request: Request, _ response: Response) -> (Request, Response) {
        let (question, answer) = searched(request, response)
        return (question.redacted(request), answer.redacted(response))
    }

    private mutating func searched(_ request: Request, _ response: Response) -> (MessageSearch, MessageSearch) {
        var question = MessageSearch("request", names, redaction)
        question.search(request)
        var answer = MessageSearch("response", names, redaction, of: question.subject)
        answer.search(response)
        for finding in question.findings { learn(finding.value, isCredential: finding.name != nil) }
        for finding in answer.findings { learn(finding.value) }
        question.search(for: known)
        answer.search(for: known)
        usedPlaces.formUnion(question.usedPlaces.union(answer.usedPlaces))
        return (question, answer)
    }

    /// The names and places of the redaction that had no effect, as sentences.
    var remarks: [String] {
        let added = redaction.names.subtracting(Redaction.usualNames).filter { name in
            let own = SecretNames([name])
            return !changes.keys.contains { $0.name.map { own.kind(of: $0) != nil } == true }
        }
        let usual = SecretNames(redaction.names)
        let names = added.union(redaction.exceptions.filter { usual.kind(of: $0) == nil })
        let unused = names.union(redaction.kept.union(redaction.allowed).subtracting(usedPlaces))
        return unused.sorted().map { "“\($0)” had no effect: nothing that was recorded has this name or place." }
    }

    private mutating func learn(_ value: [UInt8], isCredential: Bool = false) {
        var text = SearchedText(value[...])
        if isCredential { known.insert(value.map { $0 == 0x2B ? 0x20 : $0 }[...], isCredential: true) }
        for _ in 0..<3 {
            known.insert(text.bytes, isCredential: isCredential)
            let phrases = [text.bytes] + text.bytes.split(whereSeparator: \.isSpace)
            for word in phrases + text.bytes.split(whereSeparator: { $0.isSpace || "\"'<>,;".utf8.contains($0) }) {
                known.insert(word)
                // The password of basic credentials (RFC 7617 §2).
                let pair = SecretShape.decoded(word).flatMap { String(validUTF8: $0) }?.split(
                    separator: ":", maxSplits: 1)
                if let pair, pair.count == 2 { known.insert(Array(pair[1].utf8)[...]) }
            }
            guard let decoded = text.decoded() else { return }
            text = decoded
        }
    }
}

/// The parts of a message that are searched, and their places in it.
struct MessageSearch {
    private let message: String
    private let names: SecretNames
    private let redaction: Redaction
    private var parts: [SearchedPart] = []
    private var path = 0..<0
    private var query = 0..<0
    private var fields = 0..<0
    /// The method and the path of the request, without secrets.
    private(set) var subject: String
    /// The places of the redaction that were met.
    private(set) var usedPlaces: Set<String> = []

    var findings: [SecretSearch.Finding] { parts.flatMap(\.findings) }
    var changes: [Redaction.Change] {
        parts.flatMap { part in
            part.redacted().changes.map { Redaction.Change(request: subject, place: $0.place, name: $0.name) }
        }
    }

    init(_ message: String, _ names: SecretNames, _ redaction: Redaction, of subject: String = "") {
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
        search(request.headerFields, request.body)
    }

    mutating func search(_ response: Response) { search(response.headerFields, response.body) }

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
                var secrets = SecretSearch(names, isRequest: message == "request")
                search(&secrets, index, SearchedText(part.bytes[...]), part.place)
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

    /// Adds what is known to be secret.
    mutating func search(for known: KnownSecrets) {
        guard !known.isEmpty else { return }
        for index in parts.indices where !keeps(parts[index].place) { parts[index].search(for: known) }
    }

    func redacted(_ request: Request) -> Request {
        var result = request
        let fields = redacted(request.headerFields)
        let query = zip(request.query, self.query).map { item, index in
            parts[index].findings.isEmpty ? item : URLQueryItem(name: item.name, value: text(index))
        }
        let hasSameHead = !(path.lowerBound..<self.fields.upperBound).contains { !parts[$0].findings.isEmpty }
        // The head is kept as it was sent if there is nothing to redact.
        if !hasSameHead {
            result.replaceHead { ($0.headerFields, $0.query, $0.path) = (fields, query, text(path.lowerBound)) }
        }
        if parts.last?.findings.isEmpty == false { result.body = Data(parts[parts.count - 1].redacted().bytes) }
        return result
    }

    func redacted(_ response: Response) -> Response {
        var result = response
        result.headerFields = redacted(response.headerFields)
        guard let body = parts.last, !body.findings.isEmpty else { return result }
        let (bytes, changes) = body.redacted()
        result.body = Data(bytes)
        result.pieces = Redaction.moved(response.pieces, changes, of: response.body.count)
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

    private func text(_ index: Int) -> String { String(decoding: parts[index].redacted().bytes, as: UTF8.self) }
}
