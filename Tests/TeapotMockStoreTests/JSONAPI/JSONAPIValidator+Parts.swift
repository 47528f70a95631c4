import Foundation
import Teapot

// MARK: Meta, Links, JSON:API Object

extension JSONAPIValidator {
    mutating func checkMeta(_ value: any Sendable, _ place: String) {
        if !(value is Object) { report("Meta Information", place, "not an object") }
    }

    mutating func checkLinks(_ value: any Sendable, _ place: String, allowed: Set<String>?) {
        guard let links = object(value, "Links", place, allowed: allowed) else { return }
        for (name, link) in links.sorted(by: { $0.key < $1.key }) { checkLink(link, "\(place)/\(name)") }
    }

    private mutating func checkLink(_ value: any Sendable, _ place: String) {
        let section = "Links"
        if value is NSNull { return }
        if let text = value as? String {
            if !Self.isReference(text) { report(section, place, "not a URI reference") }
            return
        }
        let names: Set = ["href", "rel", "describedby", "title", "type", "hreflang", "meta"]
        guard value is Object else { return report(section, place, "neither a string nor an object nor null") }
        guard let link = object(value, "Link Objects", place, allowed: names) else { return }
        if let href = link["href"] as? String {
            if !Self.isReference(href) { report("Link Objects", "\(place)/href", "not a URI reference") }
        } else {
            report("Link Objects", "\(place)/href", "not a string")
        }
        for name in ["rel", "title", "type"] { checkString(name, of: link, "Link Objects", place) }
        link["describedby"].map { checkLink($0, "\(place)/describedby") }
        link["meta"].map { checkMeta($0, "\(place)/meta") }
        let languages = (link["hreflang"] as? [any Sendable]) ?? link["hreflang"].map { [$0] } ?? []
        for language in languages {
            let isTag = (language as? String)?.wholeMatch(of: /[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*/) != nil
            if !isTag { report("Link Objects", "\(place)/hreflang", "not a language tag") }
        }
    }

    /// Returns whether a text is a reference (RFC 3986 §4.1): only its characters, each `%` with two digits, at most
    /// one `#`.
    static func isReference(_ text: String) -> Bool {
        let pattern =
            /(%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:\/?\[\]@!$&'()*+,;=])*(#(%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:\/?@!$&'()*+,;=])*)?/
        return text.wholeMatch(of: pattern) != nil
    }

    mutating func checkImplementation(_ value: any Sendable, _ place: String) {
        let section = "JSON:API Object"
        let names: Set = ["version", "ext", "profile", "meta"]
        guard let object = object(value, section, place, allowed: names) else { return }
        checkString("version", of: object, section, place)
        for name in ["ext", "profile"] {
            guard let value = object[name] else { continue }
            if !(value is [String]) && (value as? [any Sendable])?.allSatisfy({ $0 is String }) != true {
                report(section, "\(place)/\(name)", "not an array of URIs")
            }
        }
        object["meta"].map { checkMeta($0, "\(place)/meta") }
    }
}

// MARK: Member Names

extension JSONAPIValidator {
    mutating func checkName(_ name: String, _ place: String) {
        if !Self.isMemberName(name) { report("Member Names", place, "not a member's name") }
    }

    /// Checks the names at every depth of an attribute.
    mutating func checkNames(_ value: any Sendable, _ place: String) {
        if let object = value as? Object {
            for (name, value) in object.sorted(by: { $0.key < $1.key }) {
                checkName(name, "\(place)/\(name)")
                checkNames(value, "\(place)/\(name)")
            }
        }
        for (index, value) in ((value as? [any Sendable]) ?? []).enumerated() { checkNames(value, "\(place)/\(index)") }
    }

    static func isMemberName(_ name: String) -> Bool {
        var name = Substring(name)
        if name.hasPrefix("@") { name.removeFirst() }
        // Without a regular expression: thousands of names are checked.
        let scalars = Array(name.unicodeScalars)
        func mayBegin(_ scalar: UnicodeScalar) -> Bool {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "\u{80}"..."\u{10FFFF}": true
            default: false
            }
        }
        guard let first = scalars.first, let last = scalars.last, mayBegin(first), mayBegin(last) else { return false }
        return scalars.allSatisfy { mayBegin($0) || $0 == "-" || $0 == "_" || $0 == " " }
    }
}

// MARK: Errors

extension JSONAPIValidator {
    mutating func checkErrors(_ value: any Sendable) {
        guard let errors = value as? [any Sendable] else { return report("Error Objects", "/errors", "not an array") }
        for (index, error) in errors.enumerated() { checkError(error, "/errors/\(index)") }
    }

    private mutating func checkError(_ value: any Sendable, _ place: String) {
        let section = "Error Objects"
        let names: Set = ["id", "links", "status", "code", "title", "detail", "source", "meta"]
        guard let error = object(value, section, place, allowed: names) else { return }
        if error.isEmpty { report(section, place, "no member") }
        for name in ["id", "status", "code", "title", "detail"] { checkString(name, of: error, section, place) }
        if let status = error["status"] as? String, status.wholeMatch(of: /[1-5][0-9][0-9]/) == nil {
            report(section, "\(place)/status", "not a status code")
        }
        error["links"].map { checkLinks($0, "\(place)/links", allowed: ["about", "type"]) }
        error["meta"].map { checkMeta($0, "\(place)/meta") }
        guard let value = error["source"] else { return }
        let sources: Set = ["pointer", "parameter", "header"]
        guard let source = object(value, section, "\(place)/source", allowed: sources) else { return }
        for name in sources.sorted() { checkString(name, of: source, section, "\(place)/source") }
        // RFC 6901 §3.
        if let pointer = source["pointer"] as? String, pointer.wholeMatch(of: /(\/([^~\/]|~[01])*)*/) == nil {
            report(section, "\(place)/source/pointer", "not a JSON Pointer")
        }
    }
}
