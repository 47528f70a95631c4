extension String {
    /// Returns whether this text is probably a typo of another one.
    ///
    /// A number or a text of one or two characters never counts as a typo, except for versions such as `v1` and `v2`.
    ///
    /// One request may be compared with thousands of routes, so sets of letters rule out most texts first.
    package func isLikelyTypo(of other: String) -> Bool {
        if isVersion, other.isVersion { return true }
        var (own, others) = (self, other)
        return own.withUTF8 { own in
            others.withUTF8 { others in
                let limit = Swift.max(1, own.count / 3)
                guard own.count >= 3, others.count >= 3, abs(own.count - others.count) <= limit else { return false }
                let (letters, otherLetters) = (Self.letters(own), Self.letters(others))
                let haveLetters = letters != 0 && otherLetters != 0
                // An edit adds at most one letter to the set and removes at most one letter from it.
                return haveLetters && (letters ^ otherLetters).nonzeroBitCount <= 2 * limit
            }
        } && closest(among: [other]) != nil
    }

    /// Whether the text is the version of an API, such as `v2`.
    private var isVersion: Bool {
        utf8.first == UInt8(ascii: "v") && utf8.count > 1 && utf8.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// Returns the set of letters in a text, with one bit for each letter.
    ///
    /// Case is ignored, and letters that aren't ASCII have no bit.
    private static func letters(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var letters: UInt64 = 0
        for byte in text where 0x40..<0x80 ~= byte { letters |= 1 << UInt64(byte & 0x1F) }
        return letters
    }
}
