import Teapot

extension SecretNames.Kind {
    /// Returns whether a text or a number with a name of this kind could be a secret.
    func includes(_ value: ArraySlice<UInt8>, _ names: NameKinds) -> Bool {
        guard self == .anything || !SecretValue.isPlaceholder(value) else { return false }
        switch self {
        case .anything: return !value.isEmpty
        case .credential:
            if SecretValue.hasMachineMadeWord(value) { return true }
            let isOneWord = !value.contains { $0.isSpace } && value.contains { $0.isAlphanumeric || $0 >= 0x80 }
            return isOneWord && !SecretValue.isLabel(value, names)
        case .word:
            if SecretValue.hasMachineMadeWord(value) { return true }
            let isOneWord = value.count > 15 && !value.contains { $0.isSpace || "./:".utf8.contains($0) }
            return isOneWord && value.contains { 0x30...0x39 ~= $0 }
        case .code:
            let digits = value.count { 0x30...0x39 ~= $0 }
            return digits > 2 && value.count < 40 && value.allSatisfy { $0.isAlphanumeric || " -".utf8.contains($0) }
        }
    }

    /// Returns whether a JSON number with a name of this kind could be a secret.
    func includes(number: ArraySlice<UInt8>) -> Bool {
        let digits = number.count { 0x30...0x39 ~= $0 }
        return self == .credential ? digits > 3 : self == .anything || self == .code && digits > 2
    }
}

/// A type that judges values without their names.
enum SecretValue {
    /// Returns whether one of a value's words looks machine-generated, with letters and digits mixed.
    static func hasMachineMadeWord(_ value: ArraySlice<UInt8>) -> Bool { !machineMadeWords(in: value).isEmpty }

    /// Returns the words of a text that look machine-generated.
    static func machineMadeWords(in text: ArraySlice<UInt8>) -> [Range<Int>] {
        var (words, at) = ([Range<Int>](), text.startIndex)
        while let word = text.run(of: wordBytes, from: &at) {
            // A dot or similar punctuation ends a sentence.
            let last = text[word].lastIndex { $0.isAlphanumeric || $0 == UInt8(ascii: "=") }
            if let last, isMachineMade(text[word.lowerBound...last]) { words.append(word.lowerBound..<last + 1) }
        }
        return words
    }

    private static let wordBytes = ByteSet("-_.~+/=!@$%^*:", and: \.isAlphanumeric)
    private static let separators = ByteSet("/.:=@")

    private static func isMachineMade(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.count > 5 else { return false }
        if word.firstRange(of: "://".utf8) != nil { return false }
        // The parts of a path, a host or a pair are separate words.
        return word.split(whereSeparator: { separators.contains($0) }).contains { isRandom($0) }
    }

    private static func isRandom(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.count > 5, let first = word.first else { return false }
        let digits = word.count { 0x30...0x39 ~= $0 }
        guard digits > 0 else { return word.count > 15 && isMixed(word) }
        let letters = word.count { $0.isAlphanumeric } - digits
        if letters == 0 { return digits == word.count && digits > 7 }
        // Words with a number, such as `sha256`, `step-2` and `300ms`, change once from letters to digits.
        var (changes, wasDigit) = (0, 0x30...0x39 ~= first)
        for byte in word.dropFirst() where byte.isAlphanumeric {
            let isDigit = 0x30...0x39 ~= byte
            if isDigit != wasDigit { changes += 1 }
            wasDigit = isDigit
        }
        return (changes > 1 || word.count > 23) && !isTime(word)
    }

    /// Returns whether uppercase and lowercase are mixed as in Base64, rather than as in names.
    private static func isMixed(_ word: ArraySlice<UInt8>) -> Bool {
        let pairs = zip(word, word.dropFirst())
        func isCapital(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte }
        return pairs.count { isCapital($0) && isCapital($1) } > 1 && pairs.count { $0 > 0x60 && isCapital($1) } > 1
    }

    /// Returns whether a word is a date or a time, such as `2026-11-25T18`.
    private static func isTime(_ word: ArraySlice<UInt8>) -> Bool {
        word.allSatisfy { 0x30...0x39 ~= $0 || "-TZ+:.".utf8.contains($0) }
    }

    /// Returns whether a text has been redacted.
    static func isRedacted(_ value: ArraySlice<UInt8>) -> Bool { value.elementsEqual(Redaction.replacement.utf8) }

    /// Returns whether a text is a placeholder for a missing value.
    static func isPlaceholder(_ value: ArraySlice<UInt8>) -> Bool {
        let text = value.drop { $0.isSpace }
        guard let first = text.first else { return true }
        if "<$[({%:#".utf8.contains(first), text.dropFirst().contains(where: { ">})]".utf8.contains($0) }) {
            return true
        }
        if text.allSatisfy({ "*.xX-_•?".utf8.contains($0) || $0 >= 0x80 }), Set(text).count < 4 { return true }
        return value.firstRange(of: Redaction.replacement.utf8) != nil
    }

    /// Returns whether a word describes or names a secret.
    static func isLabel(_ value: ArraySlice<UInt8>, _ names: NameKinds) -> Bool {
        let text = String(decoding: value, as: UTF8.self)
        let isTitle = text.first?.isUppercase == true && text.dropFirst().allSatisfy { $0.isLowercase }
        let isForeign = text.unicodeScalars.contains { $0.value > 0x7F } && text.allSatisfy { $0.isLetter || $0 == "-" }
        let isVersion = value.contains(0x2E) && value.allSatisfy { 0x30...0x39 ~= $0 || ".^~".utf8.contains($0) }
        return isTitle || isForeign || isVersion || labels.contains(text.lowercased())
            || (!text.contains(where: \.isNumber) && names.kind(of: text) != nil)
    }

    private static let labels: Set = [
        "admin", "any", "array", "basic", "boolean", "changed", "default", "disabled", "empty", "enabled", "error",
        "expired", "false", "form", "hidden", "incorrect", "integer", "invalid", "masked", "missing", "no", "none",
        "null", "number", "object", "off", "ok", "on", "optional", "plain", "read", "required", "set", "string",
        "strong", "text", "true", "undefined", "unset", "valid", "weak", "write", "wrong", "yes",
    ]

    /// Returns whether a value is unguessable, so it can be searched for everywhere.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isCredential: Whether it was sent as a credential. A phrase may also be a credential.
    /// - Returns: Whether it's unguessable.
    static func isUnique(_ value: ArraySlice<UInt8>, isCredential: Bool = false) -> Bool {
        guard value.count > 7, Set(value).count > 5, value.first != UInt8(ascii: "/"), !isTime(value),
            value.firstRange(of: "://".utf8) == nil
        else { return false }
        let hasSpace = value.contains(where: \.isSpace)
        if isCredential, value.count > 11, hasSpace || value.contains(where: { !(0x61...0x7A ~= $0 | 0x20) }) {
            return true
        }
        let kinds: [(UInt8) -> Bool] = [
            { 0x30...0x39 ~= $0 }, { 0x41...0x5A ~= $0 }, { 0x61...0x7A ~= $0 }, { !$0.isAlphanumeric },
        ]
        return !hasSpace && (kinds.count { value.contains(where: $0) } > 2 || hasMachineMadeWord(value))
    }
}
