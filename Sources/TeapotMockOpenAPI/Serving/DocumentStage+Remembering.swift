import Teapot
import TeapotMock
import TeapotMockDocuments

/// A request to one of the paths whose items are kept in memory.
struct RememberedExchange {
    let request: Request
    let operation: OpenAPIDocument.Operation
    let details: OpenAPIDocument.Details
    let values: [String: String]
    let resource: Resource
    /// Whether it's about all items, even if the operation's list has only a part of them.
    var isWhole = false

    /// The path of the operation, if it's that of a part of the list.
    var part: String? {
        isWhole || !resource.parts.contains(operation.plainPath) ? nil : Self.path(operation.plainPath, values)
    }
    /// The path of the list, with the values of its variables.
    var list: String { Self.path(resource.list, values) }

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
    /// The methods that read, change or delete an item in memory.
    static var itemMethods: [String] { ["GET", "PUT", "PATCH", "DELETE"] }

    /// Returns the response to a request to a list or an item in memory, or `nil` if the operation isn't one of those
    /// that read, create, change or delete an item.
    func remembered(_ exchange: RememberedExchange) throws(Refusal) -> (Response, String)? {
        let (resource, method) = (exchange.resource, exchange.operation.method)
        let isList = exchange.operation.plainPath != resource.item
        guard isList ? ["GET", "POST"].contains(method) : Self.itemMethods.contains(method) else { return nil }
        try checkParents(of: exchange)
        fill(exchange)
        switch (isList, method) {
        case (true, "GET"): return try listed(exchange)
        case (true, _): return try created(exchange)
        default: break
        }
        let id = exchange.values[resource.variable] ?? ""
        guard let item = state.withLock({ $0.memory.item(id, in: exchange.list) }) else {
            return try missing(exchange, "There is no “\(id)” in \(exchange.list).")
        }
        switch method {
        case "DELETE":
            state.withLock { $0.memory.remove(item.id, from: exchange.list) }
            return try answer(exchange, with: item.value, "deleted from memory")
        case "PUT", "PATCH":
            guard let changed = try changed(item.value, exchange) else { return nil }
            let new = Memory.Item(id: item.id, value: changed, part: item.part)
            state.withLock { $0.memory.put(new, in: exchange.list) }
            return try answer(exchange, with: changed, "changed in memory")
        default: return try answer(exchange, with: item.value, "from memory")
        }
    }

    /// Checks that the items that a list belongs to exist.
    private func checkParents(of exchange: RememberedExchange) throws(Refusal) {
        var parent = exchange.part == nil ? exchange.resource.list : exchange.operation.plainPath
        while let end = parent.lastIndex(of: "/"), end > parent.startIndex {
            parent = String(parent[..<end])
            guard let resource = resources[parent], resource.item == parent else { continue }
            let above = RememberedExchange(
                request: exchange.request, operation: exchange.operation, details: exchange.details,
                values: exchange.values, resource: resource)
            fill(above)
            let id = exchange.values[resource.variable] ?? ""
            guard state.withLock({ $0.memory.item(id, in: above.list) }) == nil else { continue }
            throw Refusal(status: 404, reason: "There is no “\(id)” in \(above.list).")
        }
    }

    /// Returns the document's response for a missing item, or a problem if it describes none.
    private func missing(_ exchange: RememberedExchange, _ detail: String) throws(Refusal) -> (Response, String) {
        let statuses = exchange.details.answers.map { $0.status.uppercased() }
        guard !statuses.allSatisfy({ !["404", "4XX", "DEFAULT"].contains($0) }) else {
            throw Refusal(status: 404, reason: detail)
        }
        var preference = Preference()
        preference.status = 404
        return try documented(exchange.request, exchange.details, preference)
    }

    /// Returns the operation's success with an item in place of the generated one.
    func answer(
        _ exchange: RememberedExchange, with item: JSONTree, _ source: String
    ) throws(Refusal) -> (Response, String) {
        let (response, _) = try documented(exchange.request, exchange.details, Preference()) { [self] value, media in
            insert(item, into: value, media, exchange.resource)
        }
        return (response, source)
    }

    /// Returns a response's value with an item in place of the generated one.
    private func insert(
        _ item: JSONTree, into value: JSONTree, _ media: OpenAPIDocument.Media, _ resource: Resource
    ) -> JSONTree {
        guard media.isJSON else { return value }
        guard let schema = media.schema else { return item }
        let members = document.schemas.properties(of: schema)
        if members[resource.id] != nil || members.isEmpty { return fitting(item, schema) }
        guard var whole = value.members else { return value }
        // The item may be a member of the response.
        for name in members.keys.sorted() {
            guard let member = members[name], document.schemas.properties(of: member)[resource.id] != nil else {
                continue
            }
            whole[name] = fitting(item, member)
            return .object(whole)
        }
        return value
    }

    /// Returns an item, without the members that a schema doesn't have if it matches only without them.
    private func fitting(_ item: JSONTree, _ schema: Schema) -> JSONTree {
        var checker = SchemaChecker(document.schemas, assertsFormats: true)
        if checker.check(item, against: schema).differences.isEmpty { return item }
        let members = document.schemas.properties(of: schema)
        let rest = JSONTree.object((item.members ?? [:]).filter { members[exactly: $0.key] != nil })
        return checker.check(rest, against: schema).differences.isEmpty ? rest : item
    }
}
