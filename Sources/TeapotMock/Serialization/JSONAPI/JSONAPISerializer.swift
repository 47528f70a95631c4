import Teapot

/// Makes a JSON:API document of an entity, or of several.
///
/// The document is a compound one: the resources that the primary data refers to are included, each once, however often
/// it is referred to and however entities refer to one another. Of two that share type and id, the one found first counts.
public struct JSONAPISerializer<T: JSONAPIEntity>: CustomSerializable, JSONAPIDocument {
    private enum Primary {
        case one(T?)
        case many([T])
    }

    private let primary: Primary
    private let links: [String: JSONAPILink]
    private let meta: (any Serializable)?
    private var inclusion: JSONAPIInclusion

    /// Creates a document of one entity.
    ///
    /// - Parameters:
    ///   - object: The entity; `nil` for the empty end of a to-one relationship, whose document has `null`.
    ///   - topLevelLinks: The document's links by name, such as `self`.
    ///   - topLevelMeta: What else there is to say about the document; it must become an object.
    ///   - includeChildren: Whether to include what the included resources refer to, and so on.
    public init(
        _ object: T?, topLevelLinks: [String: JSONAPILink]? = nil, topLevelMeta: (any Serializable)? = nil,
        includeChildren: Bool = false
    ) {
        self.init(.one(object), topLevelLinks, topLevelMeta, includeChildren ? .all : .direct)
    }

    /// Creates a document of several entities.
    ///
    /// - Parameters:
    ///   - objects: The entities.
    ///   - topLevelLinks: The document's links by name, such as `next`.
    ///   - topLevelMeta: What else there is to say about the document; it must become an object.
    ///   - includeChildren: Whether to include what the included resources refer to, and so on.
    public init(
        _ objects: [T], topLevelLinks: [String: JSONAPILink]? = nil, topLevelMeta: (any Serializable)? = nil,
        includeChildren: Bool = false
    ) {
        self.init(.many(objects), topLevelLinks, topLevelMeta, includeChildren ? .all : .direct)
    }

    private init(
        _ primary: Primary, _ links: [String: JSONAPILink]?, _ meta: (any Serializable)?, _ inclusion: JSONAPIInclusion
    ) {
        self.primary = primary
        self.links = links ?? [:]
        self.meta = meta
        self.inclusion = inclusion
    }

    /// The document with other resources included, as the query parameter `include` asks for them.
    ///
    /// It has an `included` member even if that is empty (JSON:API 1.1, Inclusion of Related Resources).
    ///
    /// - Parameter paths: Relationships by their names in the document, joined by dots, such as `comments.author`; that
    ///   includes the comments too. One that there is not makes the document one that can't be written.
    /// - Returns: The document.
    public func including(_ paths: [String]) -> Self {
        var copy = self
        copy.inclusion = .paths(paths)
        return copy
    }

    /// The document (JSON:API 1.1, Top Level).
    ///
    /// - Parameter keyTransformer: What makes the names of attributes and relationships, and those in meta information;
    ///   the names that the specification gives stay.
    /// - Returns: The JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        let serializer = Serializer(keyTransformer)
        var document: [String: any Sendable] = [:]
        var known: Set<JSONAPIIdentity> = []
        let resources = entities.filter { known.insert(JSONAPIIdentity($0)).inserted }.map { JSONAPIResource($0) }
        let objects = resources.map { $0.object(serializer) as any Sendable }
        switch primary {
        case .one: document["data"] = objects.first ?? NSNull()
        case .many: document["data"] = objects
        }
        document["included"] = inclusion.included(with: resources, serializer)
        document["links"] = links.isEmpty ? nil : serializer.links(links)
        document["meta"] = meta.flatMap { serializer.meta($0) }
        return document
    }

    private var entities: [T] {
        switch primary {
        case .one(let entity): entity.map { [$0] } ?? []
        case .many(let entities): entities
        }
    }
}

/// What becomes a whole JSON:API document.
protocol JSONAPIDocument {}
