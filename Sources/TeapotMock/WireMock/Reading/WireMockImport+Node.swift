import Teapot

extension WireMockImport {
    /// One value of a mapping file, and where it stands there.
    struct Node {
        let value: any Sendable
        /// Where, as a JSON pointer (RFC 6901).
        let pointer: String

        /// A member or an element.
        ///
        /// - Parameters:
        ///   - name: The member's name, or the element's number.
        ///   - value: What it is.
        /// - Returns: The value at its place.
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

        /// - Parameter value: What a JSON text was read as.
        init(_ value: any Sendable) {
            // A number could be cast to a truth value.
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

        /// Whether it says nothing, as what is written down for completeness' sake.
        var isEmpty: Bool {
            switch self {
            case .object(let members): members.isEmpty
            case .list(let elements): elements.isEmpty
            case .null: true
            case .text, .number, .flag: false
            }
        }

        /// What it is called in a message.
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

    /// A value as JSON text, as short as it can be.
    static func text(of value: any Sendable) -> String {
        (try? JSON.data(from: value, .sortedKeys)).map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
    }

    /// A string as it is, or what a number or a truth value is written as; `nil` for others.
    static func scalarText(of value: any Sendable) -> String? {
        switch Kind(value) {
        case .text(let text): text
        case .number, .flag: text(of: value)
        case .object, .list, .null: nil
        }
    }
}
