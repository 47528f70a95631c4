import Teapot
import TeapotMock
import TeapotMockDocuments

extension DocumentStage {
    /// Fills a list with the items that it was given, with the document's examples or else with generated items.
    ///
    /// - Parameters:
    ///   - exchange: The request.
    ///   - isEmpty: Whether the list begins empty because a request created the item that it belongs to.
    func fill(_ exchange: RememberedExchange, isEmpty: Bool = false) {
        let (resource, path) = (exchange.resource, exchange.list)
        let given = givenItems(in: path) ?? (isEmpty && !resource.isSingle ? [] : nil)
        if !state.withLock({ $0.memory.hasList(path) }) {
            var whole = exchange
            whole.isWhole = true
            // An item that belongs to another one isn't in this list.
            let owners = owners(whole)
            let own = given?.filter { item in owners.allSatisfy { [nil, $0.value].contains(item[$0.key]) } }
            let items = items(
                from: own ?? examples(of: resource, [("GET", resource.list), ("GET", resource.item)]), whole)
            state.withLock { $0.memory.fill(path, with: items) }
        }
        guard let part = exchange.part, !state.withLock({ $0.memory.hasList(part) }) else { return }
        let isComplete = given != nil || !items(exchange).isEmpty
        let place = [("GET", exchange.operation.plainPath)]
        let own = isComplete ? [] : items(from: examples(of: resource, place), exchange)
        state.withLock { state in
            if state.memory.hasList(part) { return }
            state.memory.fill(part, with: [])
            for item in own { _ = state.memory.add(item, to: path) }
        }
    }

    /// Returns the items that the options have for a list, or `nil` if they have none.
    private func givenItems(in path: String) -> [JSONTree]? {
        let names = [path, path.split(separator: "/").last.map(String.init) ?? ""]
        return names.compactMap { givenItems[$0]?.elements }.first
    }

    /// Returns items with values, or generated ones.
    private func items(from values: [JSONTree]?, _ exchange: RememberedExchange) -> [Memory.Item] {
        let (resource, path) = (exchange.resource, exchange.list)
        return (0..<(resource.isSingle ? 1 : values?.count ?? 3)).compactMap { index in
            let number = exchange.part == nil ? index + 1 : state.withLock { $0.memory.nextNumber(in: path) }
            guard var members = (values?[index] ?? generated(resource, in: path, number: number))?.members else {
                return nil
            }
            for (name, value) in owners(exchange) { members[name] = value }
            if resource.idSchema != nil, values == nil || members[resource.id].flatMap(Self.text) == nil {
                members[resource.id] = id(resource, number, path)
            }
            guard let id = identity(of: members, number, resource) else { return nil }
            return Memory.Item(id: id, value: .object(members), part: exchange.part)
        }
    }

    /// Returns the text that identifies an item in memory, or `nil` if it lacks the member for it.
    private func identity(of members: [String: JSONTree], _ number: Int, _ resource: Resource) -> String? {
        if resource.isSingle { return "" }
        return resource.idSchema == nil ? "\(number)" : members[resource.id].flatMap(Self.text)
    }

    /// Returns the items of a list, or of the part that a request is for.
    func items(_ exchange: RememberedExchange) -> [Memory.Item] {
        let all = state.withLock { $0.memory.items(in: exchange.list) }
        guard let part = exchange.part else { return all }
        let owners = owners(exchange)
        return all.filter { item in
            owners.isEmpty ? item.part == part : owners.allSatisfy { item.value[$0.key] == $0.value }
        }
    }

    /// Returns the items in the document's examples, or `nil` if it has none.
    private func examples(of resource: Resource, _ operations: [(method: String, path: String)]) -> [JSONTree]? {
        let maker = AnswerMaker(document: document, seed: options.seed)
        let lists = operations.lazy.map { method, path -> [JSONTree] in
            guard
                let operation = self.document.operations.first(where: { $0.plainPath == path && $0.method == method }),
                let choice = try? AnswerChoice(self.details(of: operation), status: nil, accept: nil),
                let media = choice.media
            else { return [] }
            let examples = maker.examples(of: media).map(\.value) + [media.schema?.tree["example"]].compactMap(\.self)
            // An item may be a member of the response.
            if resource.isSingle { return examples.map { item in resource.member.flatMap { item[$0] } ?? item } }
            if path == resource.item || method == "POST" {
                return examples.flatMap { item in
                    item[resource.id] != nil ? [item] : (item.members ?? [:]).values.filter { $0[resource.id] != nil }
                }
            }
            let lists = examples.compactMap { list in
                list.elements ?? list.members?.values.compactMap(\.elements).max { $0.count < $1.count }
            }
            return lists.max { $0.count < $1.count } ?? []
        }
        return lists.first { !$0.isEmpty }
    }

    private func generated(_ resource: Resource, in path: String, number: Int) -> JSONTree? {
        let seed = SeededNumbers.seed(options.seed, "\(path) \(number)")
        var generator = ExampleGenerator(document.schemas, seed: seed)
        return try? generator.value(for: resource.schema)
    }

    /// Returns the members that name the items that a list belongs to, such as `userId` in `/users/{userId}/pets`.
    private func owners(_ exchange: RememberedExchange) -> [String: JSONTree] {
        let members = document.schemas.properties(of: exchange.resource.schema)
        let path = exchange.part == nil ? exchange.resource.list : exchange.operation.plainPath
        return exchange.values.reduce(into: [:]) { owners, value in
            let name = members.keys.sorted().first { ListPage.plain($0) == ListPage.plain(value.key) }
            guard path.contains("{\(value.key)}"), let name, !exchange.resource.isIdentified(by: name),
                let schema = members[name]
            else { return }
            owners[name] = read(value.value, as: schema)
        }
    }

    /// Returns a text as a value of a schema: a number, if the schema is one of numbers.
    private func read(_ text: String, as schema: Schema?) -> JSONTree {
        guard let schema, case .found(let target) = document.schemas.resolving(schema) else { return .string(text) }
        let isNumber = document.schemas.kinds(of: [target])?.contains(.number) == true
        return (isNumber ? JSONNumber(text) : nil).map { .number($0) } ?? .string(text)
    }

    /// Returns an identifier that no other item of a list has.
    private func id(_ resource: Resource, _ number: Int, _ path: String) -> JSONTree {
        let text = read("\(number)", as: resource.idSchema)
        var checker = SchemaChecker(document.schemas, assertsFormats: true)
        guard let schema = resource.idSchema, !checker.check(text, against: schema).differences.isEmpty else {
            return text
        }
        let seed = SeededNumbers.seed(options.seed, "\(path) \(number)")
        var generator = ExampleGenerator(document.schemas, seed: seed)
        return (try? generator.value(for: schema, named: resource.id)) ?? text
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

    /// Creates the item that a request contains, and answers with it; `nil` if the request contains a list.
    func created(_ exchange: RememberedExchange, as given: String? = nil) throws(Refusal) -> (Response, String)? {
        guard let sent = sent(exchange) else { return nil }
        let (resource, path) = (exchange.resource, exchange.list)
        var (number, new) = (0, given.map { read($0, as: resource.idSchema) } ?? .null)
        // Another item may have the identifier, for example if the schema has only a few.
        for _ in 0..<100 where given == nil {
            number = state.withLock { $0.memory.nextNumber(in: path) }
            new = id(resource, number, path)
            if state.withLock({ $0.memory.item(Self.text(new) ?? "", in: path) }) == nil { break }
        }
        var members: [String: JSONTree] = [:]
        let (schemas, required) = document.schemas.members(of: resource.schema)
        let example = examples(of: resource, [(exchange.operation.method, exchange.operation.plainPath)])?.first
        var others = generated(resource, in: path, number: number)?.members ?? [:]
        others.merge(example?.members ?? [:]) { $1 }
        for (name, value) in others {
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
        if resource.idSchema != nil, given != nil || sent[exactly: resource.id].flatMap(Self.text) == nil {
            members[resource.id] = new
        }
        guard let id = identity(of: members, number, resource) else { return nil }
        let item = Memory.Item(id: id, value: .object(members), part: exchange.part, isCreated: true)
        try check(item.value, nil, sent, exchange)
        guard state.withLock({ $0.memory.add(item, to: path) }) else {
            let fault = RequestFault(409, at: "#/body/\(resource.id)", "is taken", source: resource.schema)
            throw Refusal(status: 409, reason: "There is already a “\(id)” in \(path).", faults: [fault])
        }
        var (response, source) = try answer(
            exchange, with: item.value, "kept in memory as “\(id.shortened(to: 40))”", status: given.map { _ in 201 })
        let hasPath = given == nil && !resource.variable.isEmpty
        if hasPath, response.headers["Location"] != nil || response.status == .created {
            // The first segments may be those of a server.
            let base = exchange.request.path.dropLast((exchange.part ?? path).count)
            response.headers["Location"] = base + path + "/" + PercentEncoding.encode(id, as: .queryItem)
        }
        return (response, source)
    }

    /// Returns an item with the changes of a `PUT` or a `PATCH` (RFC 7396), or `nil` if the request contains a list.
    func changed(_ item: JSONTree, _ exchange: RememberedExchange) throws(Refusal) -> JSONTree? {
        guard !exchange.request.body.isEmpty, let sent = sent(exchange), var members = item.members else { return nil }
        let (schemas, required) = document.schemas.members(of: exchange.resource.schema)
        if exchange.operation.method == "PUT" {
            // What a client can't send stays.
            let requests = requestMembers(exchange)
            members = members.filter { name, _ in
                exchange.resource.isIdentified(by: name) || requests[exactly: name] == nil && !requests.isEmpty
                    || schemas[exactly: name].map { document.schemas.states("readOnly", $0) } ?? false
            }
            for (name, schema) in requests where schemas[exactly: name] != nil && members[name] == nil {
                members[name] = schema.tree["default"] ?? (required.contains(name) && allowsNull(schema) ? .null : nil)
            }
        }
        for (name, value) in sent where !exchange.resource.isIdentified(by: name) {
            let keepsNull = schemas[exactly: name].map { allowsNull($0) } ?? false
            let isMerged = exchange.operation.method == "PATCH" && !(value.kind == .null && keepsNull)
            members[name] = isMerged ? JSONTree.merged(members[name], value) : value
        }
        try check(.object(members), item, sent, exchange)
        return .object(members)
    }

    /// Checks that a request doesn't make an item invalid, unless the operation declares all that it sends.
    private func check(
        _ item: JSONTree, _ old: JSONTree?, _ sent: [String: JSONTree], _ exchange: RememberedExchange
    ) throws(Refusal) {
        let requests = requestMembers(exchange)
        guard options.validatesRequests, sent.keys.contains(where: { requests[exactly: $0] == nil }) else { return }
        var checker = SchemaChecker(document.schemas, assertsFormats: true)
        let schema = exchange.resource.schema
        if let old, !checker.check(old, against: schema).differences.isEmpty { return }
        let faults = RequestChecker.faults(
            checker.check(item, against: schema).differences, of: item, 422, at: "#/body", isText: false)
        guard let first = faults.first else { return }
        throw Refusal(status: 422, reason: "\(first.pointer) \(first.reason).", faults: faults)
    }

    /// Returns the members of the object in a request's body that an item can have, or `nil` for a list.
    private func sent(_ exchange: RememberedExchange) -> [String: JSONTree]? {
        let (resource, body) = (exchange.resource, body(of: exchange))
        if body?.elements != nil { return nil }
        var members = body?.members ?? [:]
        if let member = resource.member, let own = members[exactly: member]?.members { members = own }
        let schemas = document.schemas.properties(of: resource.schema)
        let requests = requestMembers(exchange)
        return members.filter { name, _ in
            let places = [schemas[exactly: name], requests[exactly: name]].compactMap(\.self)
            if schemas[exactly: name] == nil { return places.isEmpty && resource.isOpen(in: document) }
            return !places.contains { document.schemas.states("writeOnly", $0) }
                && !document.schemas.states("readOnly", places[0])
        }
    }

    /// Returns the value of a request's body.
    private func body(of exchange: RememberedExchange) -> JSONTree? {
        let type = exchange.request.headers.mediaType ?? ""
        guard let fields = try? exchange.request.fields(type) else {
            return try? JSONTree(parsingRequest: exchange.request.body)
        }
        let media = exchange.details.body?.content.first { MediaRange.essence(of: $0.range) == type }
        var checker = RequestChecker(document)
        let schemas = [media?.schema].compactMap(\.self)
        return checker.value(of: [WrittenValue(members: fields, mayBeJSON: true)], for: schemas)
    }

    /// Returns the schemas of the members of an item in a request.
    private func requestMembers(_ exchange: RememberedExchange) -> [String: Schema] {
        let schema = exchange.details.body?.content.first(where: \.isJSON)?.schema
        let members = schema.map { document.schemas.properties(of: $0) } ?? [:]
        let inner = exchange.resource.member.flatMap { members[$0] }.map { document.schemas.properties(of: $0) }
        return inner ?? members
    }

    func allowsNull(_ schema: Schema) -> Bool {
        var checker = SchemaChecker(document.schemas)
        return checker.check(.null, against: schema).outcome == .matches
    }
}
