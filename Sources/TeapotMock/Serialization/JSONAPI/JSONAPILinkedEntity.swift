/// An entity that brings links and meta information along.
///
/// Stored properties of these names are no attributes.
public protocol JSONAPILinkedEntity {
    /// The resource's links by name, such as `self`.
    var links: [String: JSONAPILink]? { get }
    /// The links of its relationships: by the name of the relationship's property, then by that of the link.
    ///
    /// One that names no property makes a relationship that has links alone.
    var relationshipsLinks: [String: [String: JSONAPILink]]? { get }
    /// What else there is to say about the resource; it must become an object.
    var meta: (any Serializable & Sendable)? { get }
}

extension JSONAPILinkedEntity {
    /// No links.
    public var links: [String: JSONAPILink]? { nil }
    /// No links of relationships.
    public var relationshipsLinks: [String: [String: JSONAPILink]]? { nil }
    /// No meta information.
    public var meta: (any Serializable & Sendable)? { nil }
}
