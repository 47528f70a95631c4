import Foundation

/// A summary of a decoded value, to compare two decoded values.
struct Portrait: Equatable {
    /// The number of elements of all lists and sets.
    private(set) var elements = 0
    /// The number of values that aren't `nil`.
    private(set) var values = 0
    /// A hash of all values and their order.
    private(set) var fingerprint = 0

    /// The key sets of all nonempty dictionaries.
    private(set) var dictionaries: Set<Set<String>> = []

    private var hasher = Hasher()
    private var visited: Set<ObjectIdentifier> = []

    /// Creates the portrait of a value.
    ///
    /// - Parameter value: Any value. Each object is visited once, up to 200 levels deep.
    init(of value: Any) { self.init(of: value, depth: 0, within: []) }

    private init(of value: Any, depth: Int, within visited: Set<ObjectIdentifier>) {
        self.visited = visited
        add(value, depth: depth)
        fingerprint = hasher.finalize()
        self.visited = []
    }

    static func == (left: Self, right: Self) -> Bool {
        (left.elements, left.values, left.fingerprint) == (right.elements, right.values, right.fingerprint)
    }

    private mutating func add(_ value: Any, depth: Int) {
        guard depth < 200 else { return }
        if let leaf = Self.leaf(value) {
            values += 1
            return hasher.combine(leaf)
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            guard let content = mirror.children.first else { return hasher.combine(0) }
            return add(content.value, depth: depth + 1)
        case .set, .dictionary:
            // Their order is undefined, so add up the parts.
            if mirror.displayStyle == .set {
                elements += mirror.children.count
            } else if !mirror.children.isEmpty {
                dictionaries.insert(Set(mirror.children.compactMap(Self.key)))
            }
            var sum = 0
            for child in mirror.children {
                let portrait = Portrait(of: child.value, depth: depth + 1, within: visited)
                elements += portrait.elements
                values += portrait.values
                sum &+= portrait.fingerprint
                dictionaries.formUnion(portrait.dictionaries)
            }
            return hasher.combine(sum)
        case .collection: elements += mirror.children.count
        case .class:
            let object = ObjectIdentifier(value as AnyObject)
            guard visited.insert(object).inserted else { return }
        default: break
        }
        if mirror.children.isEmpty, mirror.superclassMirror == nil, mirror.displayStyle != .collection {
            values += 1
            return hasher.combine(String(describing: value))
        }
        var next: Mirror? = mirror
        while let current = next {
            for child in current.children {
                hasher.combine(child.label)
                add(child.value, depth: depth + 1)
            }
            next = current.superclassMirror
        }
    }

    /// Returns the key of a pair of a dictionary.
    private static func key(_ pair: Mirror.Child) -> String? {
        Mirror(reflecting: pair.value).children.first.map { String(describing: $0.value) }
    }

    /// Returns a value if it has no parts of interest.
    private static func leaf(_ value: Any) -> AnyHashable? {
        switch value {
        case let value as String: value
        case let value as Int: value
        case let value as Double: value
        case let value as Bool: value
        case let value as Date: value
        case let value as URL: value
        case let value as UUID: value
        case let value as Decimal: value
        case let value as Data: value
        case let value as any BinaryInteger: AnyHashable("\(value)")
        case let value as any BinaryFloatingPoint: AnyHashable("\(value)")
        default: nil
        }
    }
}
