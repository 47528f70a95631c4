import Foundation

extension JSON {
    /// A reader of the values in one text.
    ///
    /// Values stay on a stack until the enclosing list or object ends. The reader then creates the container at its
    /// final size.
    struct Reader: ~Copyable {
        typealias Failure = ParsingError

        private var tokenizer: Tokenizer
        /// The values that aren't part of a container yet.
        private var values = ValueStack()

        /// Creates a reader at the beginning of a text.
        ///
        /// - Parameter text: The bytes, which must outlive the reader.
    }

    /// A stack of values that can return its upper values as a container without changing reference counts.
    ///
    /// With an array instead, reading is 10% slower.
    struct ValueStack: ~Copyable {
        /// The number of values, which is also the number of initialized elements of the buffer.
        private(set) var count = 0
        private var buffer = UnsafeMutableBufferPointer<any Sendable>.allocate(capacity: 32)

        deinit {
            buffer[..<count].deinitialize()
            buffer.deallocate()
        }

        /// Pushes a value.
        mutating func append(_ value: consuming any Sendable) {
            if count == buffer.count {
                let larger = UnsafeMutableBufferPointer<any Sendable>.allocate(capacity: count * 2)
                _ = larger.moveInitialize(fromContentsOf: buffer)
                buffer.deallocate()
                buffer = larger
            }
            buffer.initializeElement(at: count, to: value)
            count += 1
        }

        /// Removes and returns the top value.
        ///
        /// The stack must not be empty.
        mutating func removeLast() -> any Sendable {
            count -= 1
            return buffer.moveElement(from: count)
        }

        /// Removes and returns the values from an index on.
        mutating func removeAll(from first: Int) -> [any Sendable] {
            let taken = buffer[first..<count]
            count = first
            return Array(unsafeUninitializedCapacity: taken.count) { list, count in
                count = list.moveInitialize(fromContentsOf: taken)
            }
        }

        /// Removes the values from an index on, and returns those with a name.
        mutating func removeAll(from first: Int, _ numbers: [String: Int]) -> [String: any Sendable] {
            let taken = buffer[first..<count]
            count = first
            defer { taken.deinitialize() }
            return numbers.mapValues { taken[first + $0] }
        }
    }
}

extension JSON.Reader {
    /// Returns the value of a text.
    static func value(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) -> any Sendable {
        var reader = Self(tokenizer: JSON.Tokenizer(text))
        return try reader.readText()
    }

    /// Reads the whole text.
    private mutating func readText() throws(Failure) -> any Sendable {
        /// For each open container, the number of values before it.
        var starts: [Int] = []
        while let token = try tokenizer.next() {
            switch token.kind {
            case .null: values.append(JSON.null)
            case .boolean: values.append(token.payload != 0)
            case .string, .escapedString: values.append(tokenizer.string(token))
            case .integer: values.append(JSON.number(Int64(bitPattern: token.payload)))
            case .real, .number: values.append(try number(token))
            case .array, .object: starts.append(values.count)
            case .name: break
            case .endOfArray: values.append(values.removeAll(from: starts.removeLast()))
            case .endOfObject:
                let first = starts.removeLast()
                let numbers = try numbers(ofShape: Int(token.payload), count: values.count - first)
                values.append(values.removeAll(from: first, numbers))
            }
        }
        return values.removeLast()
    }

    /// Returns the value of a text, which must not be a scalar.
    static func document(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) -> JSON {
        if let document = JSON(try value(text)) { return document }
        var tokenizer = JSON.Tokenizer(text)
        let first = try tokenizer.next()?.offset ?? 0
        let names = [0x22: "a string", 0x74: "a boolean", 0x66: "a boolean", 0x6E: "null"] as [UInt8: String]
        throw tokenizer.failure(
            "an object or a list at the top level", at: first, found: names[text[first]] ?? "a number")
    }

    /// Returns the numbers of an object's members by name.
    ///
    /// RFC 8259 §4 doesn't define which of two members with the same name to use. Like Foundation, this uses the last.
    private mutating func numbers(ofShape shape: Int, count: Int) throws(Failure) -> [String: Int] {
        if count == 0 || !tokenizer.shapes[shape].numbers.isEmpty { return tokenizer.shapes[shape].numbers }
        var numbers = Dictionary<String, Int>(minimumCapacity: count)
        var last = shape
        for number in (0..<count).reversed() {
            let name = tokenizer.shapes[last].name
            if let later = numbers.updateValue(number, forKey: name), let index = numbers.index(forKey: name) {
                numbers.values[index] = later
                try checkIsSpelled(name, as: numbers[index].key, tokenizer.shapes[last].token)
            }
            last = tokenizer.shapes[last].parent
        }
        tokenizer.shapes[shape].numbers = numbers
        return numbers
    }

    /// Throws an error unless two names that a dictionary considers equal have the same Unicode scalars.
    ///
    /// RFC 8259 §8.3 compares names by scalars. A Swift dictionary compares them in normalized form and can't hold
    /// both. Keeping one would silently lose the other.
    private func checkIsSpelled(_ name: String, as other: String, _ token: JSON.Token) throws(Failure) {
        if name.utf8.elementsEqual(other.utf8) { return }
        let shown = [name, other].map { $0.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() }
        throw tokenizer.failure(
            "names that differ by more than their Unicode normalization", at: token.offset,
            found: "\"\(shown[0].prefix(60))\" and \"\(shown[1].prefix(60))\"")
    }

    /// Returns a number that isn't known to be an integer, as a whole number if possible (RFC 8259 §6).
    private func number(_ token: JSON.Token) throws(Failure) -> any Sendable {
        if token.kind == .real, case let value = Double(bitPattern: token.payload), value.magnitude < 0x1p53 {
            // Only a floating-point number can represent -0. The value is whole only if the number is, since a fraction
            // that isn't zero is larger than the rounding error.
            if value == 0, value.sign == .minus { return NSNumber(value: value) }
            return Int64(exactly: value).map { JSON.number($0) } ?? value
        }
        let text = tokenizer.string(token.range)
        if let value = JSON.wholeNumber(text) { return value }
        if let value = Double(text), value.isFinite { return value }
        let found = text.utf8.count > 24 ? "\(text.prefix(24))…" : text
        throw tokenizer.failure("a number that a Double can hold", at: token.offset, found: found)
    }
}

extension JSON {
    /// Common whole numbers, starting at -1, created only once.
    private static let smallNumbers = (-1...1023 as ClosedRange<Int64>).map { NSNumber(value: $0) }

    /// Returns a whole number as an `NSNumber`, the only type with values that you can cast to both `Int` and `Double`.
    fileprivate static func number(_ value: Int64) -> any Sendable {
        -1...1023 ~= value ? smallNumbers[Int(value) + 1] : NSNumber(value: value)
    }

    /// Returns the value of a number's text, or `nil` if it isn't whole or doesn't fit in 64 bits.
    fileprivate static func wholeNumber(_ text: String) -> (any Sendable)? {
        let zero = UInt8(ascii: "0")
        let parts = text.utf8.split { $0 | 0x20 == UInt8(ascii: "e") }
        let power = parts.dropFirst().first.map { Substring($0) } ?? "0"
        // A larger power exceeds the number of digits in any text, and could overflow the sum below.
        let most = 100_000_000_000_000_000
        let exponent = max(-most, min(most, Int(power) ?? (power.hasPrefix("-") ? -most : most)))
        let fraction = parts[0].split(separator: UInt8(ascii: ".")).dropFirst().first?.count ?? 0
        let digits = Array(parts[0].filter { $0 >= zero }.drop { $0 == zero })
        let sign = text.hasPrefix("-") ? "-" : ""
        guard let last = digits.lastIndex(where: { $0 != zero }) else {
            return sign.isEmpty ? number(0) : NSNumber(value: -0.0)
        }
        // Zeros to append after the last nonzero digit.
        let zeros = exponent - fraction + digits.count - 1 - last
        guard zeros >= 0, last + zeros < 20 else { return nil }
        let whole = sign + String(decoding: digits[...last], as: UTF8.self) + String(repeating: "0", count: zeros)
        return Int64(whole).map { number($0) } ?? UInt64(whole).map { NSNumber(value: $0) }
    }
}
