import TeapotMock
import TeapotMockDocuments

extension OpenAPIDocument {
    /// The parts of the document that have no effect or can't be followed, ordered by file and line.
    package var problems: [ReadingError] {
        var found: [(place: String, reason: String)] = []
        for root in roots { collect(root.schema, &found) }
        for operation in operations {
            let details = details(of: operation)
            found += details.problems.filter { problem in !found.contains { problem.place.hasPrefix($0.place) } }
            let known = details.parameters.filter { $0.location == .path }.map(\.name)
            for name in operation.variables where !known.contains(name) {
                let hint = known.isEmpty ? "" : "; there is one for “\(known.joined(separator: "”, “"))”"
                found.append((operation.place.pointer, "no parameter describes “{\(name)}”\(hint)"))
            }
        }
        found += misspelt
        for root in roots where root.hasMore {
            found.append((root.schema.pointer, "only the first document of the file is read"))
        }
        let problems = found.map { error(at: $0.place, $0.reason) }
        return problems.ordered {
            ($0.file, $0.line ?? 0, $0.column ?? 0) < ($1.file, $1.line ?? 0, $1.column ?? 0)
        }
    }

    /// Adds the references that lead nowhere.
    private func collect(_ place: Schema, _ found: inout [(place: String, reason: String)]) {
        if let reference = place.tree["$ref"]?.text,
            case .unreachable(let reason) = schemas.target(of: reference, in: place)
        {
            // A file that can't be read is named once.
            if !found.contains(where: { $0.reason == reason }) { found.append((place.pointer, reason)) }
        }
        let values = place.pointer.hasSuffix("/properties") ? [] : ["example", "examples", "default"]
        for name in (place.tree.members ?? [:]).keys.sorted() where !values.contains(name) {
            if let member = place[name] { collect(member, &found) }
        }
        for element in place.elements { collect(element, &found) }
    }
}
