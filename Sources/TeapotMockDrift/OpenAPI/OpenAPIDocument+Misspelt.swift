import TeapotMock
import TeapotMockDocuments

extension OpenAPIDocument {
    /// Returns the members that OpenAPI doesn't know but that resemble one, the values that have no effect or don't
    /// match their schemas, and the operations without responses.
    ///
    /// - Parameter operations: The operations, with their details.
    /// - Returns: The mistakes, each once.
    func mistakes(in operations: [(operation: Operation, details: Details)]) -> [Fault] {
        var examples = ExampleFaults(self)
        var found = Self.misspelt(self.schemas.schema, Self.documentMembers)
        var schemas: [Schema] = []
        for name in self.schemas.root["components"]?["schemas"]?.members?.keys.sorted() ?? [] {
            schemas += [self.schemas.schema["components"]?["schemas"]?[name]].compactMap(\.self)
        }
        let items = self.schemas.schema["paths"]?.members ?? [:]
        for (path, item) in items.sorted(by: { $0.key < $1.key }) where !path.hasPrefix("x-") {
            if !path.hasPrefix("/") {
                found.append((item.pointer, "a path must begin with “/”; it's read as “/\(path)”"))
            }
            found += Self.misspelt(item, Self.itemMembers)
        }
        for (operation, details) in operations {
            found += Self.misspelt(operation.place, Self.operationMembers)
            examples.check(details)
            // OpenAPI 3.1 §4.8.10.1: responses are optional.
            if details.answers.isEmpty, openAPIVersion.hasPrefix("3.0") {
                found.append((operation.place.pointer, "the operation has no “responses”"))
            }
            for answer in details.answers {
                found += Self.misspelt(answer.place, ["description", "summary", "headers", "content", "links"])
                if !Self.isStatus(answer.status) {
                    found.append(
                        (answer.place.pointer, "“\(answer.status)” isn't a status such as 200, 4XX or default"))
                }
            }
            for parameter in details.parameters {
                found += Self.misspelt(parameter.place, Self.parameterMembers)
                schemas += [parameter.schema].compactMap(\.self)
            }
            found += details.body.map { Self.misspelt($0.place, ["description", "content", "required"]) } ?? []
            for media in (details.body?.content ?? []) + details.answers.flatMap(\.content) {
                found += Self.misspelt(media.place, ["schema", "example", "examples", "encoding", "itemSchema"])
                schemas += [media.schema].compactMap(\.self)
            }
        }
        let all = reachable(from: schemas)
        for schema in all {
            found += misspeltKeywords(of: schema) + SchemaFaults(schema, self.schemas.dialect).found
            found += deadMappings(of: schema)
            examples.check(schema)
        }
        found += examples.found + endlessSchemas(among: all) + faults(of: operations)
        var seen: Set<String> = []
        return found.filter { seen.insert("\($0.place) \($0.reason)").inserted }
    }

    private static let documentMembers: Set = [
        "openapi", "info", "jsonSchemaDialect", "servers", "paths", "webhooks", "components", "security", "tags",
        "externalDocs",
    ]
    private static let itemMembers: Set = [
        "get", "put", "post", "delete", "options", "head", "patch", "trace", "query", "parameters", "summary",
        "description", "servers", "additionalOperations",
    ]
    private static let operationMembers: Set = [
        "tags", "summary", "description", "externalDocs", "operationId", "parameters", "requestBody", "responses",
        "callbacks", "deprecated", "security", "servers",
    ]
    private static let parameterMembers: Set = [
        "name", "in", "description", "required", "deprecated", "allowEmptyValue", "style", "explode", "allowReserved",
        "schema", "example", "examples", "content",
    ]

    /// Returns the members of an object that aren't known but resemble one that is.
    private static func misspelt(_ object: Schema, _ known: Set<String>) -> [Fault] {
        let names = (object.tree.members ?? [:]).keys.filter { !known.contains($0) }.sorted()
        return names.filter { !$0.hasPrefix("x-") && !$0.hasPrefix("$") }.compactMap { name in
            guard let meant = name.closest(among: known.sorted()) else { return nil }
            return ((object[name] ?? object).pointer, "“\(name)” is ignored; did you mean “\(meant)”?")
        }
    }

    private static func isStatus(_ text: String) -> Bool {
        let bytes = Array(text.uppercased().utf8)
        let isNumber = bytes.count == 3 && 0x31...0x35 ~= bytes[0]
        let isRange = isNumber && bytes[1] == 0x58 && bytes[2] == 0x58
        return text == "default" || isRange || isNumber && bytes.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// Returns the misspelt keywords and types of a schema.
    private func misspeltKeywords(of schema: Schema) -> [Fault] {
        var found = Self.misspelt(schema, Self.keywords)
        for type in schema.tree["type"]?.elements ?? [schema.tree["type"]].compactMap(\.self) {
            let text = type.text ?? ""
            guard !Self.types.contains(text) else { continue }
            let meant = text.closest(among: Self.types) ?? Self.types.first { $0.hasPrefix(text) && !text.isEmpty }
            let hint = meant.map { "; did you mean “\($0)”?" } ?? ""
            found.append((schema.pointer, "there is no type \(type.shown)\(hint)"))
        }
        let lists = ["required", "allOf", "anyOf", "oneOf"]
        for keyword in lists where schema.tree[keyword].map({ $0.kind != .list }) == true {
            found.append((schema.pointer + "/" + keyword, "“\(keyword)” isn't a list, so it is ignored"))
        }
        return found
    }

    private static let keywords = SchemaChecker.checked.union(SchemaChecker.describing).union(["nullable"])
    private static let types = SchemaDocument.kinds.keys.sorted()

    /// Returns the schemas and those within them, each once, ordered by their places.
    private func reachable(from schemas: [Schema]) -> [Schema] {
        var (found, pending, seen) = ([Schema](), schemas, Set<String>())
        while let schema = pending.popLast() {
            guard seen.insert(schema.pointer).inserted, schema.tree.members != nil else { continue }
            found.append(schema)
            if let reference = schema.tree["$ref"]?.text,
                case .found(let target) = self.schemas.target(of: reference, in: schema)
            {
                pending.append(target)
            }
            for keyword in ["properties", "patternProperties", "dependentSchemas", "$defs"] {
                pending += schema[keyword]?.members.values.map { $0 } ?? []
            }
            for keyword in ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"] {
                pending += [schema[keyword]].compactMap(\.self)
            }
            for keyword in ["allOf", "anyOf", "oneOf", "prefixItems"] { pending += schema[keyword]?.elements ?? [] }
        }
        return found.sorted { $0.pointer < $1.pointer }
    }
}

extension Schema {
    /// The members by name, if the value is an object.
    fileprivate var members: [String: Schema] {
        (tree.members ?? [:]).keys.reduce(into: [:]) { $0[$1] = self[$1] }
    }
}
