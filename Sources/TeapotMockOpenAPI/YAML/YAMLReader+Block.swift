import TeapotMockDocuments

extension YAMLReader {
    /// What precedes a node in a block.
    enum Setting {
        case document
        /// An item's `-`.
        case item
        /// An entry's `?`.
        case key
        /// A `:` on its own line, after an entry with `?`.
        case explicitValue
        /// A key and `:`.
        case value

        /// Whether a collection may begin on the same line.
        var isCompact: Bool { self == .item || self == .key || self == .explicitValue }

        /// Whether a sequence may have the parent's column.
        var isInMapping: Bool { self == .value || self == .key || self == .explicitValue }
    }

    /// The beginning of a node in a block, whose scalar has been read.
    private struct Start {
        enum Kind { case scalar, sequence, mapping, mappingWithKey }

        var kind: Kind
        var column = 0
        var properties = Properties()
    }

    /// Reads a node that follows an indicator or begins a document (YAML 1.2.2 §8.2.3).
    ///
    /// The recursive functions keep little on the stack, so that a small one has room for all levels.
    @inline(never)
    mutating func blockNode(in parent: Int, _ setting: Setting) throws(ParsingError) {
        let start = try blockStart(in: parent, setting)
        switch start.kind {
        case .scalar: return
        case .sequence: try blockSequence(start.column, start.properties)
        case .mapping: try blockMapping(start.column, start.properties, hasKey: false)
        case .mappingWithKey: try blockMapping(start.column, start.properties, hasKey: true)
        }
    }

    /// Reads a node, or only the beginning of a block collection.
    @inline(never)
    private mutating func blockStart(in parent: Int, _ setting: Setting) throws(ParsingError) -> Start {
        let start = at
        // Properties on a line of their own belong to the node; those before a key on its line belong to the key.
        var (outer, inner) = (Properties(), Properties())
        var (first, canNest) = (0, false)
        var line = start == lineStart ? -1 : lineStart
        skip()
        while true {
            guard try isInside(parent, setting) else {
                try scalar("", at: start, isPlain: true, outer, isKey: setting == .key)
                return Start(kind: .scalar)
            }
            first = column
            canNest = !isTabbed && (setting.isCompact || line != lineStart)
            guard bytes[at] == .ampersand || bytes[at] == .exclamation else { break }
            let propertiesLine = lineStart
            inner = try properties(isFlow: false)
            skip()
            if propertiesLine == lineStart && column >= 0 { break }
            line = -1
            outer = try merged(outer, inner)
            inner = Properties()
        }
        let offset = at
        var found = Start(kind: .scalar, column: first, properties: outer)
        switch bytes[at] {
        case .dash where bytes[at + 1].isSeparator:
            guard canNest && inner.isEmpty else { throw misplaced("list") }
            found.kind = .sequence
        case .question where bytes[at + 1].isSeparator:
            guard canNest && inner.isEmpty else { throw misplaced("mapping") }
            found.kind = .mapping
        case .pipe, .greater:
            let properties = try merged(outer, inner)
            try scalar(try blockScalar(in: parent), at: offset, isPlain: false, properties)
        default:
            try inlineNode(in: parent, outer, inner, canNest: canNest, isKey: setting == .key)
            if isIndicator(.colon) { found.kind = .mappingWithKey }
        }
        if setting == .key && found.kind != .scalar {
            throw complexKey(found.kind == .sequence ? "sequence" : "mapping", offset)
        }
        return found
    }

    /// Returns whether the content that was found is inside a collection.
    private func isInside(_ parent: Int, _ setting: Setting) throws(ParsingError) -> Bool {
        if column > parent { return true }
        if isTabbed && column >= 0 { throw tabError() }
        return column == parent && setting.isInMapping && isIndicator(.dash)
    }

    private func misplaced(_ collection: String) -> ParsingError {
        if isTabbed { return tabError() }
        return error("a \(collection) can't begin on this line; begin it on the next line, or quote the text")
    }

    /// Reads a sequence at a column (YAML 1.2.2 §8.2.1).
    @inline(never)
    private mutating func blockSequence(_ column: Int, _ properties: Properties) throws(ParsingError) {
        try open(properties, at)
        repeat {
            at += 1
            try blockNode(in: column, .item)
            addElement()
            try skipInBlock()
        } while self.column == column && isIndicator(.dash)
        try close(.list)
    }

    /// Reads a mapping at a column, perhaps after its first key, whose `:` is the next byte (YAML 1.2.2 §8.2.2).
    @inline(never)
    private mutating func blockMapping(_ column: Int, _ properties: Properties, hasKey: Bool) throws(ParsingError) {
        try open(properties, hasKey ? node.place.offset : at)
        var setting = hasKey ? Setting.value : try blockKey(column)
        repeat {
            try addKey()
            if setting != .key {
                at += 1
                try blockNode(in: column, setting)
                setValue()
            }
            try skipInBlock()
            guard self.column == column else { break }
            setting = try blockKey(column)
        } while true
        if self.column > column { throw unexpected("the end of the line, or a key in column \(column + 1)") }
        try close(.object)
    }

    /// Reads a key up to its `:`, and returns what precedes the value, or `.key` if there's no value.
    @inline(never)
    private mutating func blockKey(_ column: Int) throws(ParsingError) -> Setting {
        if isIndicator(.question) {
            at += 1
            try blockNode(in: column, .key)
            try skipInBlock()
            if self.column == column && isIndicator(.colon) { return .explicitValue }
            return .key
        }
        let properties = try properties(isFlow: false)
        try inlineNode(in: column, Properties(), properties, canNest: true, isKey: true)
        guard isIndicator(.colon) else { throw unexpected("“:” after the key “\((node.text ?? "").prefix(40))”") }
        return .value
    }

    /// Moves to the next content, which can't be indented by tabs.
    @inline(never)
    private mutating func skipInBlock() throws(ParsingError) {
        skip()
        if isTabbed && column >= 0 { throw tabError() }
    }
}
