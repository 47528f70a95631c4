public import TeapotMock

/// An entity with links and meta information.
///
/// Stored properties with these names aren't attributes.
public protocol JSONAPILinkedEntity {
    /// The resource's links, keyed by name, such as `self`.
    var links: [String: JSONAPILink]? { get }
    /// The links of its relationships, keyed by property name and then by link name.
    ///
    /// A name that no property has creates a relationship with only links.
    var relationshipsLinks: [String: [String: JSONAPILink]]? { get }
    /// Other information about the resource, which must serialize to an object.
    var meta: (any Serializable & Sendable)? { get }
}

extension JSONAPILinkedEntity {
    /// The default: no links.
    public var links: [String: JSONAPILink]? { nil }
    /// The default: no links of relationships.
    public var relationshipsLinks: [String: [String: JSONAPILink]]? { nil }
    /// The default: no meta information.
    public var meta: (any Serializable & Sendable)? { nil }
}
