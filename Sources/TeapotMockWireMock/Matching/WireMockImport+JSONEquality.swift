import Teapot
import TeapotMock
import TeapotMockDocuments

extension WireMockImport {
    /// The condition of `equalToJson` on a document.
    struct JSONEquality: Sendable {
        /// A part of the expected document.
        indirect enum Expectation: Sendable {
            case object([String: Expectation])
            case list([Expectation])
            case value(JSONTree)
            /// Any value.
            case anything
            case anyText
            case anyNumber
            case anyFlag
            case text(WholeTextPattern)
        }

        /// The document as written.
        let text: String
        let expected: Expectation
        /// Whether the order of lists is ignored.
        let ignoresOrder: Bool
        /// Whether additional members of objects and elements of lists are ignored.
        let ignoresMore: Bool

        /// The ignored differences, as a clause to append to the document.
        var clause: String {
            switch (ignoresOrder, ignoresMore) {
            case (false, false): ""
            case (true, false): ", in any order"
            case (false, true): ", among others"
            case (true, true): ", in any order, among others"
            }
        }

        /// Returns whether a document is as expected; numbers are compared by value, so 1 equals 1.0.
        ///
        /// - Parameter document: The document.
        /// - Returns: Whether it's as expected.
        /// - Throws: ``WholeTextPattern/Abandoned`` if a regular expression takes too long.
        func isMet(by document: JSONTree) throws -> Bool { try isMet(expected, document) }

        private func isMet(_ expected: Expectation, _ value: JSONTree) throws -> Bool {
            switch (expected, value) {
            case (.object(let members), .object(let values)):
                try (ignoresMore || members.count == values.count)
                    && members.allSatisfy { name, member in
                        try values[exactly: name].map { try isMet(member, $0) } ?? false
                    }
            case (.list(let elements), .list(let values)): try areMet(elements, values)
            case (.value(let one), _): one == value
            case (.anything, _), (.anyText, .string), (.anyNumber, .number), (.anyFlag, .bool): true
            case (.text(let pattern), .string(let text)): try pattern.matches(text)
            default: false
            }
        }

        private func areMet(_ elements: [Expectation], _ values: [JSONTree]) throws -> Bool {
            guard ignoresMore ? elements.count <= values.count : elements.count == values.count else { return false }
            guard ignoresOrder else { return try zip(elements, values).allSatisfy { try isMet($0, $1) } }
            /// The index of the element assigned to each value.
            var holders = [Int?](repeating: nil, count: values.count)
            return try elements.indices.allSatisfy { index in
                var seen = Set<Int>()
                return try place(index, elements, values, &holders, &seen)
            }
        }

        /// Finds a value for an element, and reassigns other elements if necessary.
        private func place(
            _ index: Int, _ elements: [Expectation], _ values: [JSONTree], _ holders: inout [Int?],
            _ seen: inout Set<Int>
        ) throws -> Bool {
            // Most values are at the expected index, so the search starts there.
            for step in values.indices {
                let place = (index + step) % values.count
                guard !seen.contains(place), try isMet(elements[index], values[place]) else { continue }
                seen.insert(place)
                if let holder = holders[place], try !self.place(holder, elements, values, &holders, &seen) { continue }
                holders[place] = index
                return true
            }
            return false
        }
    }
}

extension WireMockImport.JSONEquality.Expectation {
    /// Creates an expectation.
    ///
    /// - Parameter value: The expected value, whose strings may be JsonUnit placeholders, such as
    ///   `${json-unit.any-string}`.
    /// - Throws: An error if there's an unsupported placeholder.
    init(_ value: JSONTree) throws(WholeTextPattern.ParsingError) {
        switch value {
        case .object(let members):
            var expected: [String: Self] = [:]
            for (name, member) in members { expected[name] = try Self(member) }
            self = .object(expected)
        case .list(let elements):
            var expected: [Self] = []
            for element in elements { expected.append(try Self(element)) }
            self = .list(expected)
        case .string(let text): self = try Self(placeholder: text) ?? .value(value)
        case .number, .bool, .null: self = .value(value)
        }
    }

    private init?(placeholder text: String) throws(WholeTextPattern.ParsingError) {
        guard text.hasPrefix("${json-unit.") || text.hasPrefix("#{json-unit."), let end = text.firstIndex(of: "}")
        else {
            return nil
        }
        let name = text[..<end].dropFirst("${json-unit.".count)
        let rest = String(text[text.index(after: end)...])
        switch (name, rest.isEmpty) {
        case ("ignore", true): self = .anything
        case ("any-string", true): self = .anyText
        case ("any-number", true): self = .anyNumber
        case ("any-boolean", true): self = .anyFlag
        case ("regex", false): self = .text(try WholeTextPattern(rest))
        default:
            throw WholeTextPattern.ParsingError(reason: "the placeholder “\(text.shortened(to: 60))” is not supported")
        }
    }

    /// The number of elements of the longest list.
    var longestList: Int {
        switch self {
        case .object(let members): members.values.map(\.longestList).max() ?? 0
        case .list(let elements): max(elements.count, elements.map(\.longestList).max() ?? 0)
        case .value, .anything, .anyText, .anyNumber, .anyFlag, .text: 0
        }
    }

    /// Whether only one document meets the expectation, even with numbers as `Double`.
    var isPlain: Bool {
        switch self {
        case .object(let members): members.values.allSatisfy(\.isPlain)
        case .list(let elements): elements.allSatisfy(\.isPlain)
        case .value(.number(let number)): number.isExact
        case .value: true
        case .anything, .anyText, .anyNumber, .anyFlag, .text: false
        }
    }
}
