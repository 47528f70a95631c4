import Teapot
import TeapotMock

extension WireMockImport {
    /// A value of a mapping file with its place.
    struct Node {
        let value: any Sendable
        /// The place, as a JSON Pointer (RFC 6901).
        let pointer: String

        /// Returns the node of a member or an element.
        ///
        /// - Parameters:
        ///   - name: The member's name, or the element's index.
        ///   - value: The value.
        /// - Returns: The value with its place.
        func child(_ name: String, _ value: any Sendable) -> Node {
            Node(value: value, pointer: pointer + "/" + JSONPointer.escaped(name))
        }
    }

    /// A JSON value by its kind.
    enum Kind {
        case object([String: any Sendable])
        case list([any Sendable])
        case text(String)
        case number(Double)
        case flag(Bool)
        case null

        /// Creates the kind of a value.
        ///
        /// - Parameter value: A parsed JSON value.
        init(_ value: any Sendable) {
            // The type is compared because a number could be cast to a Bool.
            if type(of: value) == Bool.self, let flag = value as? Bool {
                self = .flag(flag)
                return
            }
            switch value {
            case let text as String: self = .text(text)
            case let members as [String: any Sendable]: self = .object(members)
            case let elements as [any Sendable]: self = .list(elements)
            case let number as Double: self = .number(number)
            case let number as NSNumber: self = .number(number.doubleValue)
            default: self = .null
            }
        }

        /// A Boolean value that indicates whether the value is empty, as members written only for completeness are.
        var isEmpty: Bool {
            switch self {
            case .object(let members): members.isEmpty
            case .list(let elements): elements.isEmpty
            case .null: true
            case .text, .number, .flag: false
            }
        }

        /// The name of the kind in messages.
        var name: String {
            switch self {
            case .object: "an object"
            case .list: "a list"
            case .text: "a string"
            case .number: "a number"
            case .flag: "a boolean"
            case .null: "null"
            }
        }
    }

    /// Returns a value as compact JSON text.
    static func text(of value: any Sendable) -> String {
        (try? JSON.data(from: value, .sortedKeys)).map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
    }

    /// Returns a string as it is, or the JSON text of a number or a Boolean; `nil` for others.
    static func scalarText(of value: any Sendable) -> String? {
        switch Kind(value) {
        case .text(let text): text
        case .number, .flag: text(of: value)
        case .object, .list, .null: nil
        }
    }
}
