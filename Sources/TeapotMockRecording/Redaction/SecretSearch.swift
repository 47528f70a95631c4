import Foundation
import Teapot
import TeapotMock

/// A search for apparent secrets in an exchange that is to be written.
struct SecretSearch {
    /// A value that looks like a secret.
    struct Finding: Equatable {
        /// The place, such as `response body /user/key`, which can be added to ``Redaction/allowed``.
        let place: String
        /// The form of the value, such as `a JSON Web Token`.
        let shape: String
        /// The name by which the value could be redacted; `nil` if it has none.
        let name: String?
        /// The reason why the place can't be searched; `nil` if it was.
        var flaw: String?
    }

    private let allowed: [[Substring]]
    private let names: Redaction.Names
    private(set) var findings: [Finding] = []

    /// Creates a search.
    ///
    /// - Parameter redaction: The redaction, with the allowed places.
    init(_ redaction: Redaction) {
        allowed = redaction.allowed.map { $0.lowercased().split(separator: "/", omittingEmptySubsequences: false) }
        names = Redaction.Names(redaction.names)
    }

    /// Searches the path and the query of a request.
    mutating func searchTarget(of request: Request) {
        look(at: Request.decode(request.path), "path", name: nil)
        for item in request.query {
            look(at: item.value ?? "", "query item \(item.name)", name: item.name)
            look(at: item.name, "query", name: nil)
        }
    }

    /// Searches header fields.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - message: The message that they belong to: `request` or `response`.
    mutating func search(_ fields: Teapot.HeaderFields, of message: String) {
        for field in fields { look(at: field.value, "\(message) header \(field.name)", name: field.name) }
    }

    /// Searches a body: each string of a JSON document, each field of a form, or else the whole body.
    mutating func search(_ body: Data, _ contentType: String?, of message: String) {
        if let flaw = BodyFormat.flaw(of: body, contentType) { report("a secret", "\(message) body", nil, flaw) }
        let type = (contentType ?? "").lowercased()
        if type.hasPrefix("application/x-www-form-urlencoded") {
            for item in FormDecoder.items(of: body) {
                look(at: item.value ?? item.name, "\(message) body field \(item.name)", name: item.name)
            }
        } else if type.hasPrefix("multipart/") {
            search(multipart: body, contentType, "\(message) body")
        } else if body.isEmpty || !search(json: body, "\(message) body") {
            look(atBytes: Array(body), "\(message) body", name: nil)
            if type.hasPrefix("text/csv") || type.hasPrefix("text/tab-separated-values") {
                search(table: body, "\(message) body")
            }
        }
    }

    /// Searches the columns of a table of separated values: one with the name of a secret is reported, unless it is
    /// empty.
    private mutating func search(table body: Data, _ place: String) {
        let rows = body.split { $0 == 0x0A || $0 == 0x0D }
        let header = rows.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard let separator = ["\t", ";", ","].first(where: { header.contains($0) })?.utf8.first else { return }
        for (index, cell) in header.utf8.split(separator: separator, omittingEmptySubsequences: false).enumerated() {
            let name = String(decoding: cell, as: UTF8.self).trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
            guard names.contain(name) else { continue }
            let hasValues = rows.dropFirst().contains { row in
                let cells = row.split(separator: separator, omittingEmptySubsequences: false)
                return cells.count > index && !cells[index].allSatisfy { $0 == 0x22 || $0 == 0x20 }
            }
            if hasValues { report("a column with the name of a secret", "\(place) column \(name)", nil) }
        }
    }

    /// Searches a whole multipart body, and the names of its parts: a part that should have been redacted is reported.
    private mutating func search(multipart body: Data, _ contentType: String?, _ place: String) {
        look(atBytes: Array(body), place, name: nil)
        let headerFields = Teapot.HeaderFields([.init(name: "Content-Type", value: contentType ?? "")])
        let parts = try? Request(method: "POST", path: "/", headerFields: headerFields, body: body).multipart()
        for part in parts ?? []
        where names.contain(part.name)
            && !["", Redaction.replacement].contains(String(decoding: part.data, as: UTF8.self))
        {
            report("a field of a multipart form, which is not redacted,", "\(place) field \(part.name)", nil)
        }
    }

    private mutating func search(json body: Data, _ place: String) -> Bool {
        guard let value = try? JSON.value(parsing: body) else { return false }
        search(value, place, pointer: "", name: nil)
        return true
    }

    private mutating func search(_ value: any Sendable, _ place: String, pointer: String, name: String?) {
        switch value {
        case let text as String: look(at: text, pointer.isEmpty ? place : "\(place) \(pointer)", name: name)
        case let elements as [any Sendable]:
            for (index, element) in elements.enumerated() {
                search(element, place, pointer: "\(pointer)/\(index)", name: name)
            }
        case let members as [String: any Sendable]:
            for (member, value) in members.sorted(by: { $0.key < $1.key }) {
                look(at: member, "\(place) \(pointer)/*", name: nil)
                search(value, place, pointer: "\(pointer)/\(JSONPointer.escaped(member))", name: member)
            }
        default: break
        }
    }

    private mutating func look(at text: String, _ place: String, name: String?) {
        guard text.utf8.count >= 8 else { return }
        look(atBytes: Array(text.utf8), place, name: name)
        guard findings.last?.place != place, let name, SecretValue.isLikely(text, under: name) else { return }
        report("a random key", place, name)
    }

    private mutating func look(atBytes bytes: [UInt8], _ place: String, name: String?) {
        if let shape = SecretShape.name(in: bytes) { report(shape, place, name) }
    }

    private mutating func report(_ shape: String, _ place: String, _ name: String?, _ flaw: String? = nil) {
        let parts = place.lowercased().split(separator: "/", omittingEmptySubsequences: false)
        let isAllowed = allowed.contains { pattern in
            pattern.count == parts.count && zip(pattern, parts).allSatisfy { $0 == "*" || $0 == $1 }
        }
        if !isAllowed { findings.append(Finding(place: place, shape: shape, name: name, flaw: flaw)) }
    }
}
