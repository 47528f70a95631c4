import TeapotMockDocuments

/// Paths whose items are kept in memory: a pair such as `/pets` and `/pets/{id}`, a list such as `/pets/{id}/visits`
/// without a path for an item, or a single item such as `/me`.
struct Resource: Sendable {
    /// The path of the list, as documented, or that of a single item.
    let list: String
    /// The path of an item, as documented; no operation has that of a list without one.
    let item: String
    /// The paths of lists with a part of the items, as documented, such as `/users/{userId}/orders` for `/orders`.
    let parts: [String]
    /// The variable that identifies an item, such as `id`, or an empty text.
    let variable: String
    /// The member of an item that the variable is compared with or, if there's none, one by which items are recognized.
    let id: String
    /// The schema of the identifier, or `nil` if items have none.
    let idSchema: Schema?
    let schema: Schema
    /// The member of a message that contains the item, or `nil` if the item is the whole message.
    let member: String?

    /// Whether there's only one item.
    var isSingle: Bool { list == item }

    /// A pair of paths that aren't kept, with the reason.
    struct Refusal: Error, Equatable {
        let reason: String
    }

    /// The operations of the item's path, by method, and those of the list's path.
    typealias Operations = [String: OpenAPIDocument.Operation]

    private init(
        _ path: String, _ paths: [String: Operations], _ lists: [Substring: [String]], in document: OpenAPIDocument
    ) throws(Refusal) {
        let segments = path.split(separator: "/")
        guard let last = segments.last, last.hasPrefix("{"), last.hasSuffix("}") else {
            throw Refusal(reason: "no path for an item")
        }
        item = "/" + segments.joined(separator: "/")
        variable = String(last.dropFirst().dropLast())
        list = "/" + segments.dropLast().joined(separator: "/")
        // A list of its own has no variables, so that it has the items of all its parts.
        let below = list.contains("{") ? [] : lists[segments.dropLast().last ?? ""] ?? []
        let others = paths[list] ?? [:]
        guard let operations = paths[item], !others.isEmpty || !below.isEmpty else {
            throw Refusal(reason: "no path “\(list)”")
        }
        let sources = [operations["GET"], others["POST"], operations["PUT"], operations["PATCH"]].compactMap(\.self)
        let schemas = sources.compactMap { Self.schema(of: $0, in: document) }
        guard let first = schemas.first else { throw Refusal(reason: "no operation answers with an item as JSON") }
        for schema in schemas {
            let members = document.schemas.properties(of: schema)
            // An item may be the only member of the response, or its “data”.
            for name in [nil] + members.keys.sorted().filter({ members.count == 1 || $0 == "data" }) {
                let candidate = name.flatMap { members[$0] } ?? schema
                let own = document.schemas.properties(of: candidate)
                guard let id = Self.id(of: variable, in: own), let idSchema = own[id] else { continue }
                (self.id, self.idSchema, self.schema, member) = (id, idSchema, candidate, name)
                parts = below.filter { [list] path in
                    let operations = ["GET", "POST"].compactMap { paths[path]?[$0] }
                    return path != list && !operations.isEmpty
                        && operations.allSatisfy { Self.answers($0, with: candidate, in: document) }
                }.sorted()
                if others.isEmpty, parts.isEmpty { throw Refusal(reason: "no path “\(list)”") }
                return
            }
        }
        throw Refusal(reason: "no member of \(first.pointer) is like “{\(variable)}”")
    }

    /// Creates the resource of a path that has no other one for an item: a list with `POST`, or else a single item with
    /// `PUT` or `PATCH`.
    private init?(single path: String, _ operations: Operations, in document: OpenAPIDocument) {
        let (get, post) = (operations["GET"], operations["POST"])
        guard !path.hasSuffix("}"), let whole = get.flatMap({ Self.schema(of: $0, in: document) }) else { return nil }
        let inner = document.schemas.properties(of: whole)
        let lists = Self.parts(of: whole, in: document).compactMap { document.schemas.elements(of: $0) }
        let listed = post == nil ? nil : lists.first { !document.schemas.properties(of: $0).isEmpty }
        let isList = listed != nil
        // The item may be the only member of the response, or its “data”.
        member = inner.filter { $0.key == "data" || inner.count == 1 }.keys.first { name in
            !isList && inner[name].map { !document.schemas.properties(of: $0).isEmpty } == true
        }
        schema = listed ?? member.flatMap { inner[$0] } ?? whole
        let members = document.schemas.properties(of: schema)
        // The lines of “lines” have a “lineId”, or an “id”.
        let id = isList ? Self.id(of: path.dropLast() + "Id", in: members) : nil
        guard let mark = id ?? members.keys.min() else { return nil }
        (self.id, idSchema, variable, parts, list) = (mark, id.flatMap { members[$0] }, "", [], path)
        item = isList ? path + "/{}" : path
        // A list may also be what a search answers with.
        let made = post.flatMap { Self.schema(of: $0, in: document) }.map { Self.parts(of: $0, in: document) }
        let isMade = made?.contains { document.schemas.properties(of: $0)[mark] != nil }
        guard isList ? isMade ?? true : operations["PUT"] != nil || operations["PATCH"] != nil else { return nil }
    }

    /// Returns the schema of an operation's successful response, if it's JSON.
    static func schema(of operation: OpenAPIDocument.Operation, in document: OpenAPIDocument) -> Schema? {
        schema(of: document.details(of: operation))
    }

    /// Returns the schema of an operation's successful response, if it's JSON.
    static func schema(of details: OpenAPIDocument.Details) -> Schema? {
        let choice = try? AnswerChoice(details, status: nil, accept: nil)
        guard let choice, 200..<300 ~= choice.status, let media = choice.media, media.isJSON else { return nil }
        return media.schema
    }

    /// Returns whether an operation answers with values of a schema, perhaps in a list or an object.
    private static func answers(
        _ operation: OpenAPIDocument.Operation, with schema: Schema, in document: OpenAPIDocument
    ) -> Bool {
        guard let whole = Self.schema(of: operation, in: document) else { return false }
        return parts(of: whole, in: document).contains { part in
            ([part] + [document.schemas.elements(of: part)].compactMap(\.self)).contains {
                document.schemas.areSame($0, schema)
            }
        }
    }

    /// Returns a schema, those of its members in the order of their names, and those of the members' members.
    static func parts(of schema: Schema, in document: OpenAPIDocument, depth: Int = 2) -> [Schema] {
        let members = document.schemas.properties(of: schema).sorted { $0.key < $1.key }.map(\.value)
        let inner = depth == 1 ? [] : members.flatMap { parts(of: $0, in: document, depth: 1).dropFirst() }
        return [schema] + members + inner
    }

    /// Returns the member that identifies an item: the one with the variable's name, or else `id`.
    private static func id(of variable: String, in members: [String: Schema]) -> String? {
        if members[exactly: variable] != nil { return variable }
        let names = members.keys.sorted().map { (name: $0, plain: ListPage.plain($0)) }
        let wanted = ListPage.plain(variable)
        if let same = names.first(where: { $0.plain == wanted }) { return same.name }
        // “petId” is the “id” of a pet, “orderNumber” the “number” of an order.
        let ends = names.filter { $0.plain.utf8.count > 1 && wanted.hasSuffix($0.plain) }
        return ends.max { $0.plain.utf8.count < $1.plain.utf8.count }?.name
    }

    /// Returns the pairs of a document that are kept, by the paths of their lists and items, and the reasons for the
    /// other paths.
    static func all(in document: OpenAPIDocument) -> (kept: [String: Resource], others: [String: String]) {
        let paths = Dictionary(grouping: document.operations, by: \.plainPath)
            .mapValues { Dictionary($0.map { ($0.method, $0) }) { first, _ in first } }
        var (kept, others) = ([String: Resource](), [String: String]())
        // The paths that no item's path follows, by their last segment, if a single list without variables has it.
        let owners = paths.keys.map { $0.split(separator: "/") }.filter { $0.last?.hasPrefix("{") == true }
            .map { $0.dropLast() }
        let free = Dictionary(grouping: owners.filter { !$0.contains { $0.hasPrefix("{") } }) { $0.last ?? "" }
        let followed = Set(owners.map { "/" + $0.joined(separator: "/") })
        let lists = Dictionary(grouping: paths.keys.filter { !followed.contains($0) }) {
            $0.split(separator: "/").last ?? ""
        }.filter { free[$0.key]?.count == 1 }
        for path in paths.keys.sorted() {
            do throws(Refusal) {
                let resource = try Resource(path, paths, lists, in: document)
                for path in resource.parts + [resource.list, resource.item] { kept[path] = resource }
            } catch { others[path] = error.reason }
        }
        for (path, operations) in paths where kept[path] == nil {
            kept[path] = Resource(single: path, operations, in: document)
        }
        return (kept, others)
    }
}

extension OpenAPIDocument {
    /// Whether the items of each operation are kept in memory, or why not, in the order of the operations.
    package var memoryNotes: [String] {
        let (kept, others) = Resource.all(in: self)
        return operations.map { operation in
            guard let resource = kept[operation.plainPath] else {
                return others[operation.plainPath].map { "no (\($0))" } ?? "no"
            }
            return resource.keeps(operation) ? "in memory" : "no"
        }
    }
}

extension Resource {
    /// Returns whether a member identifies an item.
    func isIdentified(by name: String) -> Bool { idSchema != nil && name == id }

    /// Returns whether an operation reads, creates, changes or deletes an item.
    func keeps(_ operation: OpenAPIDocument.Operation) -> Bool {
        if operation.plainPath == item { return ["GET", "PUT", "PATCH", "DELETE"].contains(operation.method) }
        return (parts + [list]).contains(operation.plainPath) && ["GET", "POST"].contains(operation.method)
    }

    /// Returns whether an item may have members that the document doesn't name.
    func isOpen(in document: OpenAPIDocument) -> Bool {
        guard case .found(let target) = document.schemas.resolving(schema) else { return true }
        return target.tree["additionalProperties"]?.truth != false
    }
}
