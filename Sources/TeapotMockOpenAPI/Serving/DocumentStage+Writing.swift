import Teapot
import TeapotMock
import TeapotMockDocuments

extension DocumentStage {
    /// The number of generated items in a list for which the document has no example.
    private static var generatedCount: Int { 3 }

    /// Fills a list with the document's examples or, without any, with generated items.
    func fill(_ exchange: RememberedExchange) {
        let path = exchange.list
        if state.withLock({ $0.memory.hasList(path) }) { return }
        let resource = exchange.resource
        var values = examples(of: resource)
        if values.isEmpty {
            values = (0..<Self.generatedCount).compactMap { generated(resource, in: path, number: $0 + 1) }
        }
        var items: [Memory.Item] = []
        for (index, value) in values.enumerated() {
            guard var members = value.members else { continue }
            for (name, value) in owners(exchange) { members[name] = value }
            if members[resource.id].flatMap(Self.text) == nil { members[resource.id] = id(resource, index + 1, path) }
            guard let id = members[resource.id].flatMap(Self.text) else { continue }
            items.append(Memory.Item(id: id, value: .object(members)))
        }
        state.withLock { $0.memory.fill(path, with: items) }
    }

    /// Returns the items in the document's examples.
    private func examples(of resource: Resource) -> [JSONTree] {
        let maker = AnswerMaker(document: document, seed: options.seed)
        func examples(_ path: String) -> [JSONTree] {
            guard let operation = document.operations.first(where: { $0.plainPath == path && $0.method == "GET" }),
                let choice = try? AnswerChoice(details(of: operation), status: nil, accept: nil),
                let media = choice.media
            else { return [] }
            return maker.examples(of: media).map(\.value) + [media.schema?.tree["example"]].compactMap(\.self)
        }
        let lists = examples(resource.list).compactMap { list in
            list.elements ?? list.members?.values.compactMap(\.elements).max { $0.count < $1.count }
        }
        if let longest = lists.max(by: { $0.count < $1.count }), !longest.isEmpty { return longest }
        // An item may be a member of the response.
        return examples(resource.item).flatMap { item in
            item[resource.id] != nil ? [item] : (item.members ?? [:]).values.filter { $0[resource.id] != nil }
        }
    }

    private func generated(_ resource: Resource, in path: String, number: Int) -> JSONTree? {
        let seed = SeededNumbers.seed(options.seed, "\(path) \(number)")
        var generator = ExampleGenerator(document.schemas, seed: seed)
        guard var members = (try? generator.value(for: resource.schema))?.members else { return nil }
        members[resource.id] = id(resource, number, path)
        return .object(members)
    }

    /// Returns the members that name the items that a list belongs to, such as `userId` in `/users/{userId}/pets`.
    private func owners(_ exchange: RememberedExchange) -> [String: JSONTree] {
        let members = document.schemas.properties(of: exchange.resource.schema)
        return exchange.values.reduce(into: [:]) { owners, value in
            let isOwn = [exchange.resource.variable, exchange.resource.id].contains(value.key)
            guard !isOwn, let schema = members[exactly: value.key] else { return }
            owners[value.key] = read(value.value, as: schema)
        }
    }

    /// Returns a text as a value of a schema: a number, if the schema is one of numbers.
    private func read(_ text: String, as schema: Schema) -> JSONTree {
        guard case .found(let target) = document.schemas.resolving(schema) else { return .string(text) }
        let types =
            [target.tree["type"]?.text].compactMap(\.self) + (target.tree["type"]?.elements ?? []).compactMap(\.text)
        guard types.contains("integer") || types.contains("number"), let number = JSONNumber(text) else {
            return .string(text)
        }
        return .number(number)
    }

    /// Returns an identifier that no other item of a list has.
    private func id(_ resource: Resource, _ number: Int, _ path: String) -> JSONTree {
        let text = read("\(number)", as: resource.idSchema)
        var checker = SchemaChecker(document.schemas, assertsFormats: true)
        if checker.check(text, against: resource.idSchema).differences.isEmpty { return text }
        let seed = SeededNumbers.seed(options.seed, "\(path) \(number)")
        var generator = ExampleGenerator(document.schemas, seed: seed)
        return (try? generator.value(for: resource.idSchema, named: resource.id)) ?? text
    }

    /// Returns the text of an identifier in a path.
    static func text(_ id: JSONTree) -> String? {
        switch id {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let number): number.text
        case .bool(let truth): "\(truth)"
        default: nil
        }
    }

    /// Creates the item that a request contains, and answers with it; `nil` if the request contains no object.
    func created(_ exchange: RememberedExchange) throws(Refusal) -> (Response, String)? {
        guard let sent = sent(exchange) else { return nil }
        let (resource, path) = (exchange.resource, exchange.list)
        var (number, new) = (0, JSONTree.null)
        // Another item may have the identifier, for example if the schema has only a few.
        for _ in 0..<100 {
            number = state.withLock { $0.memory.nextNumber(in: path) }
            new = id(resource, number, path)
            if state.withLock({ $0.memory.item(Self.text(new) ?? "", in: path) }) == nil { break }
        }
        var members: [String: JSONTree] = [:]
        let (schemas, required) = document.schemas.members(of: resource.schema)
        for (name, value) in generated(resource, in: path, number: number)?.members ?? [:] {
            guard let schema = schemas[exactly: name] else { continue }
            // What the client may leave out stays out, or null; what the server adds is generated.
            let isOwn = document.schemas.states("readOnly", schema)
            guard isOwn || required.contains(name) else { continue }
            members[name] = isOwn || name == resource.id || !allowsNull(schema) ? value : .null
        }
        for (name, schema) in requestMembers(exchange) where schemas[exactly: name] != nil {
            members[name] = schema.tree["default"] ?? members[name]
        }
        members.merge(sent) { $1 }
        for (name, value) in owners(exchange) { members[name] = value }
        let given = sent[exactly: resource.id].flatMap(Self.text)
        if given == nil { members[resource.id] = new }
        guard let id = members[resource.id].flatMap(Self.text) else { return nil }
        if given != nil, state.withLock({ $0.memory.item(id, in: path) }) != nil {
            throw Refusal(status: 409, reason: "There is already a “\(id)” in \(path).")
        }
        let item = JSONTree.object(members)
        state.withLock { $0.memory.put(Memory.Item(id: id, value: item), in: path) }
        var (response, source) = try answer(exchange, with: item, "kept in memory as “\(id.shortened(to: 40))”")
        if response.headers["Location"] != nil || response.status == .created {
            response.headers["Location"] = exchange.request.path + "/" + PercentEncoding.encode(id, as: .queryItem)
        }
        return (response, source)
    }

    /// Returns an item with the changes of a `PUT` or a `PATCH` (RFC 7396), or `nil` if the request contains none.
    func changed(_ item: JSONTree, _ exchange: RememberedExchange) -> JSONTree? {
        guard let sent = sent(exchange), var members = item.members else { return nil }
        let schemas = document.schemas.properties(of: exchange.resource.schema)
        if exchange.operation.method == "PUT" {
            members = members.filter { name, _ in
                name == exchange.resource.id
                    || schemas[exactly: name].map { document.schemas.states("readOnly", $0) } ?? false
            }
        }
        for (name, value) in sent where name != exchange.resource.id {
            let keepsNull = schemas[exactly: name].map { allowsNull($0) } ?? false
            let isMerged = exchange.operation.method == "PATCH" && !(value.kind == .null && keepsNull)
            members[name] = isMerged ? Self.merge(members[name], value) : value
        }
        return .object(members)
    }

    private static func merge(_ old: JSONTree?, _ patch: JSONTree) -> JSONTree? {
        if case .null = patch { return nil }
        guard case .object(let changes) = patch else { return patch }
        var members = old?.members ?? [:]
        for (name, value) in changes { members[name] = merge(members[name], value) }
        return .object(members)
    }

    /// Returns the members of the object in a request's body that an item can have.
    private func sent(_ exchange: RememberedExchange) -> [String: JSONTree]? {
        let resource = exchange.resource
        guard var members = (try? JSONTree(parsing: exchange.request.body))?.members else { return nil }
        if let member = resource.member, let own = members[exactly: member]?.members { members = own }
        let schemas = document.schemas.properties(of: resource.schema)
        let requests = requestMembers(exchange)
        return members.filter { name, _ in
            guard let schema = schemas[exactly: name] else { return resource.isOpen(in: document) }
            return !document.schemas.states("writeOnly", schema) && !document.schemas.states("readOnly", schema)
                && !(requests[exactly: name].map { document.schemas.states("writeOnly", $0) } ?? false)
        }
    }

    /// Returns the schemas of the members of an item in a request.
    private func requestMembers(_ exchange: RememberedExchange) -> [String: Schema] {
        let schema = exchange.details.body?.content.first(where: \.isJSON)?.schema
        let members = schema.map { document.schemas.properties(of: $0) } ?? [:]
        let inner = exchange.resource.member.flatMap { members[$0] }.map { document.schemas.properties(of: $0) }
        return inner ?? members
    }

    private func allowsNull(_ schema: Schema) -> Bool {
        var checker = SchemaChecker(document.schemas)
        return checker.check(.null, against: schema).outcome == .matches
    }
}
