import Teapot

/// A type from the standard library or this module that does nothing but contain other values.
package protocol StandardContainer {
    /// The type of the contained values.
    static var elementType: Any.Type { get }
    /// The form of the container.
    static var form: StandardContainerForm { get }
    /// The contents.
    var contents: StandardContents { get }
}

/// The way a container stores its values.
package enum StandardContainerForm {
    /// One value, or none.
    case single
    /// Any number of values.
    case many
    /// Any number of values, each with a key.
    case byKey
}

/// The contents of a container.
package enum StandardContents {
    /// No value, which becomes `null` in a list and in a dictionary.
    case nothing
    /// No value, which is omitted everywhere.
    case omitted
    /// An explicit `null`.
    case null
    /// One value.
    case value(Any)
    /// Values in order.
    case list([Any])
    /// Values in no particular order.
    case unordered([Any])
    /// Values with keys.
    case members([(key: AnyHashable, value: Any)])
}

extension Optional: StandardContainer {
    package static var elementType: Any.Type { Wrapped.self }
    package static var form: StandardContainerForm { .single }
    package var contents: StandardContents { map { .value($0) } ?? .nothing }
}

extension Array: StandardContainer {
    package static var elementType: Any.Type { Element.self }
    package static var form: StandardContainerForm { .many }
    package var contents: StandardContents { .list(self) }
}

extension ArraySlice: StandardContainer {
    package static var elementType: Any.Type { Element.self }
    package static var form: StandardContainerForm { .many }
    package var contents: StandardContents { .list(Array(self)) }
}

extension Set: StandardContainer {
    package static var elementType: Any.Type { Element.self }
    package static var form: StandardContainerForm { .many }
    package var contents: StandardContents { .unordered(Array(self)) }
}

extension Dictionary: StandardContainer {
    package static var elementType: Any.Type { Value.self }
    package static var form: StandardContainerForm { .byKey }
    package var contents: StandardContents { .members(map { (AnyHashable($0.key), $0.value) }) }
}
