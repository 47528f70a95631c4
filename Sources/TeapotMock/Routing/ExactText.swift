import Teapot

/// Text compared scalar by scalar, as URLs are (RFC 3986 §6.2.1): Swift's `==` takes an `é` of one scalar and one of two
/// for the same.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool { left.text.isExactly(right.text) }

    // What is exactly the same has the same hash; the other way round it need not be.
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension String {
    /// Whether two texts are the same scalar by scalar.
    func isExactly(_ other: String) -> Bool { self == other && utf8.elementsEqual(other.utf8) }
}

extension [URLQueryItem] {
    /// Whether an item is among these, scalar by scalar.
    func containsExactly(_ item: URLQueryItem) -> Bool {
        contains { own in
            guard own.name.isExactly(item.name) else { return false }
            guard let value = own.value, let other = item.value else { return own.value == item.value }
            return value.isExactly(other)
        }
    }
}
