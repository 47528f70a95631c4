import Teapot

/// An entity taken apart into its fields.
struct JSONAPIResource {
    /// What identifies it.
    let identity: JSONAPIIdentity
    /// The properties that are no relationships.
    private let attributes: [(name: String, value: Any)]
    /// The properties that are.
    private let relationships: [(name: String, linkage: JSONAPILinkage)]
    private let links: [String: JSONAPILink]
    private let relationshipsLinks: [String: [String: JSONAPILink]]
    private let meta: (any Serializable)?

    /// Takes an entity apart.
    init(_ entity: any JSONAPIEntity) {
        identity = JSONAPIIdentity(entity)
        let linked = entity as? any JSONAPILinkedEntity
        let properties = Serializer.properties(of: entity)
        // A property that is no optional is not what the protocol asks for, and yet what is meant.
        let stored: (String) -> Any? = { name in linked == nil ? nil : properties.first { $0.name == name }?.value }
        links = linked?.links ?? stored("links") as? [String: JSONAPILink] ?? [:]
        let relationshipsLinks = stored("relationshipsLinks") as? [String: [String: JSONAPILink]]
        self.relationshipsLinks = (linked?.relationshipsLinks ?? relationshipsLinks ?? [:]).filter { !$0.value.isEmpty }
        meta = linked?.meta
        var own: Set = ["id"]
        if linked != nil { own.formUnion(["links", "relationshipsLinks"]) }
        if meta != nil { own.insert("meta") }
        let fields = properties.filter { !own.contains($0.name) }
        let linkages = fields.map { JSONAPILinkage($0.value) }
        attributes = zip(fields, linkages).filter { $0.1 == nil }.map(\.0)
        relationships = zip(fields, linkages).compactMap { field, linkage in linkage.map { (field.name, $0) } }
    }

    /// The related resources, in the order of the properties.
    var related: [any JSONAPIEntity] { relationships.flatMap(\.linkage.entities) }

    /// The resources of one relationship, by its name in the document; `nil` if there is no such.
    func related(_ name: String, _ serializer: Serializer) -> [any JSONAPIEntity]? {
        relationships.first { serializer.transformed($0.name) == name }?.linkage.entities
    }

    /// The resource object (JSON:API 1.1, Resource Objects).
    func object(_ serializer: Serializer) -> [String: any Sendable] {
        var fields = Fields()
        for (name, value) in attributes {
            guard case .value(let value) = serializer.outcome(of: value) else { continue }
            fields.add(JSONAPIMemberName.checked(value), to: "attributes", as: serializer.transformed(name))
        }
        var others = relationshipsLinks
        for (name, linkage) in relationships {
            var relationship: [String: any Sendable] = [:]
            relationship["data"] = linkage.data
            relationship["links"] = others.removeValue(forKey: name).map { serializer.links($0) }
            // A relationship object must have a member.
            if relationship.isEmpty { continue }
            fields.add(relationship, to: "relationships", as: serializer.transformed(name))
        }
        for (name, links) in others.sorted(by: { $0.key < $1.key }) {
            let relationship: [String: any Sendable] = ["links": serializer.links(links)]
            fields.add(relationship, to: "relationships", as: serializer.transformed(name))
        }
        var object = identity.object.merging(fields.objects) { identity, _ in identity }
        object["links"] = links.isEmpty ? nil : serializer.links(links)
        object["meta"] = meta.flatMap { serializer.meta($0) }
        return object
    }
}

/// A resource's attributes and relationships in the making.
private struct Fields {
    /// The two objects, where there is anything in them.
    private(set) var objects: [String: [String: any Sendable]] = [:]
    /// All names so far: attributes and relationships share one space, also with these two (JSON:API 1.1, Fields).
    private var names: Set = ["type", "id"]

    mutating func add(_ value: any Sendable, to object: String, as name: String) {
        var value = value
        if !names.insert(name).inserted {
            let reason = "a field can't have the name of another, nor \"type\" or \"id\" (JSON:API 1.1, Fields)"
            value = Unserializable(reason: reason)
        } else if !JSONAPIMemberName.isValid(name) {
            value = JSONAPIMemberName.refusal(of: name)
        }
        objects[object, default: [:]][name] = value
    }
}
