import Foundation

/// What one argument of a format string must be.
///
/// `String(format:)` believes its format: a `%@` where an integer was passed dereferences the integer. So a sentence
/// that someone else wrote is read here first.
package enum Placeholder: Equatable, Sendable {
    /// `%d`, `%i` or `%u`, with flags, width or a length that holds an `Int`.
    case integer
    /// `%@`.
    case object
    /// Anything else, which no sentence of ours may ask for.
    case unsupported

    /// The placeholder that an argument fills.
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

    /// The placeholders of a format string in the order of the arguments they take.
    ///
    /// - Parameter format: A sentence, in which `%%` is a percent sign and `%2$@` takes the second argument.
    /// - Returns: One placeholder an argument, or `nil` if the format is malformed: a percent sign that begins nothing,
    ///   numbered placeholders beside plain ones, a number left out or taken in two ways.
    package static func all(in format: String) -> [Placeholder]? {
        var plain: [Placeholder] = []
        var numbered: [Int: Placeholder] = [:]
        // Scalars, not characters: a mark that joins a percent sign hides it from Swift, but not from `String(format:)`.
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

    /// Fills a format string whose placeholders are known to fit.
    ///
    /// - Parameters:
    ///   - format: The sentence.
    ///   - arguments: One argument a placeholder.
    /// - Returns: The sentence filled in.
    static func fill(_ format: String, with arguments: [any CVarArg]) -> String {
        arguments.isEmpty
            ? format.replacingOccurrences(of: "%%", with: "%")
            : String(format: format, arguments: arguments)
    }

    /// Reads what follows a percent sign.
    private static func readOne(from rest: inout Substring.UnicodeScalarView) -> (Placeholder, number: Int?)? {
        var number: Int?
        let digits = rest.prefix(while: isDigit)
        if rest.dropFirst(digits.count).first == "$" {
            guard let value = Int(String(digits)) else { return nil }
            number = value
            rest = rest.dropFirst(digits.count + 1)
        }
        rest = rest.drop { "-+ #0'".unicodeScalars.contains($0) }
        // A width or precision of three digits could fill the memory; `*` would take an argument of its own.
        guard dropUpToTwoDigits(of: &rest) else { return nil }
        if rest.first == "." {
            rest.removeFirst()
            guard dropUpToTwoDigits(of: &rest) else { return nil }
        }
        // `h` and `hh` are left out: they would cut a status code down to its low bits.
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
