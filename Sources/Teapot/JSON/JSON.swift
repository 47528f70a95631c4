/// A JSON document whose top level is a dictionary or an array.
///
/// The two cases mirror what an API's routes return: most are known to be one or the other, and
/// ``dictionary`` and ``array`` unwrap that in one step.
public enum JSON: Sendable {
    /// An object, by member name.
    case dictionary([String: any Sendable])
    /// A list of values.
    case array([any Sendable])

    /// The members when the document is an object, else `nil`.
    public var dictionary: [String: any Sendable]? {
        if case .dictionary(let members) = self { members } else { nil }
    }

    /// The elements when the document is a list, else `nil`.
    public var array: [any Sendable]? {
        if case .array(let elements) = self { elements } else { nil }
    }
}
