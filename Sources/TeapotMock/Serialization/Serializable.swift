/// A type whose values become JSON by reflection; it has no requirements.
///
/// A value becomes an object with a member for each of its stored properties, those of its superclasses included:
///
/// | a property that is | becomes |
/// |---|---|
/// | a string, a number, a boolean | itself; a number that is not finite is refused |
/// | `nil` | nothing: its member is left out; in a list or a dictionary `null` |
/// | a ``PropertyPolicy`` | nothing, `null` or its value |
/// | an array, a set | a list, a set's in order |
/// | a dictionary with keys that are strings or integers, or have such raw values | an object |
/// | ``CustomSerializable`` | what it says |
/// | `Encodable`, such as `Date`, `URL`, `UUID`, `Decimal` | its encoding, as a `JSONEncoder` with its defaults has it |
/// | raw-representable, such as an `enum` of strings | its raw value |
/// | another `enum` | its case's name; with values `{"name": values}` |
/// | a tuple | a list, or an object if it has labels |
/// | `Serializable` | an object, by reflection |
///
/// The table is read from its top, and counts for the value itself too: a type that is `Serializable` and `Encodable`
/// becomes its encoding, because that is what its decoding expects.
///
/// Anything else can't be said in JSON, nor can an object that refers back to one around it, or more than 100 levels of
/// nesting. A response that holds such a value is refused, with the path to it, such as `users[2].score`.
public protocol Serializable {}

/// Makes an object's member name of a property's name or of another member's name.
public typealias KeyTransformer = (String) -> String

extension Serializable {
    /// The value as JSON: a scalar, an `[any Sendable]`, a `[String: any Sendable]` or `NSNull`.
    ///
    /// Routes do this by themselves with what a handler returns. What can't be said in JSON is not left out: a value
    /// that tells why stands in its place, and writing the JSON fails.
    ///
    /// - Parameter keyTransformer: What makes the members' names, at every level; `nil` leaves them as they are.
    /// - Returns: The JSON, or `nil` for nothing at all, such as a `nil` or ``PropertyPolicy/none``.
    public func serialized(transformingKeys keyTransformer: KeyTransformer? = nil) -> (any Sendable)? {
        Serializer(keyTransformer).outcome(of: self).value
    }
}
