import Foundation

/// A JSON document whose top level is an object or a list.
///
/// Use ``dictionary`` and ``array`` to get the members or the elements:
///
///     let id = try JSON(parsing: data).dictionary?["id"] as? Int
///
/// A document that ``init(parsing:)`` has read contains these values:
///
/// | in the text | as a value |
/// |---|---|
/// | an object, a list | `[String: any Sendable]`, `[any Sendable]` |
/// | a string, `true`, `false` | `String`, `Bool` |
/// | `null` | `NSNull()` |
/// | a 64-bit whole number, also `1.0` and `1e3` | `NSNumber`; `as? Int` and `as? Double` return it if exact |
/// | any other number | `Double`, the nearest one; `as? Int` returns `nil` |
///
/// A document that you create in code, for example with a literal, may contain these values and all others that
/// ``data(_:)`` can write.
public enum JSON: Sendable {
    /// An object, as a dictionary of its members by name.
    case dictionary([String: any Sendable])
    /// A list of values.
    case array([any Sendable])

    /// The members if the document is an object, or `nil`.
    public var dictionary: [String: any Sendable]? { if case .dictionary(let members) = self { members } else { nil } }

    /// The elements if the document is a list, or `nil`.
    public var array: [any Sendable]? { if case .array(let elements) = self { elements } else { nil } }
}

extension JSON {
    /// The maximum depth of nested lists and objects, the same as Foundation's (RFC 8259 §9).
    package static let maximumDepth = 512

    /// The byte order mark in UTF-8.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The value for `null`.
    static let null = NSNull()

    /// Creates a document from a parsed value, or returns `nil` if it's a scalar.
    ///
    /// - Parameter value: A value that ``value(parsing:)`` returned, or a document.
    package init?(_ value: any Sendable) {
        switch value {
        case let members as [String: any Sendable]: self = .dictionary(members)
        case let elements as [any Sendable]: self = .array(elements)
        case let document as JSON: self = document
        default: return nil
        }
    }

    /// The dictionary or the array of the document.
    package var topLevel: any Sendable {
        switch self {
        case .dictionary(let members): members
        case .array(let elements): elements
        }
    }
}
