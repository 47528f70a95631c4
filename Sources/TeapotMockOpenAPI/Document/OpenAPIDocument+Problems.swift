import TeapotMock
import TeapotMockDocuments

extension OpenAPIDocument {
    /// The parts of the document that have no effect or can't be followed, each with its place and the reason.
    package var problems: [String] {
        var found: [(place: String, reason: String)] = []
        collect(schemas.schema, &found)
        for operation in operations {
            let details = details(of: operation)
            found += details.problems.filter { problem in !found.contains { problem.place.hasPrefix($0.place) } }
            let known = details.parameters.filter { $0.location == .path }.map(\.name)
            for name in operation.variables where !known.contains(name) {
                let hint = known.isEmpty ? "" : "; there is one for “\(known.joined(separator: "”, “"))”"
                found.append((operation.place.pointer, "no parameter describes “{\(name)}”\(hint)"))
            }
        }
        for (path, item) in schemas.root["paths"]?.members ?? [:] {
            for name in item.members?.keys.sorted() ?? [] where !Self.itemMembers.contains(name) {
                guard let meant = name.closest(among: Self.itemMembers) else { continue }
                found.append(("#/paths/\(JSONPointer.escaped(path))", "“\(name)” is ignored; did you mean “\(meant)”?"))
            }
        }
        if yaml?.hasMoreDocuments == true { found.append(("#", "only the first document of the file is read")) }
        return found.map { place, reason in
            let position =
                yaml?.position(of: JSONPointer.tokens(of: String(place.dropFirst()))).map {
                    "line \($0.line), column \($0.column), "
                } ?? ""
            return "\(position)\(place): \(reason)"
        }
    }

    private static let itemMembers = [
        "get", "put", "post", "delete", "options", "head", "patch", "trace", "query", "parameters", "summary",
        "description", "servers", "$ref",
    ]

    /// Adds the references that lead nowhere.
    private func collect(_ place: Schema, _ found: inout [(place: String, reason: String)]) {
        if let reference = place.tree["$ref"]?.text, case .unreachable(let reason) = schemas.target(of: reference) {
            let others = schemas.root[JSONPointer.tokens(of: String(reference.dropFirst())).dropLast()]?.members ?? [:]
            let names = others.keys.sorted()
            let meant = reference.split(separator: "/").last.flatMap { String($0).closest(among: names) }
            found.append((place.pointer, reason + (meant.map { "; did you mean “\($0)”?" } ?? "")))
        }
        for name in (place.tree.members ?? [:]).keys.sorted() where !["example", "examples", "default"].contains(name) {
            if let member = place[name] { collect(member, &found) }
        }
        for element in place.elements { collect(element, &found) }
    }
}
