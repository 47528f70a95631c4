import Foundation
import Teapot
import TeapotMock

extension TextRedactor {
    /// The attributes that may hold the name of a secret, whose value is in another attribute or in the element.
    private static let keyAttributes: Set = ["field", "key", "n", "name", "property"]
    private static let valueAttributes: Set = ["content", "data", "text", "v", "val", "value"]
    /// The attributes that say how to read an element.
    private static let readingAttributes: Set = ["encoding", "lang", "nil", "space", "type"]
    /// The elements that hold the name of a secret, whose value is in the next element, and those for the value.
    private static let keyElements: Set = ["field", "header", "k", "key", "name", "param", "property", "string"]
    private static let valueElements: Set = [
        "content", "data", "int", "integer", "long", "real", "string", "v", "val", "value",
    ]
    /// The elements of HTML that hold a label, whose value is in the next element, and those for the value.
    private static let labelElements: Set = ["dt", "td", "th"]
    private static let labelledElements: Set = ["dd", "td"]
    /// The elements that begin or end a cell or a description.
    private static let cellElements: Set = ["dd", "dl", "dt", "table", "tbody", "td", "th", "tr"]
    /// The elements of HTML that hold text with lines.
    private static let lineElements: Set = ["code", "pre", "samp", "textarea"]
    /// The elements of HTML whose name is not that of their content.
    private static let controls: Set = [
        "a", "br", "button", "embed", "fieldset", "form", "iframe", "img", "input", "link", "map", "meta", "object",
        "select", "slot",
    ]

    /// Passes a tag, and removes the secrets in its attributes, and the content of an element that is a secret.
    mutating func tag() {
        guard let tag = MarkupTag(bytes, at: at) else {
            at += 1
            return
        }
        at = tag.end
        let isSecret = names.contain(tag.localName)
        let key = tag.attributes.first { attribute in
            (Self.keyAttributes.contains(attribute.name) || attribute.name == "id")
                && names.containField(text(attribute.value))
        }
        let isPassword = tag.attributes.contains { $0.name == "type" && text($0.value).lowercased() == "password" }
        for attribute in tag.attributes where !attribute.value.isEmpty {
            let isValue = Self.valueAttributes.contains(attribute.name)
            if names.contain(attribute.name) || (isValue && (isSecret || isPassword || key != nil))
                || (isSecret && attribute.name == "id")
            {
                hideText(attribute.value)
            } else {
                redactEntities(in: attribute.value)
            }
        }
        let local = tag.localName.lowercased()
        if tag.isEmpty { return }
        if local == "script" || local == "style" { return script(local) }
        let isValue = isAfterSecretKey && Self.valueElements.contains(local)
        if isSecret || isValue || (isAfterLabel && Self.labelledElements.contains(local) && !isProse(tag)) {
            (isAfterSecretKey, isAfterLabel) = (false, false)
            return hideElement(tag.name)
        }
        let end = index(from: at) { $0 == UInt8(ascii: "<") }
        let content = at..<end
        if let key, key.name != "id", !Self.controls.contains(local) {
            hideContent(upTo: end)
        } else if Self.keyElements.contains(local) {
            isAfterSecretKey = names.containField(textOfKey(content))
            at = end
        } else if Self.cellElements.contains(local) {
            isAfterLabel = Self.labelElements.contains(local) && isLabel(tag)
        } else if bytes[content].contains(UInt8(ascii: "&")) || Self.lineElements.contains(local) {
            redactEntities(in: content)
            at = end
        }
    }

    /// Returns the text of an element that may hold a name, which may be in a section `CDATA`.
    private func textOfKey(_ content: Range<Int>) -> String {
        var content = content
        if content.isEmpty, bytes[content.lowerBound...].starts(with: "<![CDATA[".utf8) {
            let start = content.lowerBound + 9
            content = start..<index(from: start) { $0 == UInt8(ascii: "]") }
        }
        return text(content).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns whether the content of an element is the name of a secret, of a few words, as in a table or a list.
    private func isLabel(_ tag: MarkupTag) -> Bool {
        let text = plainText(of: tag, upTo: 256)
        guard let text, !text.contains("?") else { return false }
        return 1...4 ~= text.split(whereSeparator: \.isWhitespace).count && names.containField(text)
    }

    /// Returns whether the content of an element is a sentence, or has several.
    private func isProse(_ tag: MarkupTag) -> Bool {
        guard let text = plainText(of: tag, upTo: 4096) else { return true }
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.count > 3 && (text.contains(". ") || [".", "!", "?", ":"].contains { text.hasSuffix($0) })
    }

    /// Returns the text of an element without tags, to the end of its cell; `nil` if it is too long.
    private func plainText(of tag: MarkupTag, upTo limit: Int) -> String? {
        let rest = bytes[tag.end...].prefix(limit)
        var (text, isInTag) = ([UInt8](), false)
        for index in rest.indices {
            if rest[index] == UInt8(ascii: "<") {
                let name = rest[index...].dropFirst().drop { $0 == UInt8(ascii: "/") }.prefix { $0.isAlphanumeric }
                isInTag = true
                guard name.count < 6, Self.cellElements.contains(self.text(name.indices).lowercased()) else { continue }
                return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            }
            if !isInTag { text.append(rest[index]) }
            if rest[index] == UInt8(ascii: ">") { isInTag = false }
        }
        return rest.endIndex == bytes.endIndex ? String(decoding: text, as: UTF8.self) : nil
    }

    /// Removes the secrets in a script or a style sheet, and passes it.
    private mutating func script(_ name: String) {
        let end = endTag(Array(name.utf8), from: at) ?? bytes.count
        if let redacted = redacted(inner: Array(bytes[at..<end]), as: .script) { replace(at..<end, with: redacted) }
        at = end
    }

    /// Removes a text that is a secret; a number becomes 0.
    private mutating func hideText(_ range: Range<Int>) {
        let isNumber = bytes[range].allSatisfy { 0x30...0x39 ~= $0 }
        replace(range, with: Array((isNumber ? "0" : Redaction.replacement).utf8))
    }

    /// Removes the text, or the section `CDATA`, before the next tag.
    private mutating func hideContent(upTo end: Int) {
        let first = min(afterSpace(from: at), end)
        if first < end {
            let last = (bytes[first..<end].lastIndex { !$0.isSpace } ?? first) + 1
            hideText(first..<last)
        }
        at = end
        if bytes[at...].starts(with: "<![CDATA[".utf8) { hideSection() }
    }

    private mutating func hideSection() {
        let start = at + 9
        let end = bytes[start...].firstRange(of: Array("]]>".utf8))?.lowerBound ?? bytes.count
        hide(start..<end)
        at = min(end + 3, bytes.count)
    }

    /// Removes all texts and attributes in an element, and passes it.
    private mutating func hideElement(_ name: [UInt8]) {
        guard let end = endTag(name, from: at) else {
            return hideContent(upTo: index(from: at) { $0 == UInt8(ascii: "<") })
        }
        while at < end {
            let next = min(index(from: at) { $0 == UInt8(ascii: "<") }, end)
            hideContent(upTo: next)
            guard at < end else { break }
            if bytes[at...].starts(with: "<!--".utf8) {
                let close = bytes[at...].firstRange(of: Array("-->".utf8))?.lowerBound ?? end
                hide((at + 4)..<max(at + 4, min(close, end)))
                at = min(close + 3, end)
            } else if let tag = MarkupTag(bytes, at: at), tag.end <= end {
                for attribute in tag.attributes
                where !Self.readingAttributes.contains(attribute.name) && !isNamespace(attribute) {
                    if !attribute.value.isEmpty { hideText(attribute.value) }
                }
                at = tag.end
            } else {
                at = min(index(from: at) { $0 == UInt8(ascii: ">") } + 1, end)
            }
        }
    }

    private func isNamespace(_ attribute: MarkupTag.Attribute) -> Bool {
        bytes[..<attribute.value.lowerBound].suffix(80).split(whereSeparator: \.isSpace).last?.starts(
            with: "xmlns".utf8)
            == true
    }

    /// Returns the index of the tag that ends an element; `nil` if there is none.
    ///
    /// An element without an end is searched once only, so that the time stays linear.
    private mutating func endTag(_ name: [UInt8], from start: Int) -> Int? {
        guard !unclosed.contains(name) else { return nil }
        var (index, depth) = (start, 1)
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = open + 1
            if bytes[open...].starts(with: "<![CDATA[".utf8) {
                index = bytes[open...].firstRange(of: Array("]]>".utf8))?.upperBound ?? bytes.count
                continue
            }
            let isEnd = index < bytes.count && bytes[index] == UInt8(ascii: "/")
            let first = isEnd ? index + 1 : index
            guard first + name.count < bytes.count,
                zip(bytes[first..<(first + name.count)], name).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 | 0x20 }),
                ">/".utf8.contains(bytes[first + name.count]) || bytes[first + name.count].isSpace
            else { continue }
            let close = self.index(from: first) { $0 == UInt8(ascii: ">") }
            if isEnd { depth -= 1 } else if bytes[close - 1] != UInt8(ascii: "/") { depth += 1 }
            if depth == 0 { return open }
        }
        unclosed.insert(name)
        return nil
    }

    /// Removes the secrets in a text with entities, such as JSON in an attribute.
    private mutating func redactEntities(in range: Range<Int>) {
        guard bytes[range].contains(UInt8(ascii: "&")) else {
            if let redacted = redacted(inner: Array(bytes[range])) { replace(range, with: redacted) }
            return
        }
        var decoded = text(range)
        for entity in Self.entities {
            decoded = decoded.replacingOccurrences(of: entity.text, with: entity.character)
        }
        guard let redacted = redacted(inner: Array(decoded.utf8)) else { return }
        var encoded = String(decoding: redacted, as: UTF8.self)
        for (character, entity) in [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")] {
            encoded = encoded.replacingOccurrences(of: character, with: entity)
        }
        replace(range, with: Array(encoded.utf8))
    }

    /// The entities of XML, and their usual numbers; the ampersand is last, so that nothing is decoded twice.
    private static let entities: [(text: String, character: String)] = [
        ("&quot;", "\""), ("&#34;", "\""), ("&#x22;", "\""), ("&apos;", "'"), ("&#39;", "'"),
        ("&#x27;", "'"), ("&lt;", "<"), ("&#60;", "<"), ("&gt;", ">"), ("&#62;", ">"), ("&amp;", "&"),
    ]
}
