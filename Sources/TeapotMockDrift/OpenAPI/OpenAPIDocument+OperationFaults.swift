import TeapotMock
import TeapotMockDocuments
import TeapotMockOpenAPI

extension OpenAPIDocument {
    /// Returns the parts of operations that contradict each other, or that lead nowhere.
    ///
    /// - Parameter all: The operations, with their details.
    /// - Returns: The faults.
    func faults(of all: [(operation: Operation, details: Details)]) -> [Fault] {
        var found = equalPaths()
        var names: [String: Schema] = [:]
        for (operation, _) in all {
            guard let name = operation.place["operationId"], let text = name.tree.text else { continue }
            if let first = names[text], first.pointer != name.pointer {
                found.append((name.pointer, "\(first.pointer) has the operationId “\(text)”, too; rename one"))
            }
            names[text] = names[text] ?? name
        }
        for (operation, details) in all {
            for list in [operation.item["parameters"], operation.place["parameters"]] {
                found += repeatedParameters(in: list)
            }
            for parameter in details.parameters where parameter.location == .path {
                if parameter.place.tree["required"]?.truth != true {
                    let reason = "the path parameter “\(parameter.name)” must have “required: true”"
                    found.append((parameter.place.pointer, reason))
                }
                if !operation.variables.contains(parameter.name) {
                    let flaw = "the path \(operation.path) has no “{\(parameter.name)}”"
                    found.append((parameter.place.pointer, "\(flaw); add it, or remove this parameter"))
                }
            }
            for answer in details.answers { found += deadLinks(of: answer, names) }
        }
        return found
    }

    /// Returns the paths that are equal but for the names of their variables (OpenAPI 3.1 §4.8.8).
    private func equalPaths() -> [Fault] {
        var known: [String: String] = [:]
        return (schemas.schema["paths"]?.members ?? []).compactMap { path, item in
            let parts = path.split(separator: "{", omittingEmptySubsequences: false)
            let plain = parts.dropFirst().reduce(String(parts[0])) { $0 + "{" + $1.drop { $0 != "}" } }
            guard let other = known[plain] else {
                known[plain] = path
                return nil
            }
            let reason = "the path \(path) is the same as \(other), whose variables have other names; merge them"
            return (item.pointer, reason)
        }
    }

    private func repeatedParameters(in list: Schema?) -> [Fault] {
        var known: Set<[String]> = []
        return (list?.elements ?? []).compactMap { written in
            guard case .found(let place) = schemas.resolving(written), let name = place.tree["name"]?.text,
                let location = place.tree["in"]?.text, !known.insert([name, location]).inserted
            else { return nil }
            return (written.pointer, "the \(location) parameter “\(name)” is already in this list; remove one")
        }
    }

    private func deadLinks(of answer: Answer, _ names: [String: Schema]) -> [Fault] {
        (answer.place["links"]?.members ?? []).compactMap { _, written in
            guard case .found(let link) = schemas.resolving(written) else { return nil }
            if let id = link["operationId"], let text = id.tree.text, names[text] == nil {
                let hint = text.closest(among: names.keys.sorted()).map { "; did you mean “\($0)”?" } ?? ""
                return (id.pointer, "no operation has the operationId “\(text)”\(hint)")
            }
            guard let reference = link["operationRef"], let text = reference.tree.text, text.hasPrefix("#/"),
                case .unreachable(let reason) = schemas.target(of: text, in: reference)
            else { return nil }
            return (reference.pointer, reason)
        }
    }

    /// Returns the entries of a discriminator's mapping that lead nowhere.
    func deadMappings(of schema: Schema) -> [Fault] {
        let known = schemas.root["components"]?["schemas"]?.members ?? [:]
        return (schema["discriminator"]?["mapping"]?.members ?? []).compactMap { _, place in
            guard let text = place.tree.text else { return nil }
            if text.hasPrefix("#/") {
                guard case .unreachable(let reason) = schemas.target(of: text, in: place) else { return nil }
                return (place.pointer, reason)
            }
            // Anything else than a name may be a file or a URL.
            guard !text.contains(where: { "./:#".contains($0) }), known[exactly: text] == nil else { return nil }
            let hint = text.closest(among: known.keys.sorted()).map { "; did you mean “\($0)”?" } ?? ""
            return (place.pointer, "there is no schema “\(text)”\(hint)")
        }
    }
}
