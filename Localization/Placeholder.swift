import Foundation

/// A type of argument that a placeholder of a format string requires.
///
/// `String(format:)` does not check its arguments: if an integer is passed for a `%@`, it dereferences the integer.
/// Sentences from other sources are therefore checked here first.
package enum Placeholder: Equatable, Sendable {
    /// An integer: `%d`, `%i` or `%u`, with flags, a width, or a length that can hold an `Int`.
    case integer
    /// An object: `%@`.
    case object
    /// Any other type, which no sentence of Teapot may use.
    case unsupported

    /// Creates the placeholder for an argument.
    ///
    /// - Parameter argument: The argument.
    package init(filledBy argument: any CVarArg) {
        if argument is any BinaryInteger {
            self = .integer
        } else if argument is String || argument is NSString {
            self = .object
        } else {
            self = .unsupported
        }
    }

    /// Returns the placeholders of a format string in the order of their arguments.
    ///
    /// - Parameter format: A sentence, in which `%%` is a percent sign and `%2$@` uses the second argument.
    /// - Returns: One placeholder for each argument, or `nil` if the format is malformed: a percent sign without a
    ///   conversion, both numbered and plain placeholders, or a number that is missing or used with two types.
    package static func all(in format: String) -> [Placeholder]? {
        var plain: [Placeholder] = []
        var numbered: [Int: Placeholder] = [:]
        // Scalars are compared instead of characters: a combining mark after a percent sign hides it from Swift, but
        // not from `String(format:)`.
        var rest = Substring(format).unicodeScalars
        while let percent = rest.firstIndex(of: "%") {
            rest = rest[percent...].dropFirst()
            if rest.first == "%" {
                rest.removeFirst()
                continue
            }
            guard let (placeholder, number) = readOne(from: &rest) else { return nil }
            if let number {
                guard numbered[number, default: placeholder] == placeholder else { return nil }
                numbered[number] = placeholder
            } else {
                plain.append(placeholder)
            }
        }
        guard !numbered.isEmpty else { return plain }
        let ordered = (1...numbered.count).compactMap { numbered[$0] }
        return plain.isEmpty && ordered.count == numbered.count ? ordered : nil
    }

    /// Fills in a format string whose placeholders are known to match the arguments.
    ///
    /// - Parameters:
    ///   - format: The sentence.
    ///   - arguments: One argument for each placeholder.
    /// - Returns: The sentence with its placeholders filled in.
    static func fill(_ format: String, with arguments: [any CVarArg]) -> String {
        arguments.isEmpty
            ? format.replacingOccurrences(of: "%%", with: "%")
            : String(format: format, arguments: arguments)
    }

    /// Reads a placeholder after its percent sign.
    private static func readOne(from rest: inout Substring.UnicodeScalarView) -> (Placeholder, number: Int?)? {
        var number: Int?
        let digits = rest.prefix(while: isDigit)
        if rest.dropFirst(digits.count).first == "$" {
            guard let value = Int(String(digits)) else { return nil }
            number = value
            rest = rest.dropFirst(digits.count + 1)
        }
        rest = rest.drop { "-+ #0'".unicodeScalars.contains($0) }
        // A width or precision of three digits could exhaust the memory. `*` would use an argument of its own.
        guard dropUpToTwoDigits(of: &rest) else { return nil }
        if rest.first == "." {
            rest.removeFirst()
            guard dropUpToTwoDigits(of: &rest) else { return nil }
        }
        // `h` and `hh` are not accepted, because they would truncate a status code to its low bits.
        let length = String(rest.prefix { "lqzjt".unicodeScalars.contains($0) })
        rest = rest.dropFirst(length.count)
        let holdsAnInt = ["", "l", "ll", "q", "z", "j", "t"].contains(length)
        guard let conversion = rest.popFirst() else { return nil }
        switch conversion {
        case "d", "i", "u": return (holdsAnInt ? .integer : .unsupported, number)
        case "@": return (length.isEmpty ? .object : .unsupported, number)
        default: return (.unsupported, number)
        }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func dropUpToTwoDigits(of rest: inout Substring.UnicodeScalarView) -> Bool {
        let digits = rest.prefix(while: isDigit)
        rest = rest.dropFirst(digits.count)
        return digits.count <= 2
    }
}
