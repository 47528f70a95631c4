import Teapot

extension SecretSearch {
    /// Searches XML or HTML: attributes, and elements that have the name of a secret or follow one.
    mutating func search(markup text: SearchedText, _ place: String, depth: Int) {
        let bytes = Array(text.bytes)
        let offset = text.bytes.startIndex
        func range(_ range: Range<Int>) -> Range<Int> { range.lowerBound + offset..<range.upperBound + offset }
        var open: [(name: [UInt8], kind: SecretNames.Kind?)] = []
        /// The kind of secret that the last text named.
        var next: SecretNames.Kind?
        var at = 0
        while let start = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
            search(content: range(at..<start), of: open.last?.kind, in: text, place, &next, depth: depth)
            let rest = bytes[start...]
            if let (head, tail) = Self.sections.first(where: { rest.starts(with: $0.head.utf8) }) {
                let content = start + head.utf8.count
                let end = bytes[content...].firstRange(of: tail.utf8)?.lowerBound ?? bytes.count
                var ignored = next
                search(content: range(content..<end), of: open.last?.kind, in: text, place, &ignored, depth: depth)
                if head.hasSuffix("[") { next = ignored }
                at = min(end + tail.utf8.count, bytes.count)
            } else if rest.starts(with: "</".utf8) {
                let name = rest.dropFirst(2).prefix { !$0.isSpace && $0 != UInt8(ascii: ">") }
                if let index = open.suffix(20).lastIndex(where: { $0.name.elementsEqual(name) }) {
                    open.removeSubrange(index...)
                }
                at = rest.firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
            } else if let tag = MarkupTag(bytes, at: start) {
                let inner = search(tag, within: open.last?.kind, in: text, range, place, depth: depth)
                at = tag.end
                let isVoid = tag.isEmpty || Self.voidElements.contains(tag.localName.lowercased())
                if !isVoid { open.append((tag.name, inner)) }
                let name = tag.localName.lowercased()
                if name == "script" || name == "style" {
                    let end = bytes[at...].firstRange(of: "</\(name)".utf8)?.lowerBound ?? bytes.count
                    search(text[range(at..<end)], place, depth: depth + 1)
                    at = end
                }
            } else {
                at = start + 1
            }
        }
        search(content: range(min(at, bytes.count)..<bytes.count), of: nil, in: text, place, &next, depth: depth)
    }

    /// The beginnings and ends of sections that aren't elements.
    private static let sections = [
        (head: "<![CDATA[", tail: "]]>"), (head: "<!--", tail: "-->"), (head: "<?", tail: "?>"),
    ]
    private static let voidElements: Set = ["br", "hr", "img", "input", "link", "meta"]
    /// The HTML elements whose names don't describe their content.
    private static let controls: Set = ["a", "button", "fieldset", "form", "input", "label", "link", "meta", "object"]

    /// Searches the attributes of a tag, and returns the kind of secret in its element.
    private mutating func search(
        _ tag: MarkupTag, within outer: SecretNames.Kind?, in text: SearchedText, _ range: (Range<Int>) -> Range<Int>,
        _ place: String, depth: Int
    ) -> SecretNames.Kind? {
        let isControl = Self.controls.contains(tag.localName.lowercased())
        let kind = isControl ? nil : names.kind(of: tag.localName)
        var (kindOfValue, name) = (kind ?? outer, kind == nil ? nil : tag.localName)
        for attribute in tag.attributes where kindOfValue == nil {
            kindOfValue = names.kind(of: text.bytes[range(attribute.value)])
            name = text[range(attribute.value)].text
        }
        for attribute in tag.attributes {
            let value = range(attribute.value)
            if let kind = names.kind(of: attribute.name) {
                search(value, named: attribute.name, kind, in: text, place, depth: depth)
            } else if let kindOfValue,
                SecretValue.hasMachineMadeWord(text.bytes[value])
                    || (attribute.name == "value" && kindOfValue.includes(text.bytes[value], names))
            {
                report(value, in: text, place, name)
            } else {
                search(text[value], place, depth: depth + 1)
            }
        }
        return isControl ? nil : kindOfValue
    }

    /// Searches the text between two tags.
    private mutating func search(
        content: Range<Int>, of kind: SecretNames.Kind?, in text: SearchedText, _ place: String,
        _ next: inout SecretNames.Kind?,
        depth: Int
    ) {
        var range = content
        while let first = text.bytes[range].first, first.isSpace { range = range.dropFirst() }
        while let last = text.bytes[range].last, last.isSpace { range = range.dropLast() }
        guard !range.isEmpty else { return }
        let value = text.bytes[range]
        let isSecret = kind.map { $0.includes(value, names) || (isRequest && $0 == .credential) } ?? false
        let isNext =
            next.map { SecretValue.hasMachineMadeWord(value) || ($0 == .code && $0.includes(value, names)) } ?? false
        next = range.count < 500 ? names.kind(of: value) : nil
        if isSecret || isNext { return report(range, in: text, place) }
        search(text[range], place, depth: depth + 1)
    }
}
