import Foundation
import Teapot
import TeapotMock

/// A part of a message, such as a header field or the body, and what is replaced in it.
struct SearchedPart {
    /// A replaced range, and where its replacement is in the new text.
    struct Change {
        let old: Range<Int>
        let new: Range<Int>
    }

    let place: String
    let bytes: [UInt8]
    var findings: [SecretSearch.Finding] = []

    /// Adds what is known to be secret, however it is encoded.
    mutating func search(for known: KnownSecrets) {
        var text = SearchedText(bytes[...])
        for _ in 0..<SecretSearch.maximumDepth {
            for range in known.ranges(in: text.bytes) {
                findings.append(
                    SecretSearch.Finding(
                        place: place, name: nil, range: text.place(of: range), value: Array(text.bytes[range])))
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
            var end = first.range.upperBound
            while index < ordered.count, ordered[index].range.lowerBound < end {
                end = max(end, ordered[index].range.upperBound)
                index += 1
            }
            result += bytes[at..<first.range.lowerBound]
            let start = result.count
            result += first.replacement.utf8
            changes.append(Change(old: first.range.lowerBound..<end, new: start..<result.count))
            at = end
        }
        return (result + bytes[at...], changes)
    }
}
