import Teapot

/// A type of the standard library, or of this module, that only holds other values.
protocol StandardContainer {
    /// The type of what it holds.
    static var elementType: Any.Type { get }
    /// How it holds it.
    static var form: StandardContainerForm { get }
    /// What it holds.
    var contents: StandardContents { get }
}

/// How a container holds its values.
enum StandardContainerForm {
    /// One or none.
    case single
    /// Any number of them.
    case many
    /// Any number of them, each by a key.
    case byKey
}

/// What a container holds.
enum StandardContents {
    /// Nothing, which a list and a dictionary show as `null`.
    case nothing
    /// Nothing, which is left out everywhere.
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
