import Foundation
import Teapot

/// A place in a JSON document (RFC 6901).
package struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    /// The pointer's text, such as `/0/price`, or an empty string for the whole document.
    package let description: String

    /// Creates a pointer to the whole document.
    package init() { description = "" }

    /// Creates a pointer from its text.
    package init(description: String) { self.description = description }

    /// Returns the pointer to a member.
    package func member(_ name: String) -> JSONPointer {
        JSONPointer(description: description + "/" + Self.escaped(name))
    }

    /// Returns the pointer to an element.
    package func element(_ index: Int) -> JSONPointer { JSONPointer(description: "\(description)/\(index)") }

    /// The names and indices of the path, unescaped.
    package var tokens: [String] { Self.tokens(of: description) }

    /// Returns a name escaped for a pointer (RFC 6901 §3).
    package static func escaped(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
        return name.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")
    }

    /// Returns the parts of a pointer, unescaped (RFC 6901 §4).
    package static func tokens(of pointer: some StringProtocol) -> [String] {
        pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { token in
            guard token.utf8.contains(UInt8(ascii: "~")) else { return String(token) }
            return token.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
        }
    }
}

extension JSONPointer {
    /// Returns whether one place comes before another in a report, which lists elements by index and members by name.
    package static func isOrdered(_ left: [String], _ right: [String]) -> Bool {
        for (left, right) in zip(left, right) where left != right {
            if let left = Int(left), let right = Int(right) { return left < right }
            return left < right
        }
        return left.count < right.count
    }
}
