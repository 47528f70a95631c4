import Teapot

/// A formatter of JSON text into lines, which keeps members and numbers as they were sent: neither sorted nor rounded.
struct JSONLayout {
    private let bytes: [UInt8]
    private let paint: (String, Paint) -> String
    private var index = 0
    private var text = ""

    /// Returns a text formatted in lines.
    ///
    /// - Parameters:
    ///   - data: Valid JSON text.
    ///   - paint: A closure that colors a word.
    /// - Returns: The lines, without the last line feed.
    static func text(of data: Data, _ paint: @escaping (String, Paint) -> String) -> String {
        var layout = JSONLayout(bytes: Array(data), paint: paint)
        layout.skipSpace()
        layout.value(depth: 0)
        return layout.text
    }

    private init(bytes: [UInt8], paint: @escaping (String, Paint) -> String) {
        // A byte order mark is not part of the text (RFC 8259 §8.1).
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        self.paint = paint
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    /// Formats a value; the parser has limited its nesting.
    private mutating func value(depth: Int) {
        switch next {
        case UInt8(ascii: "{"): container("{", "}", depth: depth, hasNames: true)
        case UInt8(ascii: "["): container("[", "]", depth: depth, hasNames: false)
        case UInt8(ascii: "\""): text += paint(string(), .green)
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): text += paint(word(), .magenta)
        default: text += paint(word(), .yellow)
        }
    }

    private mutating func container(_ open: String, _ close: String, depth: Int, hasNames: Bool) {
        text += open
        index += 1
        skipSpace()
        var isEmpty = true
        while let byte = next, byte != close.utf8.first {
            if byte == UInt8(ascii: ",") {
                text += ","
                index += 1
                skipSpace()
                continue
            }
            isEmpty = false
            breakLine(depth + 1)
            if hasNames {
                text += paint(string(), .cyan) + ": "
                skipSpace()
                index += 1
                skipSpace()
            }
            value(depth: depth + 1)
            skipSpace()
        }
        index += 1
        if !isEmpty { breakLine(depth) }
        text += close
    }

    private mutating func breakLine(_ depth: Int) { text += "\n" + String(repeating: "  ", count: depth) }

    private mutating func string() -> String {
        let start = index
        index += 1
        while let byte = next, byte != UInt8(ascii: "\"") { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
        index += 1
        return shown(start)
    }

    /// Reads a number, `true`, `false` or `null`.
    private mutating func word() -> String {
        let start = index
        while let byte = next, !",]} \n\r\t".utf8.contains(byte) { index += 1 }
        return shown(start)
    }

    private func shown(_ start: Int) -> String {
        var shown = ""
        for scalar in String(decoding: bytes[start..<min(index, bytes.count)], as: UTF8.self).unicodeScalars {
            // Control characters are written as JSON escapes.
            if scalar.isObeyed || scalar.value < 0x20 {
                shown += String(format: "\\u%04x", scalar.value)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
