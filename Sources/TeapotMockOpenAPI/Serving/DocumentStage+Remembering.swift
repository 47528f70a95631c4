import Teapot
import TeapotMock
import TeapotMockDocuments

/// A request to one of the paths whose items are kept in memory.
struct RememberedExchange {
    let request: Request
    let operation: OpenAPIDocument.Operation
    let details: OpenAPIDocument.Details
    let values: [String: String]
    var resource: Resource
    /// Whether it's about all items, even if the operation's list has only a part of them.
    var isWhole = false

    /// The path of the operation, if it's that of a part of the list.
    var part: String? {
        isWhole || !resource.parts.contains(operation.plainPath) ? nil : Self.path(operation.plainPath, values)
    }
    /// The path of the list, with the values of its variables.
    var list: String { Self.path(resource.list, values) }
    /// The text that identifies the item.
    var id: String { values[resource.variable] ?? "" }

    /// Returns a documented path with the values of its variables.
    static func path(_ path: String, _ values: [String: String]) -> String {
        path.split(separator: "/").map(String.init).reduce(into: "") { text, segment in
            let isVariable = segment.hasPrefix("{") && segment.hasSuffix("}")
            let value = isVariable ? values[String(segment.dropFirst().dropLast())] : nil
            text += "/" + (value.map { PercentEncoding.encode($0, as: .queryItem) } ?? segment)
        }
    }
}

extension DocumentStage {
    /// Returns the response to a request to a list or an item in memory, or `nil` if the operation isn't one of those
    /// that read, create, change or delete an item.
    func remembered(_ exchange: RememberedExchange) throws(Refusal) -> (Response, String)? {
        let (resource, method) = (exchange.resource, exchange.operation.method)
        let isList = exchange.operation.plainPath != resource.item
        guard resource.keeps(exchange.operation) else { return nil }
        // A client that doesn't accept the response changes nothing.
        _ = try AnswerChoice(exchange.details, status: nil, accept: exchange.request.headers["Accept"])
        let parents = parents(of: exchange.part == nil ? resource.list : exchange.operation.plainPath, exchange)
        if let above = parents.last(where: { $0.item == nil }) { return try missing(above.exchange) }
        fill(exchange, isEmpty: parents.contains { $0.item?.isCreated == true })
        switch (isList, method) {
        case (true, "GET"): return try listed(exchange)
        case (true, _): return try created(exchange)
        default: break
        }
        // A single item that was deleted has no other way back.
        let blank = Memory.Item(id: "", value: .object([:]))
        guard var item = item(exchange) ?? (resource.isSingle && method == "PUT" ? blank : nil) else {
            let creates = method == "PUT" && exchange.details.answers.contains { $0.status == "201" }
            return creates ? try created(exchange, as: exchange.id) : try missing(exchange)
        }
        switch method {
        case "DELETE":
            state.withLock { $0.memory.remove(item.id, from: exchange.list) }
            return try answer(exchange, with: item.value, "deleted from memory")
        case "PUT", "PATCH":
            item.value = try changed(item.value, exchange) ?? item.value
            state.withLock { $0.memory.put(item, in: exchange.list) }
            return try answer(exchange, with: item.value, "changed in memory")
        default: return try answer(exchange, with: item.value, "from memory")
        }
    }

    /// Returns the response to a request below an item, such as `POST /orders/{id}/cancel`: the item if that's what the
    /// operation answers with, and `nil` for another response.
    func answerBelowItem(_ exchange: RememberedExchange) throws(Refusal) -> (Response, String)? {
        let parents = parents(of: exchange.operation.plainPath, exchange)
        if let above = parents.last(where: { $0.item == nil }) { return try missing(above.exchange) }
        guard let (above, item) = parents.first, let item,
            let schema = Resource.schema(of: exchange.details),
            document.schemas.areSame(schema, above.resource.schema)
        else { return nil }
        var changed = item
        changed.value = .object((item.value.members ?? [:]).merging(settings(of: exchange, above.resource)) { $1 })
        if changed.value != item.value { state.withLock { $0.memory.put(changed, in: above.list) } }
        return try answer(above, with: changed.value, changed.value == item.value ? "from memory" : "changed in memory")
    }

    /// Returns what an action such as `POST /orders/{id}/cancel` sets: the members of its example that have an `enum`,
    /// such as a status.
    private func settings(of exchange: RememberedExchange, _ resource: Resource) -> [String: JSONTree] {
        let media = (try? AnswerChoice(exchange.details, status: nil, accept: nil))?.media
        guard exchange.operation.method != "GET", let media else { return [:] }
        let example = AnswerMaker(document: document, seed: options.seed).examples(of: media).first?.value
        let members = document.schemas.properties(of: resource.schema).filter { !resource.isIdentified(by: $0.key) }
        return (example?.members ?? [:]).filter { name, _ in
            members[exactly: name].map(document.schemas.places)?.contains { $0.tree["enum"] != nil } ?? false
        }
    }

    /// Returns the item of a request, or `nil` if it isn't in memory.
    private func item(_ exchange: RememberedExchange) -> Memory.Item? {
        state.withLock { $0.memory.item(exchange.id, in: exchange.list) }
    }

    /// Returns the items that a documented path is below, the closest first.
    private func parents(
        of path: String, _ exchange: RememberedExchange
    ) -> [(exchange: RememberedExchange, item: Memory.Item?)] {
        var (path, found) = (path, [(exchange: RememberedExchange, item: Memory.Item?)]())
        while let end = path.lastIndex(of: "/"), end > path.startIndex {
            path = String(path[..<end])
            guard let resource = resources[path], resource.item == path else { continue }
            var above = exchange
            above.resource = resource
            fill(above)
            found.append((above, item(above)))
        }
        return found
    }

    /// Returns the document's response for a missing item, or a problem if it describes none.
    private func missing(_ exchange: RememberedExchange) throws(Refusal) -> (Response, String) {
        let reason = "There is no “\(exchange.id)” in \(exchange.list)."
        let isDocumented = (try? AnswerChoice(exchange.details, status: 404, accept: nil)) != nil
        if !isDocumented { throw Refusal(status: 404, reason: reason) }
        return (try documented(exchange.request, exchange.details, Preference(status: 404)).0, reason)
    }

    /// Returns the operation's success with an item in place of the generated one.
    func answer(
        _ exchange: RememberedExchange, with item: JSONTree, _ source: String, status: Int? = nil
    ) throws(Refusal) -> (Response, String) {
        let preference = Preference(status: status)
        let (response, _) = try documented(exchange.request, exchange.details, preference) { [self] value, media in
            insert(item, into: value, media, exchange.resource)
        }
        return (response, source)
    }

    /// Returns a response's value with an item in place of the generated one.
    private func insert(
        _ item: JSONTree, into value: JSONTree, _ media: OpenAPIDocument.Media, _ resource: Resource
    ) -> JSONTree {
        guard media.isText else { return value }
        guard let schema = media.schema else { return item }
        let members = document.schemas.properties(of: schema)
        if members[resource.id] != nil || members.isEmpty { return fitting(item, schema, value, resource.id) }
        guard var whole = value.members else { return value }
        // The item may be a member of the response.
        for (name, member) in members.sorted(by: { $0.key < $1.key })
        where document.schemas.properties(of: member)[resource.id] != nil {
            whole[name] = fitting(item, member, whole[name], resource.id)
            return .object(whole)
        }
        return value
    }

    /// Returns an item as a schema allows it: without undeclared members, with missing ones from a generated value, or
    /// only its identifier or the generated value, if the schema isn't that of an object.
    func fitting(_ item: JSONTree, _ schema: Schema, _ generated: JSONTree?, _ id: String) -> JSONTree {
        var checker = SchemaChecker(document.schemas, assertsFormats: true)
        if checker.check(item, against: schema).differences.isEmpty { return item }
        let members = document.schemas.properties(of: schema)
        let own = (item.members ?? [:]).filter { members[exactly: $0.key] != nil }
        let whole = own.merging(generated?.members ?? [:]) { own, _ in own }
        let values = [.object(own), .object(whole), item[id], generated?.members == nil ? generated : nil]
        return values.compactMap(\.self).first { checker.check($0, against: schema).differences.isEmpty } ?? item
    }
}
