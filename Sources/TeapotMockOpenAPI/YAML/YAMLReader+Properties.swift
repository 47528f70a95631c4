extension YAMLReader {
    /// The tags of the core schema (YAML 1.2.2 §10.3), and the one that makes any scalar a string.
    enum Tag: String {
        case null, bool, int, float, str, map, seq
        case nonSpecific = "!"
    }

    /// The tag and the anchor of a node.
    struct Properties {
        var tag: Tag?
        /// The index of the anchor.
        var anchor: Int?

        var isEmpty: Bool { tag == nil && anchor == nil }
    }

    /// The value with an anchor, or none while it isn't finished.
    struct Anchor {
        var node: Node?
        var size = 1
        var height = 0
    }

    /// Reads the properties on a line, up to the content or the end of the line (YAML 1.2.2 §6.9).
    mutating func properties(isFlow: Bool) throws(ParsingError) -> Properties {
        var all = Properties()
        while bytes[at] == .ampersand || bytes[at] == .exclamation {
            let start = at
            var one = Properties()
            if bytes[at] == .ampersand {
                one.anchor = anchors.count
                anchorIndices[try name()] = anchors.count
                anchors.append(Anchor())
            } else {
                one.tag = try tag()
            }
            all = try merged(all, one)
            guard bytes[at].isSeparator || isFlow && [.comma, .closeBracket, .closeBrace].contains(bytes[at]) else {
                throw unexpected("a space after “\(string(start..<at))”")
            }
            skipBlanks()
        }
        return all
    }

    /// Returns two nodes' properties as those of one node.
    func merged(_ left: Properties, _ right: Properties) throws(ParsingError) -> Properties {
        if left.tag != nil && right.tag != nil { throw error("expected one tag but found two; remove one") }
        if left.anchor != nil && right.anchor != nil { throw error("expected one anchor but found two; remove one") }
        return Properties(tag: left.tag ?? right.tag, anchor: left.anchor ?? right.anchor)
    }

    /// Reads an alias (YAML 1.2.2 §7.1).
    mutating func alias() throws(ParsingError) {
        let start = at
        let name = try name()
        guard let index = anchorIndices[name] else {
            throw error("no anchor “&\(name)” precedes the alias “*\(name)”", start)
        }
        guard let value = anchors[index].node else {
            throw error("the alias “*\(name)” is inside the value of its anchor “&\(name)”", start)
        }
        guard budget.add(anchors[index]) else {
            let limits = "\(Budget.maximumExpansion) values and \(Budget.maximumDepth) levels"
            throw error("the alias “*\(name)” expands the document to more than \(limits)", start)
        }
        node = value
    }

    /// Reads the name of an anchor or an alias.
    private mutating func name() throws(ParsingError) -> String {
        at += 1
        let start = at
        while !bytes[at].isSeparator && !bytes[at].isFlowIndicator { at += 1 }
        guard at > start else { throw unexpected("the name of an anchor") }
        return string(start..<at)
    }

    /// Reads a tag, which must belong to the core schema.
    private mutating func tag() throws(ParsingError) -> Tag {
        let start = at
        let isVerbatim = bytes[at + 1] == .less
        while !bytes[at].isSeparator && (isVerbatim || !bytes[at].isFlowIndicator) { at += 1 }
        let written = string(start..<at)
        if written == "!" { return .nonSpecific }
        var name = written.dropFirst(2)
        if isVerbatim {
            guard name.popLast() == ">" else { throw error("expected “>” at the end of the tag “\(written)”", start) }
        } else {
            let last = written.lastIndex(of: "!") ?? written.startIndex
            guard let prefix = tagPrefixes[String(written[...last])] else {
                throw error("no %TAG directive defines “\(written[...last])” in the tag “\(written)”", start)
            }
            name = prefix + written[last...].dropFirst()
        }
        let core = "tag:yaml.org,2002:"
        if name.hasPrefix(core), let tag = Tag(rawValue: String(name.dropFirst(core.count))), tag != .nonSpecific {
            return tag
        }
        let advice = "remove it, or use !!str, !!int, !!float, !!bool or !!null"
        throw error("the tag “\(written)” is unsupported; \(advice)", start)
    }
}
