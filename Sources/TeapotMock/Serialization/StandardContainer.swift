import Teapot

/// A type of the standard library, or of this module, that only contains other values.
protocol StandardContainer {
    /// The type of the contained values.
    static var elementType: Any.Type { get }
    /// The form of the container.
    static var form: StandardContainerForm { get }
    /// The contents.
    var contents: StandardContents { get }
}

/// The form in which a container stores its values.
enum StandardContainerForm {
    /// One value or none.
    case single
    /// Any number of values.
    case many
    /// Any number of values, each with a key.
    case byKey
}

/// The contents of a container.
enum StandardContents {
    /// No value; `null` in a list and in a dictionary.
    case nothing
    /// No value; left out everywhere.
    case omitted
    /// An explicit `null`.
    case null
    /// One value.
    case value(Any)
    /// Values in order.
    case list([Any])
    /// Values in no particular order.
    case unordered([Any])
    /// Values by key.
    case members([(key: AnyHashable, value: Any)])
}

extension Optional: StandardContainer {
    static var elementType: Any.Type { Wrapped.self }
    static var form: StandardContainerForm { .single }
    var contents: StandardContents { map { .value($0) } ?? .nothing }
}

extension Array: StandardContainer {
    static var elementType: Any.Type { Element.self }
    static var form: StandardContainerForm { .many }
    var contents: StandardContents { .list(self) }
}

extension ArraySlice: StandardContainer {
    static var elementType: Any.Type { Element.self }
    static var form: StandardContainerForm { .many }
    var contents: StandardContents { .list(Array(self)) }
}

extension Set: StandardContainer {
    static var elementType: Any.Type { Element.self }
    static var form: StandardContainerForm { .many }
    var contents: StandardContents { .unordered(Array(self)) }
}

extension Dictionary: StandardContainer {
    static var elementType: Any.Type { Value.self }
    static var form: StandardContainerForm { .byKey }
    var contents: StandardContents { .members(map { (AnyHashable($0.key), $0.value) }) }
}

extension PropertyPolicy: StandardContainer {
    static var elementType: Any.Type { Wrapped.self }
    static var form: StandardContainerForm { .single }
    var contents: StandardContents {
        switch self {
        case .none: .omitted
        case .null: .null
        case .some(let wrapped): .value(wrapped)
        }
    }
}
