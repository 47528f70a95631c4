import TeapotMock
import TeapotMockDocuments

extension JSONTree {
    /// Whether the value is empty, as in members written only for completeness.
    var isEmpty: Bool {
        switch self {
        case .object(let members): members.isEmpty
        case .list(let elements): elements.isEmpty
        case .null: true
        case .string, .number, .bool: false
        }
    }

    /// The text of a string, or the JSON text of a number or a Boolean; `nil` for any other value.
    var scalarText: String? {
        switch self {
        case .string(let text): text
        case .number, .bool: json
        case .object, .list, .null: nil
        }
    }
}
