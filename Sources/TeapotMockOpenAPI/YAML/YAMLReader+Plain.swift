import TeapotMockDocuments

extension YAMLReader {
    /// Reads a scalar without quotes, which may have several lines (YAML 1.2.2 §7.3.3).
    mutating func plain(in parent: Int, isFlow: Bool) throws(ParsingError) -> String {
        try checkStart(isFlow: isFlow)
        var (start, folded) = (at, [UInt8]())
        at += 1
        movePlain(isFlow: isFlow)
        while true {
            var (next, line, indent, breaks) = (at, lineStart, 0, 0)
            while bytes[next].isBlank { next += 1 }
            while bytes[next] == .newline {
                line = next + 1
                next = line
                breaks += 1
                while bytes[next] == .space { next += 1 }
                indent = next - line
                while bytes[next].isBlank { next += 1 }
            }
            if breaks == 0 || indent <= parent || bytes[next] == .hash || isMarker(line) { break }
            if endsPlain(next, isFlow: isFlow) { break }
            folded += bytes[start..<at]
            appendBreaks(breaks, to: &folded)
            (at, start, lineStart) = (next, next, line)
            movePlain(isFlow: isFlow)
        }
        if folded.isEmpty { return string(start..<at) }
        return String(decoding: folded + bytes[start..<at], as: UTF8.self)
    }

    /// Checks the first character, which can't be an indicator.
    private func checkStart(isFlow: Bool) throws(ParsingError) {
        let (byte, next) = (bytes[at], bytes[at + 1])
        switch byte {
        case .dash, .question, .colon:
            guard next.isSeparator || isFlow && next.isFlowIndicator else { return }
            if byte == .dash { throw error("a list can't begin here; begin it on the next line, or quote the “-”") }
            throw unexpected("a value")
        case .hash: throw error("expected a value but found “#”; put a space before a comment, or quote the text")
        case .comma, .openBracket, .closeBracket, .openBrace, .closeBrace, .ampersand, .asterisk, .exclamation,
            .pipe, .greater, .percent, .at, .backtick:
            throw error("expected a value, which can't begin with “\(string(at..<at + 1))”; quote the text")
        case .newline, 0: throw unexpected("a value")
        default: return
        }
    }

    /// Moves over the text in a line, up to its last character that isn't white space.
    private mutating func movePlain(isFlow: Bool) {
        var end = at
        while true {
            while bytes[end].isBlank { end += 1 }
            if endsPlain(end, isFlow: isFlow) || end > at && bytes[end] == .hash { return }
            end += 1
            at = end
        }
    }

    /// Returns whether a byte can't be part of a plain scalar, except for a `#` after white space.
    @inline(__always)
    private func endsPlain(_ offset: Int, isFlow: Bool) -> Bool {
        switch bytes[offset] {
        case .newline, 0: true
        case .colon: bytes[offset + 1].isSeparator || isFlow && bytes[offset + 1].isFlowIndicator
        case .comma, .openBracket, .closeBracket, .openBrace, .closeBrace: isFlow
        default: false
        }
    }

    /// Appends what folded line breaks stand for (YAML 1.2.2 §6.5).
    func appendBreaks(_ breaks: Int, to text: inout [UInt8]) {
        if breaks == 1 { text.append(.space) } else { text += repeatElement(.newline, count: breaks - 1) }
    }
}
