package import Foundation
import Teapot

/// Text that is compared scalar by scalar, like URLs (RFC 3986 §6.2.1).
///
/// Swift's `==` treats an `é` of one scalar and an `é` of two scalars as equal.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool { left.text.isExactly(right.text) }

    // Identical texts have the same hash. Texts with the same hash don't have to be identical.
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Returns whether two texts are identical, scalar by scalar.
extension String { package func isExactly(_ other: String) -> Bool { self == other && utf8.elementsEqual(other.utf8) } }

extension [URLQueryItem] {
    /// Returns whether the array contains a required item.
    ///
    /// An empty required value also matches an item without a value.
    func containsRequired(_ item: URLQueryItem) -> Bool {
        containsExactly(item) || item.value == "" && containsExactly(URLQueryItem(name: item.name, value: nil))
    }

    /// Returns whether the array contains an item, comparing scalar by scalar.
    package func containsExactly(_ item: URLQueryItem) -> Bool {
        contains { own in
            guard own.name.isExactly(item.name) else { return false }
            guard let value = own.value, let other = item.value else { return own.value == item.value }
            return value.isExactly(other)
        }
    }
}
