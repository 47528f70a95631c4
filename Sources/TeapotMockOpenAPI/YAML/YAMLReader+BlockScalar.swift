import TeapotMockDocuments

extension YAMLReader {
    /// Reads a literal or a folded block scalar (YAML 1.2.2 §8.1).
    mutating func blockScalar(in parent: Int) throws(ParsingError) -> String {
        let isFolded = bytes[at] == .greater
        var (indent, chomping) = try header(parent)
        var (text, breaks, widest) = ([UInt8](), 0, 0)
        var (hasText, isEnded, wasBlank) = (false, false, false)
        // Each turn begins at the break before a line.
        while bytes[at] == .newline {
            let line = at + 1
            var next = line
            while bytes[next] == .space && next - line < indent ?? .max { next += 1 }
            let spaces = next - line
            if bytes[next] == .newline || bytes[next] == 0 && spaces > 0 {
                if indent == nil { widest = max(widest, spaces) }
                (at, lineStart, breaks) = (next, line, breaks + 1)
                continue
            }
            if bytes[next] == 0 || isMarker(line) { break }
            if spaces < indent ?? (parent + 1) {
                at = next
                lineStart = line
                if bytes[next] == .tab { throw tabError() }
                break
            }
            if widest > spaces && indent == nil {
                at = next
                throw unexpected("an indent of \(widest) spaces, as in the empty lines above,")
            }
            indent = spaces
            let isBlank = bytes[next].isBlank
            if hasText && isFolded && !isBlank && !wasBlank {
                appendBreaks(breaks + 1, to: &text)
            } else {
                text += repeatElement(.newline, count: hasText ? breaks + 1 : breaks)
            }
            (at, lineStart, breaks, hasText, wasBlank) = (next, line, 0, true, isBlank)
            while bytes[at].isBlank { at += 1 }
            // A line of spaces at the end of the text counts as a line, even without a line break.
            isEnded = bytes[at].isEnd
            while !bytes[at].isEnd { at += 1 }
            text += bytes[next..<at]
            isEnded = isEnded || bytes[at] == .newline
        }
        if chomping == .plus { breaks += isEnded ? 1 : 0 } else { breaks = isEnded && chomping == nil ? 1 : 0 }
        text += repeatElement(.newline, count: breaks)
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads the line that begins a block scalar, and returns its indentation if given, and the byte `+` or `-`.
    private mutating func header(_ parent: Int) throws(ParsingError) -> (indent: Int?, chomping: UInt8?) {
        var (indent, chomping) = (Int?.none, UInt8?.none)
        at += 1
        while !bytes[at].isSeparator {
            switch bytes[at] {
            case .plus where chomping == nil, .dash where chomping == nil: chomping = bytes[at]
            case 0x31...0x39 where indent == nil: indent = max(parent, 0) + Int(bytes[at] - 0x30)
            default: throw unexpected("“+”, “-”, a digit from 1 to 9, or the end of the line")
            }
            at += 1
        }
        try endOfLine("the end of the line; the text begins on the next line,")
        return (indent, chomping)
    }
}
