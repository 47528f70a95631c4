import TeapotMock
import TeapotMockDocuments

extension OpenAPIDocument {
    /// The parts of the document that are wrong, have no effect or can't be followed, ordered by file and line.
    package var problems: [ReadingError] {
        var found: [Fault] = []
        var reasons: Set<String> = []
        for root in roots { collect(root.schema, &found, &reasons) }
        let places = Set(found.map(\.place))
        let all = operations.map { (operation: $0, details: details(of: $0)) }
        for (operation, details) in all {
            found += details.problems.filter { place, reason in
                !places.contains(place) && reasons.insert("\(place) \(reason)").inserted
            }
            let known = details.parameters.filter { $0.location == .path }.map(\.name)
            for name in operation.variables where !known.contains(name) {
                let hint = known.isEmpty ? "" : "; there is one for “\(known.joined(separator: "”, “"))”"
                found.append((operation.place.pointer, "no parameter describes “{\(name)}”\(hint)"))
            }
        }
        found += mistakes(in: all)
        for root in roots where root.hasMore {
            found.append((root.schema.pointer, "only the first document of the file is read"))
        }
        let problems = found.map { error(at: $0.place, $0.reason) }
        return problems.ordered {
            ($0.file, $0.line ?? 0, $0.column ?? 0) < ($1.file, $1.line ?? 0, $1.column ?? 0)
        }
    }

    /// Adds the references that lead nowhere or to themselves.
    private func collect(
        _ place: Schema, _ found: inout [Fault], _ seen: inout Set<String>
    ) {
        if let reference = place.tree["$ref"]?.text,
            case .unreachable(let reason) = schemas.target(of: reference, in: place)
        {
            // A file that can't be read is named once.
            if seen.insert(reason).inserted { found.append((place.pointer, reason)) }
        }
        found += circle(from: place).map { [$0] } ?? []
        let values = place.pointer.hasSuffix("/properties") ? [] : ["example", "examples", "default"]
        for name in (place.tree.members ?? [:]).keys.sorted() where !values.contains(name) {
            if let member = place[name] { collect(member, &found, &seen) }
        }
        for element in place.elements { collect(element, &found, &seen) }
    }
}
