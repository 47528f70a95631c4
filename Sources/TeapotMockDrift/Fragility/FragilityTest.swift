import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

/// Tests one mock by changing its values one at a time.
struct FragilityTest<Target: Decodable> {
    /// The maximum number of bytes to decode; of long lists, only some elements are changed.
    private let limit: Int
    private let decoder: JSONDecoder
    private let file: String
    private let text: JSONText
    private let whole: Portrait
    /// Returns whether a document allows a changed body.
    private let isAllowed: (Data) -> Bool
    private(set) var report = Fragility()
    /// The findings by place and change.
    private var findings: [Fragility.Finding.Key: Fragility.Finding] = [:]
    /// For each pattern, whether changing such a value changed the decoded result.
    private var isRead: [String: Bool] = [:]
    /// The result of decoding without a value, by the number of the value.
    private var without: [Int: Portrait] = [:]
    /// The changes that seem to remove a whole object, with the loss if the object has no other member.
    private var suspects: [(edit: JSONChanges.Edit, parent: Int, loss: Fragility.Loss?)] = []
    /// Whether decoding the same body gives the same value each time.
    private let isStable: Bool

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
        isStable = Portrait(of: try decoder.decode(type, from: body)) == whole
        text = onDeepStack { [dictionaries = whole.dictionaries] in JSONText(body, dictionaries: dictionaries) }
    }

    /// Makes all changes, or as many as the limit allows; the choice is the same each time.
    mutating func run() {
        let edits = chosen(JSONChanges.all(of: text))
        for edit in edits { make(edit) }
        for (edit, parent, loss) in suspects {
            let loss = hasOtherReadMember(parent, edit.value) ? .element : loss
            if let loss { add(loss, nil, of: edit, in: text.replacing(edit)) }
        }
        report.changeCount = edits.count
        report.findings = findings.values.map { finding in
            // The remedy for an enum's unknown value also helps with any other value.
            guard let change = finding.change.unknown,
                let unknown = findings[.init(pointer: finding.pointer, change: change)], unknown.loss >= finding.loss
            else { return finding }
            var finding = finding
            finding.advice = unknown.advice
            return finding
        }
        for value in text.values {
            if value.content.isBlank { report.blank.append(value.pattern) } else { report.shown.insert(value.pattern) }
        }
        report.read = Set(isRead.filter(\.value).keys)
        if isStable {
            report.unread = unread
        } else {
            report.remarks.append("which values of \(name) are read, because they differ each time")
        }
        report.sort()
    }

    private mutating func chosen(_ edits: [JSONChanges.Edit]) -> [JSONChanges.Edit] {
        let limit = max(100, limit / max(1, text.bytes.count))
        guard edits.count > limit else { return edits }
        // Picks evenly spaced values from each place.
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
            // Rotate: values often have the same number of changes, so a fixed step would always pick the same kind.
            chosen = (0..<chosen.count / step).map { chosen[$0 * step + $0 % step] }
        }
        report.remarks.append("\(edits.count - chosen.count) of \(edits.count) changes of \(name), because it is long")
        return chosen
    }

    private var name: String { file.isEmpty ? "the value" : file }

    private mutating func make(_ edit: JSONChanges.Edit) {
        let value = text.values[edit.value]
        let changed = text.replacing(edit)
        do {
            let portrait = Portrait(of: try decoder.decode(Target.self, from: changed))
            if portrait != whole { isRead[value.pattern] = true } else if edit.change.isOfValue { note(value) }
            let isGone = edit.change == .null || (edit.change == .emptyObject && value.parent == nil)
            if isGone { without[edit.value] = portrait }
            let loss = loss(from: portrait, of: edit, value)
            if let parent = value.parent, portrait != whole, without[parent] == portrait {
                suspects.append((edit, parent, loss))
            } else if let loss {
                add(loss, nil, of: edit, in: changed)
            }
        } catch {
            isRead[value.pattern] = true
            add(.everything, error, of: edit, in: changed)
        }
    }

    /// Records that changes to a place have had no effect so far.
    private mutating func note(_ value: JSONText.Value) {
        // A value that equals a likely default may be read although changing it makes no difference.
        switch value.content {
        case .null, .bool(false), .string(""): return
        case .number(let number) where number.double == 0: return
        case .list(let elements) where elements.isEmpty: return
        case .object(let members) where members.isEmpty: return
        default: if isRead[value.pattern] == nil { isRead[value.pattern] = false }
        }
    }

    /// Returns whether an object has another member that's read.
    private func hasOtherReadMember(_ object: Int, _ member: Int) -> Bool {
        guard case .object(let members) = text.values[object].content else { return false }
        return members.contains { other in
            let value = text.values[other.value]
            if case .null = value.content { return false }
            return other.value != member && isRead[value.pattern] == true
        }
    }

    /// Returns the loss if the body can still be decoded.
    private func loss(from portrait: Portrait, of edit: JSONChanges.Edit, _ value: JSONText.Value) -> Fragility.Loss? {
        // The value may have elements, or be an element itself.
        let own = edit.change.adds ? 0 : ownElements(edit.value) + (value.isElement ? 1 : 0)
        let lost = whole.elements - portrait.elements
        if lost > own { return .element }
        return edit.change.removes || (lost <= 0 && portrait.values >= whole.values) ? nil : .member
    }

    /// Returns the number of elements in all lists within a value.
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
        guard isAllowed(changed) else { return }
        let pointer = text.values[edit.value].pattern
        let key = Fragility.Finding.Key(pointer: pointer, change: edit.change)
        let count = findings[key]?.count ?? 0
        if let known = findings[key], known.loss >= loss {
            findings[key]?.count += 1
            return
        }
        findings[key] = Fragility.Finding(
            file: file, pointer: pointer, change: edit.change, loss: loss,
            reason: error.map { reason($0, edit, changed) } ?? "", count: count + 1,
            advice: edit.change.advice(for: text.values[edit.value], loss))
    }

    /// Returns why a changed text can't be decoded.
    private func reason(_ error: any Error, _ edit: JSONChanges.Edit, _ changed: Data) -> String {
        // The unchanged text can be decoded, so Foundation must be rejecting the new number, even if it doesn't say so.
        if let number = edit.replacement, JSONNumber(number) != nil, DecodingFailure.isOfNumber(error) {
            let place = text.pointer(to: edit.value)
            return "\(place): the number \(number) does not fit its type, such as `Int` or `UInt`"
        }
        return (try? JSONTree(parsingDeep: changed)).map { DecodingFailure(error, in: $0).sentence } ?? ""
    }

    /// The outermost places whose changes have no effect, in text order.
    private var unread: [String] {
        var places: [String] = []
        for value in text.values where isRead[value.pattern] == false {
            let isWithin = places.contains { value.pattern == $0 || value.pattern.hasPrefix($0 + "/") }
            let isAround = report.read.contains { $0.hasPrefix(value.pattern + "/") }
            if !isWithin, !isAround { places.append(value.pattern) }
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
    var sentence: String {
        let place = pointer.description.isEmpty ? "the whole body" : pointer.description
        return expected.map { "\(place): expected \($0), found \(found)" } ?? "\(place): can't decode \(found)"
    }
}

extension Fragility.Change {
    /// Whether the change removes the value, so that losing it is expected.
    var removes: Bool {
        switch self {
        case .missing, .null, .emptyText, .emptyList, .emptyObject: true
        default: false
        }
    }

    /// Whether the change keeps the value, and adds something or changes its order.
    var adds: Bool {
        switch self {
        case .newMember, .otherOrder, .badElement: true
        default: false
        }
    }

    /// Whether the change gives the value another type, or removes it, so that any code that reads it is affected.
    var isOfValue: Bool {
        switch self {
        case .missing, .null, .text, .fraction, .hugeNumber, .unknownText, .otherDate, .number, .negative: true
        case .otherText, .emptyText, .unknownNumber: true
        default: false
        }
    }

    /// The change to an unknown value of the same type, if this change also produces one.
    fileprivate var unknown: Self? {
        switch self {
        case .text, .fraction, .hugeNumber, .negative: .unknownNumber
        case .emptyText: .unknownText
        default: nil
        }
    }

    /// Returns the remedy for the loss in Swift, if known.
    fileprivate func advice(for value: JSONText.Value, _ loss: Fragility.Loss) -> Fragility.Advice? {
        guard loss > .member, value.parent != nil || self == .badElement else { return nil }
        if value.isElement || value.isEntry || self == .badElement {
            return .init("decode the elements one by one, and skip those that fail")
        }
        let text: String? =
            switch self {
            case .emptyObject: "make the members of % optional, or give them defaults"
            case .missing, .null: "make % optional, or give it a default in `init(from:)`"
            case .unknownText, .otherCase:
                "give the type of % a case for unknown values: `self = Self(rawValue: text) ?? .unknown`"
            case .unknownNumber:
                "give the type of % a case for unknown values: "
                    + "`self = (try? container.decode(Int.self)).flatMap(Self.init(rawValue:)) ?? .unknown`"
            case .text, .number: "let `init(from:)` accept % in both types, or decode it with `try?` as an optional"
            case .otherText, .emptyText: "decode % with `try?` as an optional"
            case .fraction:
                "if % can have fractions, like an amount, decode it as `Decimal` or `Double`; if it only counts or "
                    + "identifies, decode it with `try?` as an optional"
            case .hugeNumber: "decode % with `try?` as an optional, or as `Decimal` if it may become that large"
            case .negative: "decode % as a signed number, or with `try?` as an optional"
            case .otherDate: "let the decoder's `dateDecodingStrategy` try several formats"
            case .emptyList, .newMember, .otherOrder, .badElement: nil
            }
        return text.map { .init($0, JSONPointer(description: value.pattern).tokens.last ?? "") }
    }
}

extension JSONText.Content {
    /// Whether the value hides what else might be in its place.
    fileprivate var isBlank: Bool {
        switch self {
        case .null: true
        case .list(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        case .string, .number, .bool: false
        }
    }
}
