import Teapot

/// A type that searches the parts of a message for secrets.
struct SecretSearch {
    /// A secret, or a value that could be one.
    struct Finding {
        /// The place in the exchange, such as `response body /user/key`.
        let place: String
        /// The name by which it was found, or `nil` if there's none.
        let name: String?
        /// The range of the secret in the part.
        let range: Range<Int>
        /// The secret itself.
        let value: [UInt8]
        /// The text that replaces it.
        var replacement = Redaction.replacement
        /// Whether it was found because it was already known.
        var isKnown = false
    }

    let names: NameKinds
    /// Whether the message is a request, in which any value with the name of a credential is a credential.
    let isRequest: Bool
    private(set) var findings: [Finding] = []
    /// The reason a body, or a part of it, can't be searched, which includes none of its content.
    private(set) var flaw: String?

    /// The maximum number of nested encodings to decode.
    static let maximumDepth = 12

    mutating func report(
        _ range: Range<Int>, in text: SearchedText, _ place: String, _ name: String? = nil,
        as replacement: String? = nil
    ) {
        guard !range.isEmpty, !SecretValue.isRedacted(text.bytes[range]) else { return }
        findings.append(
            Finding(
                place: place, name: name, range: text.place(of: range), value: Array(text.bytes[range]),
                replacement: replacement ?? Redaction.replacement))
    }

    mutating func report(flaw reason: String, depth: Int) {
        flaw = flaw ?? String(repeating: "in a part: ", count: depth) + reason
    }

    /// Searches any text, and its encoded parts.
    mutating func search(_ text: SearchedText, _ place: String, depth: Int = 0) {
        guard text.bytes.count > 3, depth < Self.maximumDepth else { return }
        let mayBeJSON = text.bytes.first { !$0.isSpace }.map { "{[\")\u{1E}".utf8.contains($0) } ?? false
        search(text, as: mayBeJSON ? JSONOutline.values(in: text.bytes) : nil, place, depth: depth)
    }

    /// Searches a text as JSON values, unless there are none or only numbers.
    mutating func search(_ text: SearchedText, as values: [JSONOutline]?, _ place: String, depth: Int = 0) {
        guard let values, values.contains(where: { if case .number = $0 { false } else { true } }) else {
            return searchPlain(text, place, depth: depth)
        }
        for value in values { search(json: value, in: text, place, depth: depth) }
    }

    /// Searches a text that isn't JSON.
    mutating func searchPlain(_ text: SearchedText, _ place: String, depth: Int = 0) {
        if text.bytes.contains(UInt8(ascii: "<")) { search(markup: text, place, depth: depth) }
        search(words: text, place)
        searchShapes(text, place)
        guard depth < Self.maximumDepth else { return }
        if let decoded = text.decoded() { search(decoded, place, depth: depth + 1) }
        searchBase64(text, place, depth: depth + 1)
    }

    mutating func searchShapes(_ text: SearchedText, _ place: String) {
        for range in SecretShape.ranges(in: text.bytes) { report(range, in: text, place) }
        for range in SecretShape.userInformation(in: text.bytes) { report(range, in: text, place, as: "") }
    }

    private mutating func searchBase64(_ text: SearchedText, _ place: String, depth: Int) {
        var at = text.bytes.startIndex
        while let word = text.bytes.run(of: .base64, from: &at) {
            if word.count > 19, let decoded = text.decodedBase64(word) { search(decoded, place, depth: depth) }
        }
    }

    /// Searches a named value.
    ///
    /// - Parameters:
    ///   - range: The range of the value in the text.
    ///   - name: The name.
    ///   - kind: The kind of secret that the name stands for, or `nil` if it isn't the name of a secret.
    ///   - text: The text.
    ///   - place: The place of the value.
    ///   - isField: Whether the value is a form field, a query item or similar.
    ///   - depth: The number of encodings around the text.
    mutating func search(
        _ range: Range<Int>, named name: String, _ kind: SecretNames.Kind?, in text: SearchedText, _ place: String,
        isField: Bool = false, depth: Int = 0
    ) {
        let isSecret = kind.map { isField || $0.includes(text.bytes[range], names) } ?? false
        if isSecret { return report(range, in: text, place, name) }
        search(text[range], place, depth: depth + 1)
    }
}
