import Foundation

/// A JSON document whose top level is a dictionary or an array.
///
/// The two cases mirror what an API's routes return: most are known to be one or the other, and
/// ``dictionary`` and ``array`` unwrap that in one step.
///
/// What stands in it when it was read by ``init(parsing:)``:
///
/// | in the text | as a value |
/// |---|---|
/// | an object, a list | `[String: any Sendable]`, `[any Sendable]` |
/// | a string, `true`, `false` | `String`, `Bool` |
/// | `null` | `NSNull()` |
/// | a whole number, also `1.0` and `1e3` | `NSNumber`: `as? Int` and `as? Double` give it wherever it fits exactly |
/// | any other number | `Double`, the one nearest to it |
///
/// A document of your own may hold these and whatever else ``data(_:)`` can write.
public enum JSON: Sendable {
    /// An object, by member name.
    case dictionary([String: any Sendable])
    /// A list of values.
    case array([any Sendable])

    /// The members when the document is an object, else `nil`.
    public var dictionary: [String: any Sendable]? { if case .dictionary(let members) = self { members } else { nil } }

    /// The elements when the document is a list, else `nil`.
    public var array: [any Sendable]? { if case .array(let elements) = self { elements } else { nil } }
}

extension JSON {
    /// How many lists and objects may stand inside one another, reading and writing.
    ///
    /// RFC 8259 §9 lets a reader set such a limit. It is Foundation's, and keeps recursion over a hostile text short.
    static let maximumDepth = 512

    /// What UTF-8 makes of a byte order mark.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// `null` as a value.
    static let null = NSNull()

    /// Creates a document from a value that was read, or returns `nil` when it is a scalar.
    ///
    /// - Parameter value: What ``value(parsing:)`` gave, or a document.
    package init?(_ value: any Sendable) {
        switch value {
        case let members as [String: any Sendable]: self = .dictionary(members)
        case let elements as [any Sendable]: self = .array(elements)
        case let document as JSON: self = document
        default: return nil
        }
    }

    /// The dictionary or array itself, whichever the document is.
    var topLevel: any Sendable {
        switch self {
        case .dictionary(let members): members
        case .array(let elements): elements
        }
    }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Creates an object from its members; of two with the same name the last stays.
    ///
    /// - Parameter elements: The members, each a name and a value.
    public init(dictionaryLiteral elements: (String, any Sendable)...) {
        self = .dictionary(Dictionary(elements) { _, last in last })
    }

    /// Creates a list from its values.
    ///
    /// - Parameter elements: The values.
    public init(arrayLiteral elements: any Sendable...) { self = .array(elements) }
}
