extension YAMLReader {
    /// Reads the first document.
    mutating func document() throws(ParsingError) {
        var directives: Set<String> = []
        while true {
            skip()
            if bytes[at] == .percent && at == lineStart {
                try directive(&directives)
            } else if column < 0 && bytes[at] == .dot && directives.isEmpty {
                try endOfDocument()
            } else {
                break
            }
        }
        if column < 0 && bytes[at] == .dash {
            at += 3
        } else if !directives.isEmpty {
            throw unexpected("“---” after the directives")
        } else {
            at = lineStart
        }
        try blockNode(in: -1, .document)
        skip()
        if column >= 0 { throw isTabbed ? tabError() : unexpected("the end of the document") }
    }

    /// Returns whether another document follows the one that was read.
    mutating func hasMoreDocuments() throws(ParsingError) -> Bool {
        while bytes[at] == .dot {
            try endOfDocument()
            skip()
            if column >= 0 { return true }
        }
        return bytes[at] != 0
    }

    /// Reads the line `...`.
    private mutating func endOfDocument() throws(ParsingError) {
        at += 3
        try endOfLine("the end of the line after “...”")
    }

    /// Moves to the end of a line that has nothing else than white space and a comment.
    mutating func endOfLine(_ expected: String) throws(ParsingError) {
        skipBlanks()
        if bytes[at] == .hash && bytes[at - 1].isBlank { while !bytes[at].isEnd { at += 1 } }
        guard bytes[at].isEnd else { throw unexpected(expected) }
    }

    /// Reads a directive (YAML 1.2.2 §6.8), and ignores an unknown one.
    private mutating func directive(_ known: inout Set<String>) throws(ParsingError) {
        let start = at
        var name = word()
        switch name {
        case "%YAML":
            let version = at
            let parts = word().split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0] == "1", Int(parts[1]) != nil else {
                at = version
                throw unexpected("a YAML version, such as 1.2,")
            }
        case "%TAG":
            let place = at
            let (handle, prefix) = (word(), word())
            guard handle.first == "!", handle.last == "!", !prefix.isEmpty else {
                at = place
                throw unexpected("a handle, such as “!e!”, and a prefix")
            }
            tagPrefixes[handle] = prefix
            name += " " + handle
        default:
            name = "%"
            while !bytes[at].isEnd { at += 1 }
        }
        guard known.insert(name).inserted || name == "%" else {
            throw error("the directive “\(name)” appears twice; remove one", start)
        }
        try endOfLine("the end of the directive")
    }

    /// Returns the next word of the line.
    private mutating func word() -> String {
        skipBlanks()
        let start = at
        while !bytes[at].isSeparator { at += 1 }
        defer { skipBlanks() }
        return string(start..<at)
    }
}
