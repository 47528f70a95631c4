import Teapot
import TeapotMock

/// An entity split into its fields.
struct JSONAPIResource {
    /// The resource's type and ID.
    let identity: JSONAPIIdentity
    /// The properties that aren't relationships.
    private let attributes: [(name: String, value: Any)]
    /// The properties that are relationships.
    private let relationships: [(name: String, linkage: JSONAPILinkage)]
    private let links: [String: JSONAPILink]
    private let relationshipsLinks: [String: [String: JSONAPILink]]
    private let meta: (any Serializable)?

    /// Creates a resource by splitting an entity into its fields.
    init(_ entity: any JSONAPIEntity) {
        identity = JSONAPIIdentity(entity)
        let linked = entity as? any JSONAPILinkedEntity
        let properties = Serializer.properties(of: entity)
        // A non-optional stored property doesn't satisfy the protocol's requirement, but is used anyway.
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

    /// Returns the resources of a relationship, by its name in the document, or `nil` if there's no such relationship.
    func related(_ name: String, _ serializer: Serializer) -> [any JSONAPIEntity]? {
        relationships.first { serializer.transformed($0.name) == name }?.linkage.entities
    }

    /// Returns the resource object (JSON:API 1.1, Resource Objects).
    func object(_ serializer: Serializer) -> [String: any Sendable] {
        var fields = Fields()
        for (name, value) in attributes {
            guard case .value(let value) = serializer.serialize(value) else { continue }
            fields.add(JSONAPIMemberName.checked(value), to: "attributes", as: serializer.transformed(name))
        }
        var others = relationshipsLinks
        for (name, linkage) in relationships {
            var relationship: [String: any Sendable] = [:]
            relationship["data"] = linkage.data
            relationship["links"] = others.removeValue(forKey: name).map { serializer.links($0) }
            // A relationship object must have at least one member.
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

/// The attributes and relationships of a resource under construction.
private struct Fields {
    /// The `attributes` and `relationships` objects that have members.
    private(set) var objects: [String: [String: any Sendable]] = [:]
    /// All names used so far.
    ///
    /// Attributes and relationships share one namespace with `type` and `id` (JSON:API 1.1, Fields).
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
