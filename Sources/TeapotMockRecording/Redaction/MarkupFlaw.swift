import Teapot
import TeapotMock

/// A check whether XML is well-formed enough to find the content of each element.
enum MarkupFlaw {
    /// Returns the first flaw of a text, without anything from it; `nil` if there is none.
    static func find(in bytes: [UInt8]) -> String? {
        var (at, open, hasRoot) = (0, [[UInt8]](), false)
        while let start = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
            let rest = bytes[start...]
            if rest.starts(with: "<!--".utf8) {
                guard let end = rest.firstRange(of: Array("-->".utf8)) else { return "a comment does not end" }
                at = end.upperBound
            } else if rest.starts(with: "<![CDATA[".utf8) {
                guard let end = rest.firstRange(of: Array("]]>".utf8)) else { return "a section CDATA does not end" }
                at = end.upperBound
            } else if rest.starts(with: "<?".utf8) || rest.starts(with: "<!".utf8) {
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return "a declaration does not end" }
                if rest[..<end].contains(UInt8(ascii: "[")) { return "its document type declares entities" }
                at = end + 1
            } else if rest.starts(with: "</".utf8) {
                let name = rest.dropFirst(2).prefix { !$0.isSpace && $0 != UInt8(ascii: ">") }
                let expected = open.popLast()
                guard let expected, name.elementsEqual(expected) else { return "an end tag ends no element" }
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return "a tag does not end" }
                at = end + 1
            } else {
                guard let tag = MarkupTag(bytes, at: start) else { return "a tag does not end" }
                (at, hasRoot) = (tag.end, true)
                if !tag.isEmpty { open.append(tag.name) }
            }
        }
        if !open.isEmpty { return "an element does not end" }
        return hasRoot ? nil : "it has no element"
    }
}
