import Teapot

/// A JSON value whose kinds are told apart without a cast, for what walks over values that it does not know.
///
/// The reader lets at most 512 levels through, so that recursion over a tree ends early.
enum JSONTree: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case list([JSONTree])
    case object([String: JSONTree])

    /// What kind of value it is.
    enum Kind: Int, Sendable, Hashable {
        case null, bool, number, string, list, object
    }

    var kind: Kind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .string: .string
        case .list: .list
        case .object: .object
        }
    }

    /// The members when it is an object, else `nil`.
    var members: [String: JSONTree]? { if case .object(let members) = self { members } else { nil } }

    /// The elements when it is a list, else `nil`.
    var elements: [JSONTree]? { if case .list(let elements) = self { elements } else { nil } }

    /// The text when it is a string, else `nil`.
    var text: String? { if case .string(let text) = self { text } else { nil } }

    /// Whether it is true or false; `nil` when it is neither.
    var truth: Bool? { if case .bool(let truth) = self { truth } else { nil } }

    /// The number when it is one, else `nil`.
    var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }

    /// The number when it is a whole one that can count things, else `nil`.
    var count: Int? { if case .number(.integer(let count)) = self, count >= 0 { count } else { nil } }

    /// A member of an object.
    subscript(name: String) -> JSONTree? { members?[name] }
}

extension JSONTree {
    /// Reads a text, also one that is a lone string, number, boolean or `null`.
    ///
    /// - Parameter data: The text's bytes.
    /// - Throws: Where it stops being JSON.
    init(parsing data: Data) throws(JSON.ParsingError) {
        self.init(try JSON.value(parsing: data))
    }

    /// The tree of a value that was read.
    init(_ value: any Sendable) {
        if type(of: value) == Bool.self, let truth = value as? Bool {
            self = .bool(truth)
        } else if type(of: value) == Double.self, let real = value as? Double {
            self = .number(JSONNumber(real))
        } else {
            switch value {
            case let text as String: self = .string(text)
            case let members as [String: any Sendable]: self = .object(members.mapValues { JSONTree($0) })
            case let elements as [any Sendable]: self = .list(elements.map { JSONTree($0) })
            case let number as NSNumber: self = .number(JSONNumber(number))
            default: self = .null
            }
        }
    }
}

extension JSONTree: Hashable {
    /// Whether two values are the same: numbers by value, strings by Unicode scalars (RFC 8259 §8.3).
    static func == (left: JSONTree, right: JSONTree) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.list(let left), .list(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Hashes what two values have in common that are the same.
    func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        switch self {
        case .null: break
        case .bool(let truth): hasher.combine(truth)
        case .number(let number): hasher.combine(number)
        case .string(let text): hasher.combine(text)
        case .list(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members)
        }
    }
}
