import Foundation
import Teapot
import TeapotMock

/// A test of one mock, whose values are changed one at a time.
struct FragilityTest<Target: Decodable> {
    /// The greatest number of bytes that are decoded; of the elements of long lists only some are changed.
    private let limit: Int
    private let decoder: JSONDecoder
    private let file: String
    private let text: JSONText
    private let whole: Portrait
    /// Returns whether a changed body may be sent, by a document.
    private let isAllowed: (Data) -> Bool
    private(set) var report = Fragility()
    /// The findings by their places and changes.
    private var findings: [Fragility.Finding.Key: Fragility.Finding] = [:]
    /// For each pattern, whether a change of such a value changed what was decoded.
    private var isRead: [String: Bool] = [:]

    /// Decodes the unchanged mock.
    ///
    /// - Throws: The error of the decoder.
    init(
        of type: Target.Type, in body: Data, file: String, _ decoder: JSONDecoder, limit: Int,
        allowing isAllowed: @escaping (Data) -> Bool
    ) throws {
        self.decoder = decoder
        self.file = file
        self.limit = limit
        self.isAllowed = isAllowed
        whole = Portrait(of: try decoder.decode(type, from: body))
        text = onDeepStack { JSONText(body) }
    }

    /// Makes all changes, or as many as the limit allows, the same ones each time.
    mutating func run() {
        let edits = chosen(JSONChanges.all(of: text))
        for edit in edits { make(edit) }
        report.changeCount = edits.count
        report.findings = Array(findings.values)
        report.unread = unread
        report.sort()
    }

    private mutating func chosen(_ edits: [JSONChanges.Edit]) -> [JSONChanges.Edit] {
        let limit = max(100, limit / max(1, text.bytes.count))
        guard edits.count > limit else { return edits }
        // Of the values of each place, those at equal distances.
        var counts: [String: Int] = [:]
        for edit in edits { counts[text.values[edit.value].pattern + edit.change.rawValue, default: 0] += 1 }
        let most = max(1, limit / counts.count)
        var seen: [String: Int] = [:]
        var chosen = edits.filter { edit in
            let key = text.values[edit.value].pattern + edit.change.rawValue
            let (index, count) = (seen[key, default: 0], counts[key] ?? 1)
            seen[key] = index + 1
            return index == 0 || index * most / count != (index - 1) * most / count
        }
        if chosen.count > 2 * limit {
            let step = chosen.count / limit
            chosen = stride(from: 0, to: chosen.count, by: step).map { chosen[$0] }
        }
        report.notes.append("\(edits.count - chosen.count) of \(edits.count) changes of \(name), which is long")
        return chosen
    }

    private var name: String { file.isEmpty ? "the value" : file }

    private mutating func make(_ edit: JSONChanges.Edit) {
        let value = text.values[edit.value]
        let changed = text.replacing(edit.range, with: edit.replacement)
        let loss: Fragility.Loss
        var reason: (any Error)?
        do {
            let portrait = Portrait(of: try decoder.decode(Target.self, from: changed))
            if portrait != whole { isRead[value.pattern] = true } else if edit.change.isOfValue { note(value) }
            guard let found = self.loss(from: portrait, of: edit, value) else { return }
            loss = found
        } catch {
            isRead[value.pattern] = true
            (loss, reason) = (.everything, error)
        }
        guard isAllowed(changed) else { return }
        add(loss, reason, of: edit, in: changed)
    }

    /// Notes that a place was changed without an effect so far.
    private mutating func note(_ value: JSONText.Value) {
        // An optional member may be read although it makes no difference whether it is null.
        if case .null = value.content { isRead[value.pattern] = true }
        if isRead[value.pattern] == nil { isRead[value.pattern] = false }
    }

    /// Returns what is lost although the body can be decoded.
    private func loss(from portrait: Portrait, of edit: JSONChanges.Edit, _ value: JSONText.Value) -> Fragility.Loss? {
        // The value may itself have elements, or be one.
        let own = ownElements(edit.value) + (value.pattern.hasSuffix("/*") ? 1 : 0)
        let lost = whole.elements - portrait.elements
        if lost > own { return .element }
        return edit.change.removes || (lost <= 0 && portrait.values >= whole.values) ? nil : .member
    }

    /// Returns the number of elements of all lists in a value.
    private func ownElements(_ number: Int) -> Int {
        switch text.values[number].content {
        case .object(let members): members.reduce(0) { $0 + ownElements($1.value) }
        case .list(let elements): elements.count + elements.reduce(0) { $0 + ownElements($1) }
        case .string, .number, .bool, .null: 0
        }
    }

    private mutating func add(
        _ loss: Fragility.Loss, _ error: (any Error)?, of edit: JSONChanges.Edit, in changed: Data
    ) {
        let pointer = text.values[edit.value].pattern
        let key = Fragility.Finding.Key(pointer: pointer, change: edit.change)
        if var known = findings[key] {
            known.count += 1
            if loss > known.loss { known.loss = loss }
            findings[key] = known
            return
        }
        let failure = error.flatMap { error in
            (try? JSONTree(parsing: changed)).map { DecodingFailure(error, in: $0) }
        }
        findings[key] = Fragility.Finding(
            file: file, pointer: pointer, change: edit.change, loss: loss, reason: failure.map(\.sentence) ?? "",
            count: 1, remedy: edit.change.remedy(for: pointer, loss))
    }

    /// The outermost places without an effect, in the order of the text.
    private var unread: [String] {
        var places: [String] = []
        for value in text.values where isRead[value.pattern] == false {
            let isWithin = places.contains { value.pattern == $0 || value.pattern.hasPrefix($0 + "/") }
            if !isWithin { places.append(value.pattern) }
        }
        return places
    }
}

extension Fragility.Finding {
    /// The place and the change of a finding.
    struct Key: Hashable {
        let pointer: String
        let change: Fragility.Change
    }
}

extension DecodingFailure {
    /// The failure as a sentence.
    fileprivate var sentence: String {
        let place = pointer.description.isEmpty ? "the whole body" : pointer.description
        return expected.map { "\(place): expected \($0), found \(found)" } ?? "\(place): can't decode \(found)"
    }
}

extension Fragility.Change {
    /// A Boolean value that indicates whether the change leaves nothing of the value, so that its own loss is expected.
    var removes: Bool {
        switch self {
        case .missing, .null, .emptyList, .emptyObject: true
        default: false
        }
    }

    /// A Boolean value that indicates whether the change gives the value another type, or removes it, so that whatever
    /// reads it decodes something else.
    var isOfValue: Bool {
        switch self {
        case .missing, .null, .text, .fraction, .hugeNumber, .unknownText, .otherDate, .number, .negative: true
        default: false
        }
    }

    /// Returns what would cure the loss in Swift, if that is known.
    func remedy(for pointer: String, _ loss: Fragility.Loss) -> String? {
        guard loss > .member else { return nil }
        let isElement = pointer.hasSuffix("/*")
        let name = JSONPointer(description: pointer).tokens.last ?? "the value"
        return switch self {
        case _ where isElement, .badElement: "decode the elements one by one, and leave out those that fail"
        case .missing, .null, .emptyObject: "make “\(name)” optional, or give it a default in `init(from:)`"
        case .unknownText, .otherCase:
            "give the type of “\(name)” a case for unknown values: `self = Self(rawValue: text) ?? .unknown`"
        case .text, .number: "let `init(from:)` take “\(name)” as a number and as a string"
        case .fraction, .hugeNumber: "decode “\(name)” as `Double` or `Decimal`, or as `try?` an optional"
        case .negative: "decode “\(name)” as a signed number, or as `try?` an optional"
        case .otherDate: "let the decoder's `dateDecodingStrategy` try several formats"
        case .emptyList, .newMember, .otherOrder: nil
        }
    }
}
