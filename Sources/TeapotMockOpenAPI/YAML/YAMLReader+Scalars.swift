import TeapotMockDocuments

extension YAMLReader {
    /// Makes a scalar the value that was read last, depending on its tag or else on its text.
    mutating func scalar(
        _ text: String, at offset: Int, isPlain: Bool, _ properties: Properties, isKey: Bool = false
    ) throws(ParsingError) {
        budget.addScalar()
        node = Node(tree: .string(text), place: Place(offset: offset), text: text)
        if properties.tag != nil || isPlain && (!isKey || properties.anchor != nil) {
            node.tree = try value(text, offset, properties)
        }
        if let anchor = properties.anchor { anchors[anchor].node = node }
        node.isMergeKey = isPlain && properties.tag == nil && text == "<<"
    }

    private func value(_ text: String, _ offset: Int, _ properties: Properties) throws(ParsingError) -> JSONTree {
        if properties.tag == .str || properties.tag == .nonSpecific { return .string(text) }
        guard let tree = YAMLCoreSchema.tree(of: text) else {
            throw error("JSON can't hold the number “\(text.prefix(40))”; quote it if it's text", offset)
        }
        switch (properties.tag, tree.kind) {
        case (nil, _), (.null, .null), (.bool, .bool), (.float, .number): return tree
        case (.int, .number) where tree.number?.isWhole == true: return tree
        default:
            try check(properties, .string, offset)
            return tree
        }
    }

    /// Checks that a collection's tag, or a scalar's for `.string`, matches its value.
    func check(_ properties: Properties, _ kind: JSONTree.Kind, _ offset: Int) throws(ParsingError) {
        switch (properties.tag, kind) {
        case (nil, _), (.map, .object), (.seq, .list), (.nonSpecific, _): return
        case (let tag?, .string): throw error("expected a value for the tag “!!\(tag.rawValue)”", offset)
        case (let tag?, let kind):
            let found = kind == .list ? "a sequence" : "a mapping"
            throw error("expected a value for the tag “!!\(tag.rawValue)” but found \(found)", offset)
        }
    }
}
