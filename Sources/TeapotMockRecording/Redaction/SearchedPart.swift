import Foundation
import Teapot
import TeapotMock

/// A part of a message, such as a header field or the body, and what is replaced in it.
struct SearchedPart {
    /// A replaced range, and where its replacement is in the new text.
    struct Change {
        let old: Range<Int>
        let new: Range<Int>
        /// The place of what was found there.
        let place: String
        /// Its name; `nil` if a part of it is recognized without one, so that it stays removed if the name is none.
        let name: String?
    }

    let place: String
    let bytes: [UInt8]
    var findings: [SecretSearch.Finding] = []
    /// The ranges in which nothing is replaced.
    var kept: [Range<Int>] = []

    /// Adds what is known to be secret, however it is encoded.
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

    /// Returns the text with what was found replaced, and the changes in order.
    func redacted() -> (bytes: [UInt8], changes: [Change]) {
        guard !findings.isEmpty else { return (bytes, []) }
        let ordered = findings.sorted {
            ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
        }
        var (result, changes) = ([UInt8](), [Change]())
        var (at, index) = (0, 0)
        while index < ordered.count {
            let first = ordered[index]
            let start = index
            var end = first.range.upperBound
            while index < ordered.count, ordered[index].range.lowerBound < end {
                end = max(end, ordered[index].range.upperBound)
                index += 1
            }
            let found = ordered[start..<index].filter { !$0.isKnown }
            let name = found.contains { $0.name == nil } ? nil : found.first?.name
            result += bytes[at..<first.range.lowerBound]
            let new = result.count
            result += first.replacement.utf8
            let place = found.first?.place ?? place
            changes.append(
                Change(old: first.range.lowerBound..<end, new: new..<result.count, place: place, name: name))
            at = end
        }
        return (result + bytes[at...], changes)
    }
}
