/// The bytes that have a meaning in JSON or YAML (YAML 1.2.2 §5.3).
extension UInt8 {
    package static var tab: UInt8 { 0x09 }
    package static var newline: UInt8 { 0x0A }
    package static var space: UInt8 { 0x20 }
    package static var exclamation: UInt8 { 0x21 }
    package static var doubleQuote: UInt8 { 0x22 }
    package static var hash: UInt8 { 0x23 }
    package static var percent: UInt8 { 0x25 }
    package static var ampersand: UInt8 { 0x26 }
    package static var quote: UInt8 { 0x27 }
    package static var asterisk: UInt8 { 0x2A }
    package static var plus: UInt8 { 0x2B }
    package static var comma: UInt8 { 0x2C }
    package static var dash: UInt8 { 0x2D }
    package static var dot: UInt8 { 0x2E }
    package static var colon: UInt8 { 0x3A }
    package static var less: UInt8 { 0x3C }
    package static var greater: UInt8 { 0x3E }
    package static var question: UInt8 { 0x3F }
    package static var at: UInt8 { 0x40 }
    package static var openBracket: UInt8 { 0x5B }
    package static var backslash: UInt8 { 0x5C }
    package static var closeBracket: UInt8 { 0x5D }
    package static var backtick: UInt8 { 0x60 }
    package static var openBrace: UInt8 { 0x7B }
    package static var pipe: UInt8 { 0x7C }
    package static var closeBrace: UInt8 { 0x7D }

    /// Whether the byte is a space or a tab.
    package var isBlank: Bool { self == .space || self == .tab }

    /// Whether the byte ends a line or the text, which has zeros at its end.
    package var isEnd: Bool { self == .newline || self == 0 }

    /// Whether an indicator before this byte stands alone.
    package var isSeparator: Bool { isBlank || isEnd }

    /// Whether the byte is one of `,[]{}`.
    package var isFlowIndicator: Bool { [.comma, .openBracket, .closeBracket, .openBrace, .closeBrace].contains(self) }
}
