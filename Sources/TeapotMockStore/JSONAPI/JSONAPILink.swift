import Foundation
import Teapot
public import TeapotMock

/// A link of a JSON:API document: a URL, or an object with a URL and a description (JSON:API 1.1, Links).
public struct JSONAPILink: CustomSerializable, Sendable, ExpressibleByStringLiteral {
    private enum Form: Sendable {
        case none
        case simple(String)
        case object([String: any Serializable & Sendable], meta: (any Serializable & Sendable)?)
    }

    private let form: Form

    /// A link that doesn't exist: `null`.
    public static let null = Self(form: .none)

    /// Returns a link that is only a URL.
    ///
    /// - Parameter value: The URL, absolute or relative (RFC 3986 §4.1).
    /// - Returns: The link.
    public static func simple(value: String) -> Self { Self(form: .simple(value)) }

    /// Returns a link that is an object.
    ///
    /// - Parameters:
    ///   - href: The URL, absolute or relative (RFC 3986 §4.1).
    ///   - rel: The link's relation type (RFC 8288 §2.1), or `nil` if the name of the link is the relation type.
    ///   - describedby: A link to a description of the target, such as its schema.
    ///   - title: A label for people.
    ///   - type: The target's media type.
    ///   - hreflang: The target's languages (RFC 5646).
    ///   - meta: Other information about the link, which must serialize to an object.
    /// - Returns: The link.
    public static func object(
        href: String, rel: String? = nil, describedby: JSONAPILink? = nil, title: String? = nil, type: String? = nil,
        hreflang: [String] = [], meta: (any Serializable & Sendable)? = nil
    ) -> Self {
        var members: [String: any Serializable & Sendable] = ["href": href]
        members["rel"] = rel
        members["describedby"] = describedby
        members["title"] = title
        members["type"] = type
        if hreflang.count > 1 { members["hreflang"] = hreflang } else { members["hreflang"] = hreflang.first }
        return Self(form: .object(members, meta: meta))
    }

    /// Creates a link that is only a URL.
    ///
    /// - Parameter value: The URL.
    public init(stringLiteral value: String) { form = .simple(value) }

    private init(form: Form) { self.form = form }

    /// Returns the link as JSON; only names within its meta information are transformed.
    ///
    /// - Parameter keyTransformer: The function that transforms the members' names.
    /// - Returns: A string, an object or `null`.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        let serializer = Serializer(keyTransformer)
        switch form {
        case .none: return NSNull()
        case .simple(let value): return value
        case .object(let members, let meta):
            var object = members.compactMapValues { $0.serialized() }
            object["meta"] = meta.flatMap { serializer.meta($0) }
            return object
        }
    }
}

extension Serializer {
    /// Returns a meta object (JSON:API 1.1, Meta Information).
    func meta(_ value: any Serializable) -> (any Sendable)? {
        guard let json = serialize(value).value else { return nil }
        if json is [String: any Sendable] || json is Unserializable { return json }
        return Unserializable(reason: "meta information must be an object (JSON:API 1.1, Meta Information)")
    }

    /// Returns a links object; the names of links come from the specification and aren't transformed.
    func links(_ links: [String: JSONAPILink]) -> [String: any Sendable] {
        links.compactMapValues { serialize($0).value }
    }
}
