package import Foundation
import Teapot

/// Text that is compared scalar by scalar, as URLs are (RFC 3986 §6.2.1).
///
/// Swift's `==` considers an `é` of one scalar and an `é` of two scalars equal.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool { left.text.isExactly(right.text) }

    // Texts that are exactly equal have the same hash. Texts with the same hash need not be exactly equal.
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension String {
    /// Returns whether two texts are equal scalar by scalar.
    package func isExactly(_ other: String) -> Bool { self == other && utf8.elementsEqual(other.utf8) }
}

extension [URLQueryItem] {
    /// Returns whether the list contains an item that a rule requires: an empty value is also that of an item without a
    /// value.
    func containsRequired(_ item: URLQueryItem) -> Bool {
        containsExactly(item) || item.value == "" && containsExactly(URLQueryItem(name: item.name, value: nil))
    }

    /// Returns whether the list contains an item, compared scalar by scalar.
    package func containsExactly(_ item: URLQueryItem) -> Bool {
        contains { own in
            guard own.name.isExactly(item.name) else { return false }
            guard let value = own.value, let other = item.value else { return own.value == item.value }
            return value.isExactly(other)
        }
    }
}
