import TeapotMock

/// The resources that a document includes in addition to its primary data (JSON:API 1.1, Compound Documents).
enum JSONAPIInclusion {
    /// The resources that the primary data refers to directly.
    case direct
    /// The resources that the primary data refers to directly or indirectly.
    case all
    /// The resources on these paths.
    case paths([String])

    /// Returns the objects of the included resources, with those nearest to the primary data first.
    ///
    /// - Parameters:
    ///   - primary: The primary data.
    ///   - serializer: The serializer for names and values.
    /// - Returns: The list, or `nil` if there's nothing to show.
    func included(with primary: [JSONAPIResource], _ serializer: Serializer) -> (any Sendable)? {
        var found = Found(known: Set(primary.map(\.identity)))
        switch self {
        case .direct:
            for resource in primary { found.add(resource.related) }
        case .all:
            for resource in primary { found.add(resource.related) }
            // The loop also visits the resources that it adds. Each is added only once, so the loop ends even with
            // circular references.
            var index = 0
            while index < found.resources.count {
                found.add(found.resources[index].related)
                index += 1
            }
        case .paths(let paths):
            for path in paths {
                var level = primary
                for name in path.split(separator: ".").map(String.init) {
                    let related = level.map { $0.related(name, serializer) }
                    guard related.isEmpty || related.contains(where: { $0 != nil }) else {
                        let types = Set(level.map(\.identity.type)).sorted().joined(separator: ", ")
                        return Unserializable(
                            reason: "“\(path)” is not a path of relationships: \(types) has no relationship “\(name)”")
                    }
                    let entities = related.flatMap { $0 ?? [] }
                    found.add(entities)
                    level = entities.map { JSONAPIResource($0) }
                }
            }
            return found.resources.map { $0.object(serializer) as any Sendable }
        }
        return found.resources.isEmpty ? nil : found.resources.map { $0.object(serializer) as any Sendable }
    }
}

/// The included resources found so far.
private struct Found {
    /// The identities of the resources already in the document.
    var known: Set<JSONAPIIdentity>
    /// The resources to include, in the order in which they were found.
    var resources: [JSONAPIResource] = []

    /// Adds the entities that aren't yet in the document.
    mutating func add(_ entities: [any JSONAPIEntity]) {
        for entity in entities where known.insert(JSONAPIIdentity(entity)).inserted {
            resources.append(JSONAPIResource(entity))
        }
    }
}
