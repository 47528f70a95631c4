import Foundation

/// Checks the characters of an international label (IDNA 2008, RFC 5891 §5.4).
///
/// It doesn't check the direction of the characters (RFC 5893), or how Arabic letters join around U+200C.
enum InternationalLabel {
    /// Returns whether a label, decoded from its ASCII form, has only allowed characters in allowed places.
    static func isValid(_ label: [Unicode.Scalar]) -> Bool {
        let text = String(String.UnicodeScalarView(label))
        guard label.contains(where: { !$0.isASCII }),
            !text.dropFirst(2).hasPrefix("--"),
            text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(label)
        else { return false }
        return label.indices.allSatisfy { isAllowed(at: $0, in: label) }
    }

    /// The characters that are allowed or refused regardless of their properties (RFC 5892 §2.6).
    private static let allowed: Set<UInt32> = [0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007]
    private static let refused: Set<UInt32> = [
        0x640, 0x7FA, 0x302E, 0x302F, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303B,
    ]
    /// The blocks of scripts that a rule needs.
    private static let greek = [0x370...0x3FF, 0x1F00...0x1FFF]
    private static let hebrew = [0x590...0x5FF, 0xFB1D...0xFB4F]
    private static let japanese = [
        0x3005...0x3007, 0x3041...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF,
        0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF,
    ]
    private static let oldHangul = [0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF]

    /// Returns whether a character is allowed (RFC 5892 §3) in its place (appendix A).
    private static func isAllowed(at index: Int, in label: [Unicode.Scalar]) -> Bool {
        let scalar = label[index]
        let previous = index > 0 ? label[index - 1] : nil
        let next = index + 1 < label.count ? label[index + 1] : nil
        func has(_ range: ClosedRange<UInt32>) -> Bool { label.contains { range.contains($0.value) } }
        switch scalar.value {
        case 0x200C: return previous != nil && (isVirama(previous) || next != nil)
        case 0x200D: return isVirama(previous)
        case 0xB7: return previous == "l" && next == "l"
        case 0x375: return isIn(greek, next)
        case 0x5F3, 0x5F4: return isIn(hebrew, previous)
        case 0x30FB: return label.contains { isIn(japanese, $0) }
        case 0x660...0x669: return !has(0x6F0...0x6F9)
        case 0x6F0...0x6F9: return !has(0x660...0x669)
        case let value where allowed.contains(value) || scalar.isASCII: return true
        case let value where refused.contains(value): return false
        default: return isLetterOrDigit(scalar) && !isIn(oldHangul, scalar)
        }
    }

    /// Returns whether a character is a letter, a digit or a mark that normalization doesn't change.
    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        let kinds: Set<Unicode.GeneralCategory> = [
            .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .nonspacingMark, .spacingMark,
        ]
        let properties = scalar.properties
        return kinds.contains(properties.generalCategory) && !properties.isDefaultIgnorableCodePoint
    }

    private static func isIn(_ blocks: [ClosedRange<Int>], _ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        return blocks.contains { $0.contains(Int(scalar.value)) }
    }

    private static func isVirama(_ scalar: Unicode.Scalar?) -> Bool {
        scalar?.properties.canonicalCombiningClass == .virama
    }
}
