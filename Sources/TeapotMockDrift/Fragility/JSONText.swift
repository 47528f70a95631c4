import Foundation
import TeapotMock
import TeapotMockDocuments

/// A JSON text with the places of its values, so that one value at a time can be replaced.
struct JSONText: Sendable {
    /// A value of the text.
    struct Value: Sendable {
        /// The pointer with `*` instead of the indices of lists and the keys of dictionaries, the same for the same
        /// member of all elements.
        fileprivate(set) var pattern = ""
        /// The number of the value that contains this one, or `nil` for the outermost value.
        let parent: Int?
        /// Whether the value is an element of a list.
        let isElement: Bool
        /// Whether the value belongs to a dictionary, whose keys are data.
        fileprivate(set) var isEntry = false
        /// The bytes of the value.
        let range: Range<Int>
        let content: Content
    }

    /// The content of a value.
    enum Content: Sendable {
        case object([Member])
        case list([Int])
        case string(String)
        case number(JSONNumber)
        case bool(Bool)
        case null
    }

    /// A member of an object.
    struct Member: Sendable {
        let name: String
        /// The bytes from the beginning of the name to the end of the value.
        let range: Range<Int>
        /// The number of the value.
        let value: Int
    }

    /// The bytes without a byte order mark.
    let bytes: [UInt8]
    /// All values, each before the values that it contains.
    private(set) var values: [Value] = []

    /// Creates a text from JSON that's known to be valid.
    ///
    /// - Parameters:
    ///   - data: The text.
    ///   - dictionaries: The key sets of known dictionaries. An object with the same members counts as one of them.
    init(_ data: Data, dictionaries: Set<Set<String>> = []) {
        let all = [UInt8](data)
        bytes = Array(all.dropFirst(all.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
        var tokens = JSONTokens(Data(bytes))
        if let first = tokens.next() { _ = add(first, in: nil, isElement: false, &tokens) }
        // Each value comes before the values that it contains.
        for number in values.indices {
            let pattern = values[number].pattern
            switch values[number].content {
            case .object(let members):
                let isDictionary = dictionaries.contains(Set(members.map(\.name)))
                for member in members {
                    let token = isDictionary ? "*" : JSONPointer.escaped(member.name)
                    values[member.value].pattern = pattern + "/" + token
                    values[member.value].isEntry = isDictionary
                }
            case .list(let elements): for element in elements { values[element].pattern = pattern + "/*" }
            case .string, .number, .bool, .null: break
            }
        }
    }

    /// Returns the text after a change.
    func replacing(_ edit: JSONChanges.Edit) -> Data {
        var text = edit.replacement ?? ""
        if edit.replacement == nil, case .object(let members) = values[edit.value].content {
            text = "{\(members.reversed().map { self.text($0.range) }.joined(separator: ","))}"
        }
        let range = edit.range
        var data = Data(capacity: bytes.count + text.utf8.count)
        data.append(contentsOf: bytes[..<range.lowerBound])
        data.append(contentsOf: text.utf8)
        data.append(contentsOf: bytes[range.upperBound...])
        return data
    }

    /// Returns the place of a value, with the indices of lists.
    func pointer(to number: Int) -> JSONPointer {
        guard let parent = values[number].parent else { return JSONPointer() }
        let place = pointer(to: parent)
        switch values[parent].content {
        case .list(let elements): return place.element(elements.firstIndex(of: number) ?? 0)
        case .object(let members): return place.member(members.first { $0.value == number }?.name ?? "")
        case .string, .number, .bool, .null: return place
        }
    }

    /// Returns a part of the text.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Adds a value and its contents, and returns its number and its end.
    private mutating func add(
        _ token: JSONTokens.Token, in parent: Int?, isElement: Bool, _ tokens: inout JSONTokens
    ) -> (number: Int, end: Int) {
        let (number, start) = (values.count, token.bytes.startIndex)
        var end = token.bytes.endIndex
        func value(_ content: Content) -> Value {
            Value(parent: parent, isElement: isElement, range: start..<end, content: content)
        }
        values.append(value(.null))
        var content = Content.null
        switch token.kind {
        case .beginObject:
            var members: [Member] = []
            while let name = tokens.next() {
                end = name.bytes.endIndex
                guard name.kind == .name, let value = tokens.next() else { break }
                let added = add(value, in: number, isElement: false, &tokens)
                members.append(
                    Member(name: name.string, range: name.bytes.startIndex..<added.end, value: added.number))
            }
            content = .object(members)
        case .beginList:
            var elements: [Int] = []
            while let value = tokens.next() {
                end = value.bytes.endIndex
                if value.kind == .endList { break }
                elements.append(add(value, in: number, isElement: true, &tokens).number)
            }
            content = .list(elements)
        case .string: content = .string(token.string)
        case .number: content = JSONNumber(token.text).map { .number($0) } ?? .null
        case .word: content = token.text == "null" ? .null : .bool(token.text == "true")
        case .name, .endObject, .endList: break
        }
        values[number] = value(content)
        return (number, end)
    }
}
