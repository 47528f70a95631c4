import TeapotMock
import TeapotMockDocuments
import TeapotMockOpenAPI

/// Checks each place in a document, once, against the form that it must have.
struct DocumentWalk {
    private let document: SchemaDocument
    private let is30: Bool
    private(set) var found: [Fault] = []
    private(set) var schemas: [Schema] = []
    private var pending: [(place: Schema, form: DocumentForm, name: String)]
    private var seen: Set<String> = []
    /// The reasons why references can't be followed; a file that can't be read is named once.
    private var reasons: Set<String> = []

    init(_ document: SchemaDocument) {
        self.document = document
        is30 = document.dialect == .openAPI30
        pending = [(document.schema, .object("document"), "")]
        while let (place, form, name) = pending.popLast() { visit(place, form, name) }
        schemas = schemas.ordered { $0.pointer < $1.pointer }
    }

    private mutating func visit(_ place: Schema, _ form: DocumentForm, _ name: String) {
        if let expected = form.expected(of: place.tree) {
            return found.append(
                (place.pointer, "\(name) must be \(expected), not \(place.tree.found), so it's ignored"))
        }
        switch form {
        case .word(let words): checkWords(in: place, words, name)
        case .elsewhere(let other): found.append((place.pointer, "\(name) belongs in “\(other)”; here it's ignored"))
        case .list(let element) where isNew(place, form, name):
            pending += place.elements.map { ($0, element, "an element of \(name)") }
        case .map(let element) where isNew(place, form, name):
            // Next to paths or statuses, “x-…” is an extension. Elsewhere, it's a name if its value is an object.
            let isOpen = if case .object(let kind) = element { ["item", "response"].contains(kind) } else { false }
            let members = place.members.filter { !$0.name.hasPrefix("x-") || !isOpen && $0.value.tree.members != nil }
            pending += members.map { ($0.value, element, "“\($0.name)”") }
        case .object(let kind) where isNew(place, form, name): visitMembers(of: place, kind)
        default: break
        }
    }

    private mutating func checkWords(in place: Schema, _ words: [String], _ name: String) {
        for word in place.tree.elements == nil ? [place] : place.elements {
            let text = word.tree.text ?? ""
            if words.contains(text) { continue }
            let meant = text.closest(among: words) ?? words.first { !text.isEmpty && $0.hasPrefix(text) }
            let hint = meant.map { "; did you mean “\($0)”?" } ?? ""
            found.append((word.pointer, "\(name) must be \(words.asChoice), not \(word.tree.found)\(hint)"))
        }
    }

    /// Marks a place as visited, queues its reference, and returns whether to visit its members.
    private mutating func isNew(_ place: Schema, _ form: DocumentForm, _ name: String) -> Bool {
        guard seen.insert(place.pointer).inserted else { return false }
        let isSchema = if case .object("schema") = form { place.tree.members != nil } else { false }
        if isSchema { schemas.append(place) }
        guard let reference = place.tree["$ref"]?.text else { return true }
        if case .found(let target) = document.target(of: reference, in: place) { pending.append((target, form, name)) }
        if case .unreachable(let reason) = document.resolving(place), reasons.insert(reason).inserted {
            found.append((place.pointer, reason))
        }
        // JSON Schema 2020-12 applies the keywords next to a reference.
        return isSchema && !is30
    }

    private mutating func visitMembers(of place: Schema, _ kind: String) {
        let (known, count) = (DocumentForm.members[kind] ?? [:], found.count)
        // The last is visited first, and a broken reference among the components is reported there.
        for (name, value) in place.members.reversed() where !name.hasPrefix("x-") {
            if let form = known[name] {
                pending.append((value, is30 && name.hasPrefix("exclusive") ? .truth : form, "“\(name)”"))
                guard kind != "components", let flaw = Self.nameFlaws[name] else { continue }
                found += value.members.compactMap { name, value in flaw(name).map { (value.pointer, $0) } }
            } else if ["parameter", "media"].contains(kind), Self.constraints.contains(name) {
                found.append((value.pointer, "“\(name)” belongs in “schema”; here it's ignored"))
            } else if !name.hasPrefix("$") {
                let meant = name.count > 2 ? name.closest(among: known.keys.sorted()) : nil
                // JSON Schema allows other keywords, which OpenAPI 3.0 doesn't.
                if meant == nil, kind == "schema", !is30 { continue }
                let advice = meant.map { "did you mean “\($0)”?" } ?? "it isn't part of OpenAPI here"
                found.append((value.pointer, "“\(name)” is ignored; \(advice)"))
            }
        }
        if kind == "requestBody", found.count == count, (place["content"] ?? place["schema"]) == nil {
            found.append((place.pointer, "the request body has no “content”, so any body is accepted"))
        }
        // A header has no “in”.
        let part = kind == "parameter" && found.count == count ? place["in"] : nil
        if let part, (place["schema"] ?? place["content"]) == nil {
            found.append((part.pointer, "the parameter has no “schema”; add one such as schema: {type: string}"))
        }
    }

    private static let constraints = SchemaChecker.checked.union(["nullable", "default"])

    /// The functions that return what's wrong with a name in a map.
    private static let nameFlaws: [String: @Sendable (String) -> String?] = [
        "responses": { status in
            let isStatus = status.contains(/^(default|[1-5]([0-9]{2}|[Xx]{2})|x-.*)$/)
            return isStatus ? nil : "“\(status)” isn't a status such as 200, 4XX or default"
        },
        "paths": { path in
            if path.hasPrefix("x-") { return nil }
            if !path.hasPrefix("/") { return "a path must begin with “/”; it's read as “/\(path)”" }
            if let name = path.firstMatch(of: /\/:(\w+)/)?.1 { return "“:\(name)” isn't a variable; write “{\(name)}”" }
            let advice = "no request matches; describe the query as parameters with in: query"
            return path.contains("?") ? "a path can't have a query, so \(advice)" : nil
        },
        "content": { type in
            let meant = type.closest(among: ["application/xml", "text/plain", "text/html"]) ?? "application/json"
            return type.contains("/") ? nil : "“\(type)” isn't a media type; did you mean “\(meant)”?"
        },
    ]
}
