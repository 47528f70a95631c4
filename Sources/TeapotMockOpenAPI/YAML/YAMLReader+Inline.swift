import TeapotMockDocuments

extension YAMLReader {
    /// Reads a scalar, a flow collection or an alias in a block, which is a key if `:` is the next byte afterwards.
    ///
    /// - Parameters:
    ///   - parent: The column of the collection that contains the node.
    ///   - outer: The properties of the node, or of the mapping if the node is a key.
    ///   - inner: The properties on the node's line.
    ///   - canNest: Whether a mapping may begin here.
    ///   - isKey: Whether the node is certainly a key.
    /// - Throws: An error if the node isn't valid, or if it's a key that isn't a scalar.
    mutating func inlineNode(
        in parent: Int, _ outer: Properties, _ inner: Properties, canNest: Bool, isKey: Bool
    ) throws(ParsingError) {
        let (start, line, isPlain) = (at, lineStart, bytes[at] != .quote && bytes[at] != .doubleQuote)
        var text = String?.none
        switch bytes[at] {
        // If it's a key, which is refused below, both may have an anchor.
        case .openBracket, .openBrace: try flowCollection(in: parent, (try? merged(outer, inner)) ?? inner)
        case .asterisk:
            guard inner.isEmpty else { throw error("an alias can't have a tag or an anchor; remove it") }
            try alias()
        case .quote, .doubleQuote: text = try quoted(in: parent)
        case .colon where bytes[at + 1].isSeparator: text = ""
        default: text = try plain(in: parent, isFlow: false)
        }
        let end = at
        skipBlanks()
        if isIndicator(.colon) {
            try checkKey(start..<end, isOneLine: line == lineStart)
            if !canNest {
                throw error("a mapping can't begin on this line; begin it on the next line, or quote the text", start)
            }
            if let text { try scalar(text, at: start, isPlain: isPlain, inner, isKey: true) }
        } else if let text {
            try scalar(text, at: start, isPlain: isPlain, try merged(outer, inner), isKey: isKey)
        } else if bytes[start] == .asterisk && !outer.isEmpty {
            throw error("an alias can't have a tag or an anchor; remove it", start)
        } else {
            _ = try merged(outer, inner)
        }
    }

    /// Checks that a key without `?` is on one line and isn't too long (YAML 1.2.2 §7.4.2).
    func checkKey(_ range: Range<Int>, isOneLine: Bool) throws(ParsingError) {
        guard isOneLine else {
            let found = "a key must be on one line, but the text before this “:” begins in line"
            let line = text.position(of: range.lowerBound).line
            throw error("\(found) \(line); check the indentation, or quote the text")
        }
        if range.count > 1024 && bytes[range].count(where: { !(0x80..<0xC0 ~= $0) }) > 1024 {
            throw error("expected a key of at most 1024 characters; put “? ” before it", range.lowerBound)
        }
    }

    /// Creates an error for a key that isn't a scalar.
    func complexKey(_ kind: String, _ offset: Int) -> ParsingError {
        error("a \(kind) as a key is unsupported; use a string", offset)
    }
}
