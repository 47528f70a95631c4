public import Foundation
public import Teapot

extension Teapot.Response {
    /// Returns the URL for a relation in the `Link` header (RFC 8288 §3), such as `next`.
    ///
    /// - Parameter relation: The name of the relation, in any case.
    /// - Returns: The URL, resolved against the response's URL, or `nil` if there is none. Links that aren't URLs are
    ///   skipped.
    public func link(_ relation: String) -> URL? {
        var scanner = LinkScanner(rest: (headers["Link"] ?? "").unicodeScalars[...])
        while let (target, parameters) = scanner.next() {
            // §3.3: the first `rel` counts. §3.2: a link with an anchor belongs to another resource.
            let relations = parameters.first { $0.name == "rel" }?.value.lowercased().split(separator: " ") ?? []
            guard relations.contains(relation.lowercased()[...]), !parameters.contains(where: { $0.name == "anchor" })
            else { continue }
            if let link = URL(reference: target, relativeTo: url) { return link }
        }
        return nil
    }
}

/// A scanner that reads the links in a `Link` header one by one, and stops at a malformed link.
private struct LinkScanner {
    var rest: Substring.UnicodeScalarView

    mutating func next() -> (target: String, parameters: [(name: String, value: String)])? {
        take { $0 == "," || $0.isBlank }
        guard rest.popFirst() == "<" else { return nil }
        let target = take { $0 != ">" }
        guard rest.popFirst() == ">" else { return nil }
        var parameters: [(name: String, value: String)] = []
        take(\.isBlank)
        while rest.first == ";" {
            rest.removeFirst()
            take(\.isBlank)
            let name = take { !$0.isBlank && !"=;,".unicodeScalars.contains($0) }
            take(\.isBlank)
            var value = ""
            if rest.first == "=" {
                rest.removeFirst()
                take(\.isBlank)
                value = rest.first == "\"" ? takeQuoted() : take { !$0.isBlank && $0 != ";" && $0 != "," }
            }
            parameters.append((name.lowercased(), value))
            take(\.isBlank)
        }
        take { $0 != "," }
        return (target, parameters)
    }

    @discardableResult private mutating func take(_ isTaken: (Unicode.Scalar) -> Bool) -> String {
        let taken = rest.prefix(while: isTaken)
        rest = rest[taken.endIndex...]
        return String(taken)
    }

    /// Reads a quoted string, in which a backslash escapes the next character (RFC 9110 §5.6.4).
    private mutating func takeQuoted() -> String {
        rest.removeFirst()
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst(), scalar != "\"" {
            text.append(scalar == "\\" ? rest.popFirst() ?? scalar : scalar)
        }
        return String(text)
    }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool { self == " " || self == "\t" }
}
