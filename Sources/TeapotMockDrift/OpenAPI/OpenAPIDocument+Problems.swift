import TeapotMock
import TeapotMockDocuments
import TeapotMockOpenAPI

extension OpenAPIDocument {
    /// The parts of the document that are wrong, have no effect or can't be followed, ordered by file and line.
    package var problems: [ReadingError] {
        let walk = DocumentWalk(schemas)
        var found = walk.found
        let places = Set(found.map(\.place))
        let all = operations.map { (operation: $0, details: details(of: $0)) }
        for (operation, details) in all {
            found += details.problems.filter { place, _ in !places.contains(place) }
            let known = details.parameters.filter { $0.location == .path }.map(\.name)
            for name in operation.variables where !known.contains(name) {
                let hint = known.isEmpty ? "" : "; there is one for “\(known.joined(separator: "”, “"))”"
                found.append((operation.place.pointer, "no parameter describes “{\(name)}”\(hint)"))
            }
            // OpenAPI 3.1 §4.8.10.1: responses are optional.
            if details.answers.isEmpty, openAPIVersion.hasPrefix("3.0") {
                found.append((operation.place.pointer, "the operation has no “responses”"))
            }
        }
        found += faults(of: walk.schemas) + exampleFaults(in: walk.schemas, all.map(\.details)) + faults(of: all)
        let others = ["components", "webhooks"].compactMap { schemas.root[$0]?.members }
        if schemas.root["paths"]?.members?.isEmpty == true, others.allSatisfy(\.isEmpty) {
            found.append(("#/paths", "the document has no operations; add a path such as /teas: {get: …}"))
        }
        for root in roots where root.hasMore {
            found.append((root.schema.pointer, "only the first document of the file is read"))
        }
        var seen: Set<String> = []
        let new = found.filter { seen.insert("\($0.place) \($0.reason)").inserted }
        return new.map { error(at: $0.place, $0.reason) }.ordered {
            ($0.file, $0.line ?? 0, $0.column ?? 0) < ($1.file, $1.line ?? 0, $1.column ?? 0)
        }
    }

    private func faults(of all: [Schema]) -> [Fault] {
        let declared = Set(all.flatMap { ($0.tree["properties"]?.members ?? [:]).keys })
        return all.flatMap { SchemaFaults($0, schemas.dialect, declared: declared).found + deadMappings(of: $0) }
            + endlessSchemas(among: all)
    }

    private func exampleFaults(in schemas: [Schema], _ operations: [Details]) -> [Fault] {
        var examples = ExampleFaults(self)
        for details in operations { examples.check(details) }
        for schema in schemas { examples.check(schema) }
        return examples.found
    }
}
