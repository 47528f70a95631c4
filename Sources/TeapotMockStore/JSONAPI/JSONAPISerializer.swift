import Foundation
import Teapot
public import TeapotMock

/// A value that serializes one or more entities as a JSON:API document.
///
/// The document is a compound document: it includes the resources that the primary data refers to. Each is included
/// once, no matter how many references to it there are or whether they're circular. If two resources have the same type
/// and ID, the first one found is used.
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
    ///   - object: The entity, or `nil` for an empty to-one relationship, whose document contains `null`.
    ///   - topLevelLinks: The document's links, keyed by name, such as `self`.
    ///   - topLevelMeta: Other information about the document, which must serialize to an object.
    ///   - includingChildren: Whether to also include what the included resources refer to, at every depth.
    public init(
        _ object: T?, topLevelLinks: [String: JSONAPILink]? = nil, topLevelMeta: (any Serializable)? = nil,
        includingChildren: Bool = false
    ) {
        self.init(.one(object), topLevelLinks, topLevelMeta, includingChildren ? .all : .direct)
    }

    /// Creates a document of several entities.
    ///
    /// - Parameters:
    ///   - objects: The entities.
    ///   - topLevelLinks: The document's links, keyed by name, such as `next`.
    ///   - topLevelMeta: Other information about the document, which must serialize to an object.
    ///   - includingChildren: Whether to also include what the included resources refer to, at every depth.
    public init(
        _ objects: [T], topLevelLinks: [String: JSONAPILink]? = nil, topLevelMeta: (any Serializable)? = nil,
        includingChildren: Bool = false
    ) {
        self.init(.many(objects), topLevelLinks, topLevelMeta, includingChildren ? .all : .direct)
    }

    private init(
        _ primary: Primary, _ links: [String: JSONAPILink]?, _ meta: (any Serializable)?, _ inclusion: JSONAPIInclusion
    ) {
        self.primary = primary
        self.links = links ?? [:]
        self.meta = meta
        self.inclusion = inclusion
    }

    /// Returns the document with other resources included, as requested by the query parameter `include`.
    ///
    /// It has an `included` member even if that's empty (JSON:API 1.1, Inclusion of Related Resources).
    ///
    /// - Parameter paths: The names of relationships in the document, joined by dots, such as `comments.author`, which
    ///   also includes the comments. If a relationship doesn't exist, the document can't be serialized.
    /// - Returns: The document.
    public func including(_ paths: [String]) -> Self {
        var copy = self
        copy.inclusion = .paths(paths)
        return copy
    }

    /// Returns the document (JSON:API 1.1, Top Level).
    ///
    /// - Parameter keyTransformer: The function that transforms the names of attributes, of relationships and of
    ///   members of meta information. Names that the specification defines aren't transformed.
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

/// A type that serializes as a complete JSON:API document.
package protocol JSONAPIDocument: TypedDocument {}

extension JSONAPIDocument {
    /// The media type of JSON:API documents, `application/vnd.api+json`.
    package var mediaType: String { "application/vnd.api+json" }
}
