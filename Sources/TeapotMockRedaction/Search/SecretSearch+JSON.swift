import Teapot
import TeapotMock

extension SecretSearch {
    /// The context of a value.
    enum Surroundings: Equatable {
        case none
        /// Within a value with the name of a credential, or next to such a name: words that look machine-generated are
        /// secret.
        case secret
        /// Within a value with a name such as `session`.
        case word(String)
        /// Within a value with a name that the user added: everything is secret.
        case anything
    }

    /// Searches JSON.
    mutating func search(
        json value: JSONOutline, in text: SearchedText, _ place: String, _ surroundings: Surroundings = .none,
        depth: Int
    ) {
        switch value {
        case .literal: break
        case .number(let range):
            if surroundings == .anything || surroundings == .secret && range.count > 5 {
                report(number: range, in: text, place)
            }
        case .string(let range):
            if surroundings == .anything || surroundings == .secret && SecretValue.hasMachineMadeWord(text.bytes[range])
            {
                report(range, in: text, place)
            } else {
                search(Self.content(range, of: text), place, depth: depth + 1)
            }
        case .array(let elements):
            var isNext = surroundings
            for (index, element) in elements.enumerated() {
                search(json: element, in: text, Self.pointer(place, "\(index)"), isNext, depth: depth)
                isNext = surroundings
                if case .string(let range) = element, nameKind(text, range) != nil { isNext = .secret }
            }
        case .object(let members): search(members, in: text, place, surroundings, depth: depth)
        }
    }

    private mutating func search(
        _ members: [(name: Range<Int>, value: JSONOutline)], in text: SearchedText, _ place: String,
        _ surroundings: Surroundings, depth: Int
    ) {
        // A member may name another member's value, as in `{"name": "password", "value": "…"}`.
        var kindOfValue: SecretNames.Kind?
        var isGrant = false
        // The private members of a key (RFC 7518 §6).
        let isKey = members.contains { text[$0.name].text == "kty" }
        for member in members {
            if case .string(let range) = member.value { kindOfValue = kindOfValue ?? nameKind(text, range) }
            isGrant = isGrant || ["grant_type", "grantType"].contains(text[member.name].text)
        }
        for member in members {
            let name = Self.content(member.name, of: text).text
            let pointer = Self.pointer(place, JSONPointer.escaped(name))
            var kind = names.kind(of: name)
            if kind == nil, case .word(let outer) = surroundings, ["id", "key", "value"].contains(name.lowercased()) {
                kind = names.kind(of: "\(outer) \(name)")
            }
            let isPrivate = isKey && ["d", "p", "q", "dp", "dq", "qi", "k"].contains(name)
            if kind == nil, isPrivate || isGrant && names.isItem(name) { kind = .credential }
            let isOwn = kind != nil
            if kind == nil, let other = kindOfValue, Secrets.words(of: name).contains(where: Self.valueWords.contains) {
                kind = other
            }
            switch member.value {
            case .string(let range) where kind != nil && surroundings != .anything:
                let value = Self.content(range, of: text)
                if (isRequest && isOwn) || kind?.includes(value.bytes, names) == true {
                    report(range, in: text, pointer, name)
                } else {
                    search(value, pointer, depth: depth + 1)
                }
            case .string where kindOfValue == .credential || kindOfValue == .code:
                search(json: member.value, in: text, pointer, .secret, depth: depth)
            case .number(let range)
            where kind?.includes(number: text.bytes[range]) == true || (isRequest && isOwn && name.last != "s"):
                report(number: range, in: text, pointer, name)
            case .literal: break
            case let value:
                let inner: Surroundings =
                    switch kind {
                    case .anything: .anything
                    case .credential: .secret
                    case .word, .code:
                        if case .array(let elements) = value, !elements.contains(where: \.isContainer) {
                            .secret
                        } else if name.lowercased().hasSuffix("credentials") {
                            .secret
                        } else {
                            kind == .word ? .word(name) : surroundings
                        }
                    case nil: surroundings
                    }
                search(json: value, in: text, pointer, inner, depth: depth)
            }
        }
    }

    /// Returns the decoded content of a string or a name.
    private static func content(_ range: Range<Int>, of text: SearchedText) -> SearchedText {
        let string = text[range]
        return string.bytes.contains(0x5C) ? string.decoded() ?? string : string
    }

    /// Reports a number; in a response, the replacement is also a number, so an app can still decode it.
    private mutating func report(
        number range: Range<Int>, in text: SearchedText, _ place: String, _ name: String? = nil
    ) {
        let isWhole = text.place(of: range) == range
        report(range, in: text, place, name, as: !isRequest ? "0" : isWhole ? "\"REDACTED\"" : Redaction.replacement)
    }

    /// The words in the names of members whose values another member names.
    private static let valueWords: Set = ["content", "data", "v", "val", "value", "values"]

    /// Returns the kind of secret that a string names, possibly at the end of a path, or `nil` for none.
    private func nameKind(_ text: SearchedText, _ range: Range<Int>) -> SecretNames.Kind? {
        guard range.count < 500, range.count > 2 else { return nil }
        let name = text.bytes[range]
        let isText = name.contains { ":=.".utf8.contains($0) } || name.count { $0 == 0x20 } > 2
        return isText ? nil : names.kind(of: name)
    }

    private static func pointer(_ place: String, _ step: String) -> String {
        place.contains(" /") ? "\(place)/\(step)" : "\(place) /\(step)"
    }
}
