/// The bytes that have a meaning in YAML (YAML 1.2.2 §5.3).
extension UInt8 {
    static var tab: UInt8 { 0x09 }
    static var newline: UInt8 { 0x0A }
    static var space: UInt8 { 0x20 }
    static var exclamation: UInt8 { 0x21 }
    static var doubleQuote: UInt8 { 0x22 }
    static var hash: UInt8 { 0x23 }
    static var percent: UInt8 { 0x25 }
    static var ampersand: UInt8 { 0x26 }
    static var quote: UInt8 { 0x27 }
    static var asterisk: UInt8 { 0x2A }
    static var plus: UInt8 { 0x2B }
    static var comma: UInt8 { 0x2C }
    static var dash: UInt8 { 0x2D }
    static var dot: UInt8 { 0x2E }
    static var colon: UInt8 { 0x3A }
    static var less: UInt8 { 0x3C }
    static var greater: UInt8 { 0x3E }
    static var question: UInt8 { 0x3F }
    static var at: UInt8 { 0x40 }
    static var openBracket: UInt8 { 0x5B }
    static var backslash: UInt8 { 0x5C }
    static var closeBracket: UInt8 { 0x5D }
    static var backtick: UInt8 { 0x60 }
    static var openBrace: UInt8 { 0x7B }
    static var pipe: UInt8 { 0x7C }
    static var closeBrace: UInt8 { 0x7D }

    /// Whether the byte is a space or a tab.
    var isBlank: Bool { self == .space || self == .tab }

    /// Whether the byte ends a line or the text, which has zeros at its end.
    var isEnd: Bool { self == .newline || self == 0 }

    /// Whether an indicator before this byte stands alone.
    var isSeparator: Bool { isBlank || isEnd }

    /// Whether the byte is one of `,[]{}`.
    var isFlowIndicator: Bool {
        switch self {
        case .comma, .openBracket, .closeBracket, .openBrace, .closeBrace: true
        default: false
        }
    }
}
