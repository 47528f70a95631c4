import TeapotMockDocuments

extension YAMLReader {
    /// Reads a flow sequence or a flow mapping (YAML 1.2.2 §7.4), whose lines are indented more than a parent's column.
    @inline(never)
    mutating func flowCollection(in parent: Int, _ properties: Properties) throws(ParsingError) {
        let isMapping = bytes[at] == .openBrace
        try open(properties, at)
        at += 1
        try skipInFlow(parent)
        while !isEnd(isMapping) {
            if bytes[at] == .comma { throw unexpected(isMapping ? "a key or “}”" : "a value or “]”") }
            try flowEntry(in: parent, isMember: isMapping)
            try skipInFlow(parent)
            if bytes[at] == .comma {
                at += 1
                try skipInFlow(parent)
            } else if !isEnd(isMapping) {
                throw unexpected(isMapping ? "“,” or “}”" : "“,” or “]”")
            }
        }
        at += 1
        try close(isMapping ? .object : .list)
    }

    private func isEnd(_ isMapping: Bool) -> Bool { bytes[at] == (isMapping ? .closeBrace : .closeBracket) }

    /// Reads a member of a mapping, or an element of a sequence, which may be a pair `key: value`.
    @inline(never)
    private mutating func flowEntry(in parent: Int, isMember: Bool) throws(ParsingError) {
        let (start, line) = (at, lineStart)
        let isExplicit = bytes[at] == .question && (bytes[at + 1].isSeparator || bytes[at + 1].isFlowIndicator)
        if isExplicit {
            at += 1
            try skipInFlow(parent)
        }
        try flowNode(in: parent, isMember || isExplicit ? .key : .element)
        let end = at
        try skipInFlow(parent)
        // After a node that ends like JSON, no space is needed after `:` (YAML 1.2.2 §7.4.2).
        let isJSON = [.doubleQuote, .quote, .closeBracket, .closeBrace].contains(bytes[end - 1])
        let hasValue = isFlowColon || bytes[at] == .colon && at > start && isJSON
        guard isMember || isExplicit || hasValue else { return addElement() }
        if !isMember && !isExplicit { try checkKey(start..<end, isOneLine: line == lineStart) }
        if !isMember { try open(Properties(), start) }
        try addKey()
        if hasValue {
            at += 1
            try skipInFlow(parent)
            try flowNode(in: parent, .value)
            setValue()
        }
        if !isMember {
            try close(.object)
            addElement()
        }
    }

    /// What a node is in a flow collection; an element may turn out to be the key of a pair.
    private enum Role { case key, value, element }

    /// Reads a node, which is empty if the next byte ends it.
    @inline(never)
    private mutating func flowNode(in parent: Int, _ role: Role) throws(ParsingError) {
        if let properties = try flowStart(in: parent, role) { try flowCollection(in: parent, properties) }
    }

    /// Reads a node, or returns the properties of a collection that begins here.
    @inline(never)
    private mutating func flowStart(in parent: Int, _ role: Role) throws(ParsingError) -> Properties? {
        var (all, start) = (Properties(), at)
        while bytes[at] == .ampersand || bytes[at] == .exclamation {
            // As an argument, it would change a copy of the whole reader.
            let own = try properties(isFlow: true)
            all = try merged(all, own)
            start = at
            try skipInFlow(parent)
        }
        let (offset, isKey) = (at, role == .key)
        switch bytes[at] {
        case .openBracket, .openBrace:
            if isKey { throw complexKey(bytes[at] == .openBrace ? "mapping" : "sequence", at) }
            return all
        case .asterisk:
            guard all.isEmpty else { throw error("an alias can't have a tag or an anchor; remove it") }
            try alias()
        case .quote, .doubleQuote: try scalar(try quoted(in: parent), at: offset, isPlain: false, all)
        case .comma, .closeBracket, .closeBrace: try scalar("", at: start, isPlain: true, all, isKey: isKey)
        case .colon where isFlowColon && role != .value: try scalar("", at: start, isPlain: true, all, isKey: true)
        default: try scalar(try plain(in: parent, isFlow: true), at: offset, isPlain: true, all, isKey: isKey)
        }
        return nil
    }

    /// Whether the next byte is a `:` that stands alone.
    private var isFlowColon: Bool {
        bytes[at] == .colon && (bytes[at + 1].isSeparator || bytes[at + 1].isFlowIndicator)
    }

    /// Moves to the next content, which must be indented more than the block around the flow collection.
    ///
    /// As elsewhere, only a closing bracket may have the block's column: people write it, and it can't be misread.
    @inline(never)
    private mutating func skipInFlow(_ parent: Int) throws(ParsingError) {
        let line = lineStart
        skip()
        guard column < 0 || line != lineStart && column <= parent else { return }
        if isTabbed && column >= 0 { throw tabError() }
        let isEnd = bytes[at] == .closeBracket || bytes[at] == .closeBrace
        if column == parent && isEnd && column >= 0 { return }
        let start = openings.last { [.openBrace, .openBracket].contains(bytes[$0.offset]) }?.offset ?? at
        let brackets = bytes[start] == .openBrace ? "“}” for the “{”" : "“]” for the “[”"
        let indent = column < 0 ? "" : ", or an indent of \(parent + 1) or more spaces,"
        throw unexpected("\(brackets) in line \(text.position(of: start).line)\(indent)")
    }
}
