import Foundation
import TeapotMockDocuments

extension Fragility {
    /// A change that a server may make to one value.
    public enum Change: String, Sendable, Hashable, CaseIterable {
        case missing = "missing"
        case null = "null"
        case unknownText = "an unknown string"
        case otherCase = "the string in a different case"
        case otherText = "another string"
        case emptyText = "an empty string"
        case otherDate = "another date format"
        case text = "a string instead"
        case number = "a number instead"
        case unknownNumber = "an unknown number"
        case fraction = "a fraction"
        case hugeNumber = "a huge number"
        case negative = "a negative number"
        case emptyList = "an empty list"
        case emptyObject = "an empty object"
        case badElement = "one bad element"
        case newMember = "a new member"
        case otherOrder = "members in another order"
    }
}

/// The changes to a JSON text, one value at a time.
struct JSONChanges {
    /// One change to one value.
    struct Edit: Sendable {
        let change: Fragility.Change
        /// The number of the value in the text.
        let value: Int
        /// The bytes to replace, and their replacement, or `nil` for reordering the members.
        let range: Range<Int>
        let replacement: String?
    }

    private let text: JSONText
    /// The strings of each pattern that look like case names, with the number of values with the pattern.
    private var names: [String: (different: Set<String>, count: Int)] = [:]
    /// The whole numbers of each pattern.
    private var numbers: [String: Set<Int>] = [:]
    private var edits: [Edit] = []

    private init(of text: JSONText) {
        self.text = text
        for value in text.values {
            switch value.content {
            case .string(let string):
                names[value.pattern, default: ([], 0)].count += 1
                names[value.pattern]?.different.insert(string)
            case .number(let number): number.integer.map { _ = numbers[value.pattern, default: []].insert($0) }
            case .object, .list, .bool, .null: break
            }
        }
    }

    /// Returns all changes to a text, in the order of its values.
    static func all(of text: JSONText) -> [Edit] {
        var changes = JSONChanges(of: text)
        for number in text.values.indices { changes.add(number) }
        return changes.edits
    }

    private mutating func add(_ number: Int) {
        let value = text.values[number]
        func add(_ change: Fragility.Change, _ replacement: String?) {
            edits.append(Edit(change: change, value: number, range: value.range, replacement: replacement))
        }
        func append(_ change: Fragility.Change, _ part: String, isFirst: Bool) {
            let end = value.range.upperBound - 1
            let replacement = isFirst ? part : "," + part
            edits.append(Edit(change: change, value: number, range: end..<end, replacement: replacement))
        }
        if case .null = value.content {} else if value.parent != nil { add(.null, "null") }
        switch value.content {
        case .object(let members):
            for (index, member) in members.enumerated() {
                // Remove the comma after it too, or the one before it for the last member.
                let isLast = index == members.count - 1
                let start = isLast && index > 0 ? members[index - 1].range.upperBound : member.range.lowerBound
                let end = isLast ? member.range.upperBound : members[index + 1].range.lowerBound
                edits.append(Edit(change: .missing, value: member.value, range: start..<end, replacement: ""))
            }
            if !members.isEmpty { add(.emptyObject, "{}") }
            // Copy the first member's value, because the object may be a table.
            let content = members.first.map { text.text(text.values[$0.value].range) } ?? "1"
            append(.newMember, "\"teapotNewMember\":\(content)", isFirst: members.isEmpty)
            if members.count > 1 { add(.otherOrder, nil) }
        case .list(let elements):
            if !elements.isEmpty { add(.emptyList, "[]") }
            append(.badElement, badElement(like: elements.first), isFirst: elements.isEmpty)
        case .string(let string):
            for (change, replacement) in changes(of: string, value.pattern) { add(change, replacement) }
            if !string.isEmpty { add(.emptyText, "\"\"") }
        case .number(let number):
            add(.text, "\"\(number.text)\"")
            if number.isWhole, let unknown = unknownNumber(at: value.pattern) { add(.unknownNumber, "\(unknown)") }
            if number.isWhole { add(.fraction, "\(number.integer ?? 1).5") }
            add(.hugeNumber, number.isWhole ? "92233720368547758080" : "1.5e300")
            if number.double > 0 { add(.negative, "-\(number.text)") }
        case .bool(let bool):
            add(.text, bool ? #""true""# : #""false""#)
            add(.number, bool ? "1" : "0")
        case .null: break
        }
    }

    /// Returns a number that doesn't occur at a pattern, and that fits every integer type.
    private func unknownNumber(at pattern: String) -> Int? {
        (100...127).first { numbers[pattern]?.contains($0) != true }
    }

    /// Returns an element unlike the others in a list.
    private func badElement(like first: Int?) -> String {
        switch first.map({ text.values[$0].content }) {
        case .object: "{}"
        case .string: "{}"
        default: "null"
        }
    }

    /// Returns the changes to a string, each with its replacement.
    private func changes(of string: String, _ pattern: String) -> [(Fragility.Change, String)] {
        let other = [(Fragility.Change.otherText, #""teapotUnknown""#)]
        if UUID(uuidString: string) != nil { return other }
        if let dates = DateText.others(for: string) { return dates.map { (.otherDate, $0) } + other }
        if JSONNumber(string) != nil {
            // Some numbers can't be written in JSON, such as +49 and 007.
            return other + ((try? JSONTree(parsing: Data(string.utf8))) == nil ? [] : [(.number, string)])
        }
        guard isCaseName(string, pattern) else { return [] }
        let upper = string.uppercased()
        let swapped = string == upper ? string.lowercased() : upper
        return [(.unknownText, #""teapotUnknown""#)] + (swapped == string ? [] : [(.otherCase, "\"\(swapped)\"")])
    }

    /// Returns whether a string may be a case name: a short text in a place with only a few different ones.
    private func isCaseName(_ string: String, _ pattern: String) -> Bool {
        guard !string.isEmpty, string.utf8.count <= 40, let names = names[pattern] else { return false }
        let isWord = string.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789_-. /+".unicodeScalars.contains(scalar))
        }
        return isWord && (names.different.count <= 12 || names.different.count * 2 <= names.count)
    }
}
