/// A type whose values become JSON by reflection; the protocol has no requirements.
///
/// A value becomes an object with a member for each of its stored properties, including those of its superclasses:
///
/// | Property | Result |
/// |---|---|
/// | a string, a number, a Boolean | itself; a number that isn't finite is an error |
/// | `nil` | nothing (its member is omitted); in a list or a dictionary, `null` |
/// | a `PropertyPolicy` | nothing, `null` or its value |
/// | an array, a set | a list; the elements of a set are sorted |
/// | a dictionary with keys that are strings or integers, or have such raw values | an object |
/// | ``CustomSerializable`` | the JSON that it provides |
/// | `Encodable`, such as `Date`, `URL`, `UUID`, `Decimal` | its encoding by a `JSONEncoder`, with dates in ISO 8601 |
/// | raw-representable, such as an `enum` of strings | its raw value |
/// | another `enum` | the name of its case; with values, `{"name": values}` |
/// | a tuple | a list, or an object if it has labels |
/// | `Serializable` | an object, by reflection |
///
/// The first matching row applies, even to the value itself: a type that is both `Serializable` and `Encodable` is
/// encoded as an `Encodable`, because that's the form that its decoder expects.
///
/// No other value can be represented in JSON, nor can an object that contains itself, or more than 100 levels of
/// nesting. A response with such a value fails with the path to the value, such as `users[2].score`.
public protocol Serializable {}

/// A function that turns the name of a property or a member into the name of an object's member.
public typealias KeyTransformer = (String) -> String

extension Serializable {
    /// Returns the value as JSON: a scalar, an `[any Sendable]`, a `[String: any Sendable]` or `NSNull`.
    ///
    /// Routes call this for the result of a handler. A value that can't be represented in JSON isn't omitted. It's
    /// replaced with a placeholder that states the reason, and writing the JSON fails.
    ///
    /// - Parameter keyTransformer: The function that transforms the members' names at every level, or `nil` to keep
    ///   them.
    /// - Returns: The JSON, or `nil` for no value, such as a `nil` or `PropertyPolicy.none`.
    public func serialized(transformingKeys keyTransformer: KeyTransformer? = nil) -> (any Sendable)? {
        Serializer(keyTransformer).serialize(self).value
    }
}
