/// A part of a message, such as a header or the body, and the replacements in it.
struct SearchedPart {
    /// A finding in one place, with its replacement.
    struct Replacement {
        let range: Range<Int>
        let text: String
        let place: String
        /// The name, or `nil` if a part of the value is recognized without a name, so that part stays removed even if
        /// the name is an exception.
        let name: String?
        /// The number of bytes by which the text grows.
        var growth: Int { text.utf8.count - range.count }
    }

    let place: String
    let bytes: [UInt8]
    var findings: [SecretSearch.Finding] = []
    /// The ranges where nothing is replaced.
    var kept: [Range<Int>] = []

    /// Adds occurrences of known secrets, however they're encoded.
    mutating func search(for known: KnownSecrets) {
        var text = SearchedText(bytes[...])
        for _ in 0..<SecretSearch.maximumDepth {
            for range in known.ranges(in: text.bytes) {
                let place = text.place(of: range)
                if kept.contains(where: place.overlaps) { continue }
                findings.append(
                    SecretSearch.Finding(
                        place: self.place, name: nil, range: place, value: Array(text.bytes[range]), isKnown: true))
            }
            guard let decoded = text.decoded() else { return }
            text = decoded
        }
    }

    /// The replacements in order, with overlapping findings merged.
    var replacements: [Replacement] {
        let ordered = findings.sorted {
            ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
        }
        var (result, index) = ([Replacement](), 0)
        while index < ordered.count {
            let (first, start) = (ordered[index], index)
            var end = first.range.upperBound
            while index < ordered.count, ordered[index].range.lowerBound < end {
                end = max(end, ordered[index].range.upperBound)
                index += 1
            }
            let found = ordered[start..<index].filter { !$0.isKnown }
            result.append(
                Replacement(
                    range: first.range.lowerBound..<end, text: first.replacement, place: found.first?.place ?? place,
                    name: found.contains { $0.name == nil } ? nil : found.first?.name))
        }
        return result
    }

    /// The bytes with the findings replaced.
    var redacted: [UInt8] {
        var (result, at) = ([UInt8](), 0)
        for replacement in replacements {
            result += bytes[at..<replacement.range.lowerBound] + replacement.text.utf8
            at = replacement.range.upperBound
        }
        return result + bytes[at...]
    }
}
